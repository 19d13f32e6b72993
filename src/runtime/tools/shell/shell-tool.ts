import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { StringDecoder } from "node:string_decoder";
import * as z from "zod";
import { type Tool, type ToolInput, type ToolResult, toolError, toolText } from "../../../agent/tool.ts";
import { Problem } from "../../../errors/problem.ts";
import { defineTool, textOf } from "../define-tool.ts";
import { locate } from "../paths/locate.ts";
import { requireDirectory } from "../paths/require-directory.ts";
import { sizeText } from "../paths/size-text.ts";
import type { Workspace } from "../paths/workspace.ts";
import { BoundedOutput } from "./bounded-output.ts";
import type { MergedPipes } from "./merged-pipe.ts";
import { type Background, runInShell, type ShellEnding } from "./run-in-shell.ts";

export interface ShellWorld {
  readonly shell: string;
  readonly environmentFor: (runId: string) => Readonly<Record<string, string>>;
  /** Marks everything that this toolset runs. */
  readonly toolsetId: string;
  readonly pipes: MergedPipes;
  /** Told of what a command left in the background. */
  readonly onBackground: (background: Background) => void;
}

const usualTimeout = 120;
const longestTimeout = 3600;
const keptBytes = 1024 * 1024;
/** A command that prints without end must not flood whoever watches. */
const streamedBytes = 4 * 1024 * 1024;

export function shellTool(workspace: Workspace, world: ShellWorld): Tool {
  const name = basename(world.shell);
  return defineTool({
    name: "shell",
    description: `Runs a command with ${name} and gives what it prints, stdout and stderr together. Nothing can be typed into it. It is ended after ${usualTimeout} seconds unless \`timeout\` says otherwise. What it starts in the background goes on until the session ends. Each call starts anew in the working directory.`,
    namespace: "terminal",
    category: "shell",
    readOnly: false,
    decisionClass: "execute",
    fields: {
      cmd: z.string().optional().describe("The command."),
      command: z.string().optional().describe("Another name for `cmd`; give one of the two."),
      cwd: z.string().default(".").describe("The directory to run it in, inside the workspace."),
      timeout: z.int().min(1).max(longestTimeout).default(usualTimeout).describe("In seconds."),
    },
    title: (input) => `$ ${commandText(input)}`,
    run: async (input, { signal, output }) => {
      const command = commandOf(input);
      const place = locate(workspace, input.cwd);
      if (!requireDirectory(place, () => statSync(place.path)).isDirectory()) {
        throw new Problem("TOOL_NOT_A_DIRECTORY", { path: place.shown });
      }
      const runId = randomUUID();
      const kept = new BoundedOutput(keptBytes);
      const ending = await runInShell(
        {
          shell: world.shell,
          command,
          cwd: place.path,
          env: world.environmentFor(`${world.toolsetId}/${runId}`),
          runId,
          pipes: world.pipes,
          timeoutMs: input.timeout * 1000,
          onOutput: both((chunk) => kept.add(chunk), streamTo(output)),
        },
        signal,
      );
      return present(ending, kept.text(), input.timeout, world.onBackground);
    },
  });
}

function commandText(input: ToolInput): string {
  const [first = "", ...rest] = (textOf(input, "cmd") || textOf(input, "command")).trim().split("\n");
  return rest.length === 0 ? first : `${first} …`;
}

/** What a hook has read under one name must be what runs: two commands in one call are none. */
function commandOf({ cmd, command }: { cmd?: string | undefined; command?: string | undefined }): string {
  const given = [cmd, command].filter((text) => text !== undefined);
  const [first] = given;
  if (first !== undefined && first.trim() !== "" && !first.includes("\0") && given.every((text) => text === first)) {
    return first;
  }
  throw new Problem("TOOL_INPUT_INVALID", {
    tool: "shell",
    wrong: whatIsWrong(given),
    fields: "cmd, cwd (may be left out), timeout (may be left out)",
  });
}

function whatIsWrong(given: readonly string[]): string {
  if (given.length === 2 && given[0] !== given[1]) return '"cmd" and "command" differ, and only one can be run';
  return given[0]?.includes("\0") ? '"cmd" has a zero byte in it' : '"cmd": expected a command, received none';
}

function both(first: (chunk: Buffer) => void, second: (chunk: Buffer) => void): (chunk: Buffer) => void {
  return (chunk) => {
    first(chunk);
    second(chunk);
  };
}

/** Hands the output on as text; characters that are cut between two chunks are put together. */
function streamTo(output: (text: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let bytes = 0;
  return (chunk) => {
    if (bytes > streamedBytes) return;
    bytes += chunk.length;
    const text = decoder.write(chunk);
    if (text !== "") output(text);
    if (bytes > streamedBytes)
      output(`\n… (more than ${sizeText(streamedBytes)}; the rest is not shown as it comes)\n`);
  };
}

function present(
  ending: ShellEnding,
  printed: string,
  timeout: number,
  onBackground: ShellWorld["onBackground"],
): ToolResult {
  const say = (note: string) => `${printed}${printed === "" || printed.endsWith("\n") ? "" : "\n"}(${note})`;
  switch (ending.kind) {
    case "not-started":
      throw new Problem("TOOL_SHELL_NOT_STARTED", { why: ending.why });
    case "timed-out":
      return toolError(
        say(`ended with all its processes after ${timeout} s; \`timeout\` gives up to ${longestTimeout} s`),
      );
    case "canceled":
      return toolError(say("canceled; all its processes were ended"));
    case "signaled":
      if (ending.background) onBackground(ending.background);
      return toolError(say(`ended by ${ending.signal}`));
    case "exited": {
      if (ending.background) onBackground(ending.background);
      const stillRuns = ending.background ? "something it started still runs in the background" : null;
      if (ending.code !== 0) return toolError(say([`exit code ${ending.code}`, stillRuns].filter(Boolean).join("; ")));
      if (stillRuns !== null) return toolText(say(stillRuns));
      return toolText(printed === "" ? "(no output)" : printed);
    }
  }
}
