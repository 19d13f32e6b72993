import { randomUUID } from "node:crypto";
import type { Toolset } from "../../../agent/tool.ts";
import { sweepRun } from "../../../lib/process/sweep.ts";
import { openWorkspace, type WorkspaceOptions } from "../paths/workspace.ts";
import { chooseShell } from "./choose-shell.ts";
import { shellEnvironment } from "./environment.ts";
import { createMergedPipes } from "./merged-pipe.ts";
import type { Background } from "./run-in-shell.ts";
import { shellTool } from "./shell-tool.ts";

export interface ShellToolsetOptions extends WorkspaceOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Variables that commands get although their names look like secrets, such as `GITHUB_TOKEN` for an agent that needs it. */
  readonly passVariables?: readonly string[];
}

/** A shell for commands in one workspace. What they leave in the background ends when the toolset is closed. */
export function createShellToolset(options: ShellToolsetOptions): Toolset {
  const toolsetId = randomUUID();
  const background = new Set<Background>();
  const pipes = createMergedPipes();
  let isUsed = false;
  const environmentOf = shellEnvironment(options.environment, options.passVariables ?? []);
  return {
    open: async () => [
      shellTool(openWorkspace(options), {
        shell: chooseShell(options.environment),
        environmentFor: (runId) => {
          isUsed = true;
          return environmentOf(runId);
        },
        toolsetId,
        pipes,
        onBackground: (left) => background.add(left),
      }),
    ],
    close: async () => {
      if (isUsed) await sweepRun(toolsetId, { after: null, except: new Set() });
      for (const left of background) left.end();
      background.clear();
      pipes.close();
    },
  };
}
