import { builtins } from "../../src/builtins/all.ts";
import type { Builtin } from "../../src/builtins/builtin.ts";
import { contextEvents } from "../../src/builtins/context.ts";
import { catalog, contractOf, type EventName } from "../../src/catalog/catalog.ts";
import { dockerEvents } from "../../src/dialects/docker-agent/events.ts";
import { type Generator, notice } from "./generator.ts";

/** The reference of built-in hooks. */
export const builtinsDoc: Generator = { files: () => new Map([["docs/builtins.md", page()]]) };

function page(): string {
  const all = [...builtins.values()];
  return `${["# Built-in hooks", notice, intro, overview(all), ...all.map(section)].join("\n\n")}\n`;
}

const intro = `A built-in hook runs inside Hookline: no process is started, and there is no program to write. Every dialect can name one. \`hookline builtins\` lists them.

- In docker-agent YAML write \`type: builtin\`, in an AGH declaration \`executor = { kind = "builtin", command = "…" }\`. AGH hooks are async unless they say otherwise, and nobody hears what an async hook has to add, so most built-ins want \`mode = "sync"\`.
- One that speaks of a directory takes the declaration's working directory if there is one, else the event's \`cwd\`, else its \`workspace\`. Without any of them it does nothing.
- On an event it is not for, a built-in does nothing; \`hookline validate\` warns about that.
- Context is kept for the whole session when it is added on \`session.start\`, and for the turn on every other event.
- What goes wrong around a built-in (no git, an unreadable file, a server that does not answer) refuses nothing. It is told as a message, or in the record of an async run.
- Templates are those of Go's text/template: \`{{ .session_id }}\`, \`{{ toJSON .tool_input }}\`, \`{{ truncate 200 .prompt }}\`. Fields have the names of the hook's own dialect.
- Requests go to public addresses only and follow no redirect. Name others in the environment variable \`HOOKLINE_HTTP_ALLOW\`, as host names, addresses or ranges: \`localhost, 10.1.0.0/16\`. Link-local addresses, where clouds keep credentials, are refused even to \`unload\`, which may talk to this machine and its network.`;

function overview(all: readonly Builtin[]): string {
  const rows = all.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`);
  return ["| Name | What it does |", "|---|---|", ...rows].join("\n");
}

function section(builtin: Builtin): string {
  const { name, summary, events, args } = builtin;
  return [
    `## ${name}`,
    summary,
    [`- Events: ${eventsText(events)}`, `- Arguments: ${args === "" ? "none" : args}`].join("\n"),
    fenced("yaml", yamlExample(builtin)),
    fenced("toml", tomlExample(builtin)),
  ].join("\n\n");
}

function eventsText(events: readonly EventName[]): string {
  if (events.length === catalog.length) return "every event";
  return events.map((event) => `\`${event}\``).join(", ");
}

/** Where an example puts it: one that adds context on the best event, one that acts on each of its events on all of them. */
function exampleEvents({ events }: Builtin): readonly EventName[] {
  const addsContext = contextEvents.every((event) => events.includes(event));
  return addsContext ? events.slice(0, 1) : events;
}

/** Must be asked even when everything has been approved in advance. */
const preempting: ReadonlySet<string> = new Set(["safer_shell"]);

function yamlExample(builtin: Builtin): string {
  const entries = exampleEvents(builtin).flatMap((event) => {
    const known = dockerEvents.find(({ events }) => events.includes(event));
    return known ? [known] : [];
  });
  const hook = (indent: string) => [
    `${indent}- type: builtin`,
    `${indent}  command: ${builtin.name}`,
    ...(builtin.example === "" ? [] : [`${indent}  args: ${builtin.example}`]),
  ];
  const lines = [...new Set(entries)].flatMap(({ name, toolPath }) => [
    `  ${name}:`,
    ...(toolPath !== null
      ? [
          '    - matcher: "*"',
          ...(preempting.has(builtin.name) ? ["      preempt_yolo: true"] : []),
          "      hooks:",
          ...hook("        "),
        ]
      : hook("    ")),
  ]);
  return ["hooks:", ...lines].join("\n");
}

function tomlExample(builtin: Builtin): string {
  const events = exampleEvents(builtin);
  const args = builtin.example === "" ? "" : `, args = ${builtin.example}`;
  return events
    .map((event) =>
      [
        "[[hooks.declarations]]",
        `name = "${exampleName(builtin.name, events.length > 1 ? event : "")}"`,
        `event = "${event}"`,
        ...(contractOf(event).sync ? ['mode = "sync"'] : []),
        `executor = { kind = "builtin", command = "${builtin.name}"${args} }`,
      ].join("\n"),
    )
    .join("\n\n");
}

function exampleName(builtin: string, event: string): string {
  return `${builtin}${event === "" ? "" : `-${event}`}`.replaceAll(/[._]/g, "-");
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
