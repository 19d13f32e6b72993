// Formats a JavaScript file after the agent has written it: no tabs, no blanks at line ends, a semicolon behind `const`,
// imports in order. A stand-in for prettier or biome that needs nothing to be installed.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

const { data } = JSON.parse(await text(process.stdin));
const path = data.toolInput?.path ?? "";

if (/\.m?js$/.test(path)) {
  const file = resolve(data.cwd ?? ".", path);
  const before = readFileSync(file, "utf8");
  const after = formatted(before);
  if (after !== before) {
    writeFileSync(file, after);
    const additionalContext = `${path} was formatted after the edit; read it again before the next one.`;
    process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } }));
  }
}

function formatted(code) {
  const lines = code.split("\n").map((line) =>
    line
      .replace(/^[\t ]+/, (indent) => indent.replaceAll("\t", "  "))
      .replace(/[\t ]+$/, "")
      .replace(/^(\s*(?:const|let)\s.*[^;{}(,=\s])$/, "$1;"),
  );
  const first = lines.findIndex((line) => line.startsWith("import "));
  const after = lines.findIndex((line, at) => at > first && !line.startsWith("import "));
  const imports = first < 0 ? [] : lines.slice(first, after).sort();
  return lines.toSpliced(Math.max(first, 0), imports.length, ...imports).join("\n");
}
