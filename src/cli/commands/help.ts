import { Problem } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import type { Invocation } from "../command.ts";
import { commands, findCommand } from "../commands.ts";
import { commandHelp, generalHelp } from "../help.ts";

export async function help({ args, terminal }: Invocation): Promise<number> {
  const name = args[0] === "hooks" ? args[1] : args[0];
  const command = name === undefined ? null : findCommand(name);
  if (name !== undefined && !command) {
    const names = commands.filter(({ hidden }) => !hidden).map((known) => known.name);
    throw new Problem("USAGE_COMMAND_UNKNOWN", { command: name, suggestion: closest(name, names) });
  }
  terminal.out(`${command ? commandHelp(terminal, command) : generalHelp(terminal)}\n`);
  return 0;
}
