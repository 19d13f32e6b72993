import { validate as validateHooks } from "../../app/validate.ts";
import type { Finding } from "../../errors/problem.ts";
import { printableLine } from "../../lib/printable.ts";
import { shortPath } from "../../lib/short-path.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { paint, type Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";

export async function validate(invocation: Invocation): Promise<number> {
  const { args, terminal, world } = invocation;
  const { hooks, problems } = await validateHooks(placeFrom(invocation), args);
  await print(invocation, {
    human: () => [...byFile(terminal, problems, world.cwd), summary(hooks, problems)].join("\n"),
    json: () => ({ hooks, problems: problems.map(problemOf) }),
  });
  return problems.some((problem) => problem.severity === "error") ? 1 : 0;
}

/** Exactly the fields that are promised. */
function problemOf({ file, line, code, severity, what, fix }: Finding): Finding {
  return { file, line, code, severity, what, fix };
}

function byFile(terminal: Terminal, problems: readonly Finding[], cwd: string): string[] {
  const files = Map.groupBy(problems, (problem) => problem.file);
  return [...files].flatMap(([file, found]) => [
    paint(terminal, "bold", file === null ? "(no file)" : printableLine(shortPath(file, cwd))),
    ...found.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).flatMap((problem) => linesOf(terminal, problem)),
    "",
  ]);
}

function linesOf(terminal: Terminal, { line, severity, what, fix, code }: Finding): string[] {
  const place = line === null ? "" : `line ${line}: `;
  const label = paint(terminal, severity === "error" ? "red" : "yellow", severity);
  return [
    `  ${label}  ${paint(terminal, "dim", code)}`,
    ...indented(terminal, place + printableLine(what)),
    ...indented(terminal, `Fix: ${printableLine(fix)}`),
  ];
}

function indented(terminal: Terminal, text: string): string[] {
  return wrap(text, Math.max(20, terminal.width - 4)).map((line) => `    ${line}`);
}

function summary(hooks: number, problems: readonly Finding[]): string {
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const parts = [count(errors, "error"), count(problems.length - errors, "warning")].filter((part) => part !== "");
  return `${count(hooks, "hook") || "no hooks"}, ${parts.join(", ") || "no problems"}`;
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}
