import type { Terminal } from "../terminal.ts";
import type { World } from "../world.ts";
import type { SlashCommands } from "./slash-commands.ts";

/** The slash commands that are commands of the command line as well. They say there what they say here. */
export function slashOfCommands(
  sessionId: string,
  terminal: Pick<Terminal, "width" | "color">,
  world: Pick<World, "env" | "cwd">,
): SlashCommands {
  const run = async (...argv: string[]): Promise<string> => {
    // Imported here: the table of commands leads to this file.
    const { runCli } = await import("../run-cli.ts");
    const said: string[] = [];
    const take = (text: string) => void said.push(text);
    await runCli(argv, { ...terminal, out: take, err: take }, { ...world, readStdin: async () => "", signal: null });
    return said.join("").trimEnd();
  };
  return [
    {
      name: "undo",
      argument: "[steps]",
      summary: "puts files back to how they were before the last change of this session",
      needsPause: true,
      run: (steps) => run("undo", "--session", sessionId, ...(steps === "" ? [] : ["--steps", steps])),
    },
    {
      name: "snapshots",
      summary: "the changes of this session that can be undone",
      run: () => run("snapshots", "--session", sessionId),
    },
  ];
}
