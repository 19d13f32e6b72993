import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Problem } from "../errors/problem.ts";
import type { World } from "./world.ts";

type Fields = Record<string, unknown>;

/** Reads the payload a user named: inline JSON, `-` for standard input, or a file. */
export async function readPayload(event: string, given: string | undefined, world: World): Promise<Fields> {
  if (given === undefined || given.trim() === "") throw new Problem("PAYLOAD_MISSING", { event });
  const inline = given.trimStart();
  if (inline.startsWith("{") || inline.startsWith("[")) return parseObject(inline, "the command line");
  if (given === "-") return parseObject(await world.readStdin(), "standard input");
  const path = resolve(world.cwd, given);
  return parseObject(await readText(path), path);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Problem("PAYLOAD_FILE_UNREADABLE", { path, why: reasonOf(error) }, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "it does not exist";
  if (code === "EACCES") return "you may not read it";
  if (code === "EISDIR") return "it is a directory";
  return error instanceof Error ? error.message : String(error);
}

function parseObject(text: string, from: string): Fields {
  let value: unknown;
  try {
    // Editors on Windows like to start files with a byte order mark.
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const why = text.trim() === "" ? "it is empty" : error instanceof Error ? error.message : String(error);
    throw new Problem("PAYLOAD_NOT_JSON", { from, why }, { cause: error });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  throw new Problem("PAYLOAD_NOT_JSON", { from, why: `it is ${kind}` });
}
