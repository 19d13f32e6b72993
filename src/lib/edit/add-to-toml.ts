import { parseToml } from "../toml-document.ts";
import { type Edited, isAddition, lineEndOf } from "./addition.ts";

/**
 * Adds a `[[path]]` block to the end of a TOML text. What was there before stays byte for byte; where the file writes the
 * list in another form, nothing can be added this way and that is the answer.
 */
export function addToToml(text: string, path: readonly string[], block: string): Edited {
  const before = parseToml(text);
  if ("bad" in before) return { cannot: `it is not valid TOML (line ${before.line}: ${before.bad})` };
  const added = parseToml(block);
  if ("bad" in added) return { cannot: `what should be added is not valid TOML: ${added.bad}` };
  const end = lineEndOf(text);
  const gap = text.trim() === "" ? "" : text.endsWith("\n") ? end : end + end;
  const edited = text + gap + block.replaceAll("\n", end);
  const after = parseToml(edited);
  const item = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], added.value);
  if ("bad" in after || !Array.isArray(item) || !isAddition(before.value, after.value, path, item[0]))
    return { cannot: `it does not write its ${path.join(".")} as [[${path.join(".")}]] blocks` };
  return { text: edited };
}
