import type { Command, Flags } from "./command.ts";
import { commands } from "./commands.ts";
import { globalFlags } from "./global-flags.ts";
import { flagSummary, flagText, usage } from "./help.ts";

/** The command line reference as Markdown, from the same table as `--help`. `notice` says that it is generated. */
export function cliReference(notice: string): string {
  const shown = commands.filter((command) => !command.hidden);
  return [
    "# Command line",
    "",
    notice,
    "",
    ...shown.map((command) => `- [\`hookline ${command.name}\`](#hookline-${command.name}): ${command.summary}`),
    "",
    "`hookline hooks list`, `hookline hooks runs` and so on mean the same as without `hooks`.",
    "",
    "## Flags of every command",
    "",
    ...flagTable(globalFlags),
    ...shown.flatMap(commandSection),
  ].join("\n");
}

function commandSection(command: Command): string[] {
  return [
    `## hookline ${command.name}`,
    "",
    command.description.replaceAll(/(?<!\n)\n(?!\n)/g, " "),
    "",
    "```",
    usage(command),
    "```",
    "",
    ...(command.aliases.length > 0
      ? [`Other names: ${command.aliases.map((alias) => `\`${alias}\``).join(", ")}.`, ""]
      : []),
    ...flagTable(command.flags),
    "```sh",
    ...command.examples.flatMap(({ run, shows }) => [`# ${shows}`, run]),
    "```",
    "",
  ];
}

function flagTable(flags: Flags): string[] {
  const rows = Object.entries(flags).map(
    ([name, flag]) => `| \`${flagText(name, flag).replaceAll("|", "\\|")}\` | ${flagSummary(flag)} |`,
  );
  return rows.length > 0 ? ["| Flag | Meaning |", "|---|---|", ...rows, ""] : [];
}
