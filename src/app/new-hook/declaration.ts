import { contractOf } from "../../catalog/catalog.ts";
import { agentHookEvents } from "../../dialects/agent-hooks/events.ts";
import { claudeEvent } from "../../dialects/claude/events.ts";
import { dockerEvent } from "../../dialects/docker-agent/events.ts";
import { addToJson } from "../../lib/edit/add-to-json.ts";
import { addToToml } from "../../lib/edit/add-to-toml.ts";
import { addToYaml } from "../../lib/edit/add-to-yaml.ts";
import type { Edited } from "../../lib/edit/addition.ts";
import { parseJson } from "../../lib/json-document.ts";
import type { DialectName } from "../dialect-events.ts";
import { isGate } from "./kind.ts";
import type { NewHook } from "./request.ts";
import { purposeOf } from "./script.ts";
import { yamlText } from "./yaml-text.ts";

/** A declaration, and how to put it into its file. */
export interface Declaration {
  /** As a person would write it, with what stands around it. */
  readonly snippet: string;
  /** Adds it to the text of a file, or to an empty one. */
  readonly addTo: (text: string) => Edited;
}

/** Long enough for any machine, short enough that nobody waits for a hook that hangs. */
const timeoutSeconds = 10;

/** Writes the declaration of a hook in its dialect. */
export function declare(hook: NewHook, command: string): Declaration {
  return writers[hook.dialect](hook, command);
}

type Writer = (hook: NewHook, command: string) => Declaration;

const writers: Readonly<Record<DialectName, Writer>> = {
  agh(hook, command) {
    const [event] = hook.event.events;
    const isWaitedFor = hook.kind !== "observe" && contractOf(event).sync;
    const block = [
      "[[hooks.declarations]]",
      `name = ${JSON.stringify(hook.name)}`,
      `event = ${JSON.stringify(event)}`,
      `mode = ${JSON.stringify(isWaitedFor ? "sync" : "async")}`,
      ...(failsClosed(hook) ? ["required = true"] : []),
      `timeout = "${timeoutSeconds}s"`,
      `command = ${JSON.stringify(command)}`,
      "",
    ].join("\n");
    return { snippet: block, addTo: (text) => addToToml(text, ["hooks", "declarations"], block) };
  },

  "docker-agent"(hook, command) {
    const path = ["hooks", hook.event.name];
    const lines = [
      `name: ${yamlText(hook.name)}`,
      "type: command",
      `command: ${JSON.stringify(command)}`,
      `timeout: ${timeoutSeconds}`,
      ...(failsClosed(hook) ? ["on_failure: block"] : []),
    ];
    const isFlat = dockerEvent(hook.event.name)?.toolPath === null;
    const item = isFlat
      ? lines.join("\n")
      : ['matcher: "*"', "hooks:", ...lines.map((line, index) => `${index === 0 ? "  - " : "    "}${line}`)].join("\n");
    return { snippet: textOf(addToYaml("", path, item)), addTo: (text) => addToYaml(text, path, item) };
  },

  claude(hook, command) {
    const rule = {
      name: hook.name,
      type: "command",
      command,
      timeout: timeoutSeconds,
      ...(failsClosed(hook) && { on_failure: "block" }),
    };
    const group = { ...(isAboutTools(hook) && { matcher: "*" }), hooks: [rule] };
    const snippet = JSON.stringify({ hooks: { [hook.event.name]: [group] } }, null, 2);
    return {
      snippet: `${snippet}\n`,
      addTo: (text) => (text.trim() === "" ? { text: `${snippet}\n` } : addToJson(text, pathIn(text, hook), group)),
    };
  },

  "agent-hooks"(hook) {
    const text = [
      "---",
      `name: ${yamlText(hook.name)}`,
      `description: ${JSON.stringify(`On ${hook.event.name}, this hook ${purposeOf(hook)}.`)}`,
      `trigger: ${hook.event.name}`,
      `timeout: ${timeoutSeconds * 1000}`,
      ...(failsClosed(hook) ? ["on_failure: block"] : []),
      "---",
      "",
      `# ${hook.name}`,
      "",
      `This hook ${purposeOf(hook)}. Its program is in scripts/, its test beside this file.`,
      "",
    ].join("\n");
    // A folder of its own for every hook: there is never a file to add to.
    return { snippet: text, addTo: (there) => (there === "" ? { text } : { cannot: "it declares another hook" }) };
  },
};

/** A guard that breaks must not stand open. One that only sends the agent back to work had better not do that for ever. */
function failsClosed({ kind, event }: NewHook): boolean {
  return kind === "guard" && !isGate(event.events[0]);
}

function isAboutTools({ event }: NewHook): boolean {
  return agentHookEvents.some((known) => known.event === event.events[0] && known.isTool);
}

/** Both are read: events under "hooks", and events at the top of the file. */
function pathIn(text: string, { event }: NewHook): readonly string[] {
  const parsed = parseJson(text);
  const keys = "bad" in parsed ? [] : Object.keys(parsed.value);
  const isBare = !keys.includes("hooks") && keys.some((key) => claudeEvent(key) !== undefined);
  return isBare ? [event.name] : ["hooks", event.name];
}

function textOf(edited: Edited): string {
  return "text" in edited ? edited.text : "";
}
