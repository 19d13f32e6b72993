import type { Argument, Command, Flag, Flags } from "./command.ts";
import { commands } from "./commands.ts";
import { globalFlags } from "./global-flags.ts";
import { paint, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

type Page = Pick<Terminal, "width" | "color">;

/** The page for `hookline --help`. */
export function generalHelp(page: Page): string {
  return sections([
    paragraph(
      page,
      "Hookline runs hooks for AI agents: write a hook in any dialect, run it under any agent, know that it ran.",
    ),
    section(page, "Usage", ["hookline <command> [flags]"]),
    section(
      page,
      "Commands",
      pairs(
        page,
        commands.filter((command) => !command.hidden).map((command) => [command.name, command.summary]),
      ),
    ),
    section(page, "Flags of every command", flagLines(page, globalFlags)),
    section(page, "Start here", [
      ...pairs(page, [
        ["hookline demo", "see hooks at work in the example workspace"],
        ["hookline run", "talk to an agent in the current directory"],
        ["hookline list", "see which hooks are active in the current directory"],
        ["hookline help fire", "learn how to fire an event yourself"],
      ]),
    ]),
  ]);
}

/** The page for `hookline <command> --help`. */
export function commandHelp(page: Page, command: Command): string {
  return sections([
    command.summary,
    section(page, "Usage", [usage(command)]),
    paragraph(page, command.description),
    section(
      page,
      "Arguments",
      pairs(
        page,
        command.args.map((argument) => [argumentText(argument), argument.summary]),
      ),
    ),
    section(page, "Flags", flagLines(page, command.flags)),
    section(page, "Flags of every command", flagLines(page, globalFlags)),
    section(
      page,
      "Examples",
      command.examples.flatMap(({ run, shows }) => [paint(page, "dim", `# ${shows}`), run]),
    ),
    command.aliases.length > 0 ? `Other names: ${command.aliases.join(", ")}` : "",
  ]);
}

/** The usage line, e.g. `hookline fire <event> [flags]`. */
export function usage(command: Command): string {
  return ["hookline", command.name, ...command.args.map(argumentText), "[flags]"].join(" ");
}

/** How help writes a flag, e.g. `-o, --output <format>`. */
export function flagText(name: string, flag: Flag): string {
  const value = flag.type === "boolean" ? "" : flag.optional ? `[=${flag.value}]` : ` ${flag.value}`;
  const long = `--${name}${value}`;
  return flag.short ? `-${flag.short}, ${long}` : long;
}

function argumentText(argument: Argument): string {
  const name = argument.many ? `${argument.name}...` : argument.name;
  return argument.optional ? `[${name}]` : `<${name}>`;
}

function flagLines(page: Page, flags: Flags): string[] {
  return pairs(
    page,
    Object.entries(flags).map(([name, flag]) => [flagText(name, flag), flagSummary(flag)]),
  );
}

/** What a flag does, with the values it takes when there are only a few. */
export function flagSummary(flag: Flag): string {
  if (flag.type !== "string" || !flag.choices || flag.short === "o") return flag.summary;
  return `${flag.summary} One of ${flag.choices.join(", ")}.`;
}

function pairs(page: Page, rows: readonly (readonly [left: string, right: string])[]): string[] {
  const left = Math.min(32, Math.max(0, ...rows.map(([text]) => text.length)));
  const room = page.width - left - 4;
  // Too little room beside the names: put the text below them.
  if (room < 24)
    return rows.flatMap(([name, text]) => [name, ...wrap(text, page.width - 6).map((line) => `    ${line}`)]);
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, room);
    const fits = name.length <= left;
    return [
      fits ? `${name.padEnd(left)}  ${lines[0] ?? ""}` : name,
      ...lines.slice(fits ? 1 : 0).map((line) => `${" ".repeat(left)}  ${line}`),
    ];
  });
}

function section(page: Page, title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [paint(page, "bold", title), ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Texts in the table are wrapped by hand for the source; here they are wrapped again for the terminal. */
function paragraph(page: Page, text: string): string {
  return text
    .split("\n\n")
    .map((part) => wrap(part.replaceAll("\n", " "), Math.min(page.width, 100)).join("\n"))
    .join("\n\n");
}

function sections(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
