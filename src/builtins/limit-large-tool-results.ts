import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Effects } from "../engine/effects.ts";
import { lastBytes } from "../lib/cut-utf8.ts";
import type { Builtin, BuiltinInput, World } from "./builtin.ts";
import { warning } from "./context.ts";
import { sessionFolder } from "./session-folder.ts";

const mostLines = 2_000;
const mostBytes = 50 * 1024;
/** What comes from outside can be of any size; the agent's own tools (memory, plans, …) know what they return. */
const categories: ReadonlySet<unknown> = new Set(["filesystem", "shell", "mcp", "a2a"]);

export const limitLargeToolResults: Builtin = {
  name: "limit_large_tool_results",
  summary:
    "Puts tool results over 2,000 lines or 50 KiB into a file and leaves the model their end; removes the files with the session.",
  events: ["tool.transform_result", "session.end"],
  args: "",
  example: "",
  run: (input, world) => (input.event === "session.end" ? removeFiles(input, world) : limit(input, world)),
};

function limit({ payload }: BuiltinInput, { dataDir }: World): Effects | undefined {
  const { tool_category: category, tool_result: result, session_id: session } = payload;
  if (typeof result !== "string" || !categories.has(category)) return undefined;
  const bytes = Buffer.byteLength(result);
  if (bytes <= mostBytes && startOfLastLines(result) === 0) return undefined;
  try {
    const path = store(result, sessionFolder(folderIn(dataDir), session));
    return { patch: { tool_result: `${notice(bytes, path)}\n\n${tailOf(result)}` } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      messages: [warning(`A tool result of ${bytes} bytes was left as it is: it could not be stored (${why}).`)],
    };
  }
}

function removeFiles({ payload }: BuiltinInput, { dataDir }: World): Effects | undefined {
  const folder = sessionFolder(folderIn(dataDir), payload.session_id);
  try {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { messages: [warning(`The stored tool results in ${folder} could not be removed (${why}).`)] };
  }
}

function folderIn(dataDir: string): string {
  return join(dataDir, "tool-results");
}

/** Tool results may hold secrets, so the files are for the user alone. */
function store(text: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `tool-result-${randomUUID()}.txt`);
  writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  return path;
}

function notice(bytes: number, path: string): string {
  return (
    `This tool result is too large: it has ${bytes} bytes, the limit is ${mostBytes} bytes and ${mostLines} lines. ` +
    `The full result is available in a file: ${path}\n` +
    `What follows are its last ${mostLines} lines, at most ${mostBytes} bytes.`
  );
}

function tailOf(text: string): string {
  return lastBytes(text.slice(startOfLastLines(text)), mostBytes);
}

/** Where the last lines begin; 0 when there are no more than these. A last line without a newline is a line. */
function startOfLastLines(text: string): number {
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let lines = 0; lines < mostLines; lines++) {
    if (at === 0) return 0;
    at = text.lastIndexOf("\n", at - 1);
    if (at < 0) return 0;
  }
  return at + 1;
}
