import type { BrokenHook } from "../engine/hook.ts";
import { printableLine } from "../lib/printable.ts";
import { paint, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

/** Says which declarations are not hooks, where they are and how to mend them. Empty when all is well. */
export function brokenLines(terminal: Pick<Terminal, "color" | "width">, broken: readonly BrokenHook[]): string {
  const declarations = eachOnce(broken);
  const count = declarations.length;
  if (count === 0) return "";
  return [
    paint(terminal, "red", count === 1 ? "1 declaration is broken:" : `${count} declarations are broken:`),
    ...declarations.flatMap((declaration) => ["", ...linesOf(terminal, declaration)]),
  ].join("\n");
}

/** A declaration that listens to several events is broken for each of them; it is told once. */
function eachOnce(broken: readonly BrokenHook[]): readonly BrokenHook[] {
  return [...new Map(broken.map((one) => [JSON.stringify([one.file, one.line, one.name, one.what]), one])).values()];
}

function linesOf(terminal: Pick<Terminal, "color" | "width">, { file, line, what, fix }: BrokenHook): string[] {
  const place = file === null ? "(no file)" : line === null ? file : `${file}:${line}`;
  return [
    `  ${paint(terminal, "bold", printableLine(place))}`,
    ...indented(terminal, printableLine(what)),
    ...indented(terminal, `Fix: ${printableLine(fix)}`),
  ];
}

function indented(terminal: Pick<Terminal, "width">, text: string): string[] {
  return wrap(text, Math.max(20, terminal.width - 4)).map((line) => `    ${line}`);
}
