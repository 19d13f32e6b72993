import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { printableLine } from "../../lib/printable.ts";
import { parseYaml } from "../../lib/yaml-document.ts";
import { readScript } from "./read-script.ts";
import type { ModelScript } from "./script.ts";

const largest = 16 * 1024 * 1024;
const mostTold = 5;

/** Reads a script from a YAML file, or says in one sentence why that cannot be done. */
export function loadScript(file: string, cwd: string): ModelScript | { readonly bad: string } {
  if (file === "") return { bad: 'no file is named after "scripted/"; write, for example, "scripted/demo.yaml"' };
  const path = resolve(cwd, file);
  const text = readText(path);
  if (typeof text !== "string") return text;
  const document = parseYaml(text);
  if ("bad" in document)
    return { bad: printableLine(`the script ${path} is not YAML: line ${document.line}, ${document.bad}`) };
  const script = readScript(document.value);
  if (!("mistakes" in script)) return script;
  const told = script.mistakes.slice(0, mostTold).map(({ path: key, what }) => {
    const where = key.length === 0 ? "the file" : `\`${key.join(".")}\``;
    return `line ${document.lineOf(key)}: ${where} ${what}`;
  });
  const more = script.mistakes.length - told.length;
  if (more > 0) told.push(`and ${more} more`);
  return { bad: printableLine(`the script ${path} cannot be used; ${told.join("; ")}`) };
}

function readText(path: string): string | { readonly bad: string } {
  try {
    const stats = statSync(path);
    // A device or a pipe might never end.
    if (!stats.isFile()) return { bad: printableLine(`the script ${path} is not an ordinary file`) };
    if (stats.size > largest) return { bad: printableLine(`the script ${path} is larger than ${largest} bytes`) };
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : (code ?? String(error));
    return { bad: printableLine(`the script ${path} cannot be read: ${why}`) };
  }
}
