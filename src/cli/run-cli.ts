import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import type { Command, Flags, FlagValues } from "./command.ts";
import { commands, findCommand } from "./commands.ts";
import { printError } from "./errors.ts";
import { type OutputFormat, outputFormats } from "./output.ts";
import { commandIndex, parseCommandLine } from "./parse.ts";
import type { Terminal } from "./terminal.ts";
import type { World } from "./world.ts";

/** Runs one command line and resolves to its exit code. Everything it reads and writes goes through its arguments. */
export async function runCli(argv: readonly string[], terminal: Terminal, world: World): Promise<number> {
  try {
    return await runCommand(withoutHooksPrefix(argv), terminal, world);
  } catch (error) {
    printError(error, formatHint(argv), terminal);
    return 1;
  }
}

/** `hookline hooks list` is how the AGH documentation spells `hookline list`. */
function withoutHooksPrefix(argv: readonly string[]): readonly string[] {
  const at = commandIndex(argv);
  return argv[at] === "hooks" ? argv.toSpliced(at, 1) : argv;
}

async function runCommand(argv: readonly string[], terminal: Terminal, world: World): Promise<number> {
  const at = commandIndex(argv);
  const name = argv[at];
  if (name === undefined) return runWithoutCommand(argv, terminal);
  const command = findCommand(name);
  if (!command) throw unknownCommand(name);
  const { flags, args } = parseCommandLine(command, argv.toSpliced(at, 1));
  const plain = flags["no-color"] === true ? { ...terminal, color: false } : terminal;
  if (flags.help) {
    const { commandHelp } = await import("./help.ts");
    plain.out(`${commandHelp(plain, command)}\n`);
    return 0;
  }
  if (flags.version) return printVersion(terminal);
  return command.run({
    flags: flags as FlagValues<Flags>,
    args,
    format: (flags.output as OutputFormat | undefined) ?? "human",
    workspace: (flags.workspace as string | undefined) ?? null,
    terminal: plain,
    world,
  });
}

async function runWithoutCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { flags } = parseCommandLine(noCommand, argv);
  if (flags.version) return printVersion(terminal);
  const { generalHelp } = await import("./help.ts");
  terminal.out(`${generalHelp(flags["no-color"] === true ? { ...terminal, color: false } : terminal)}\n`);
  return 0;
}

/** Stands in for a command while global flags are read that nobody follows up with one. */
const noCommand: Command = {
  name: "help",
  aliases: [],
  summary: "",
  description: "",
  args: [],
  flags: {},
  examples: [],
  hidden: true,
  run: async () => 0,
};

async function printVersion(terminal: Terminal): Promise<number> {
  const { packageVersion } = await import("../app/package-facts.ts");
  terminal.out(`${packageVersion()}\n`);
  return 0;
}

function unknownCommand(name: string): Problem {
  const names = commands.filter((command) => !command.hidden).flatMap((command) => [command.name, ...command.aliases]);
  return new Problem("USAGE_COMMAND_UNKNOWN", { command: name, suggestion: closest(name, names) });
}

/** The format for errors of a command line that could not be read as a whole. */
function formatHint(argv: readonly string[]): OutputFormat {
  const at = argv.findIndex((word) => word === "-o" || word === "--output");
  const inline = argv.find((word) => word.startsWith("--output="))?.slice("--output=".length);
  const wanted = inline ?? (at >= 0 ? argv[at + 1] : undefined);
  return outputFormats.find((format) => format === wanted) ?? "human";
}
