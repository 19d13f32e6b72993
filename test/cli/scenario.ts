/*
 * A scenario is a text file of cases that reads like a terminal session:
 *
 *   # what the case shows (cases of the conformance list begin with their id)
 *   file hooks/x.sh              ← writes a file into the workspace; its lines follow, each after "| "
 *   $ hookline list              ← runs a command; NAME=value before it sets a variable, "< text" after it is its stdin
 *   expected stdout              ← "…" stands for any text within a line, a line of "…" alone for any number of lines
 *   err> expected stderr
 *   exit 1                       ← when it is not 0
 *
 * Every case starts in a fresh copy of test/fixtures/guarded-repo with a home of its own.
 */

export interface Step {
  readonly line: number;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly exitCode: number;
}

export interface FileStep {
  readonly line: number;
  readonly file: string;
  readonly content: string;
}

export interface Case {
  readonly title: string;
  readonly steps: readonly (Step | FileStep)[];
}

/** Reads the cases of a scenario file. */
export function parseScenario(text: string): Case[] {
  const cases: { title: string; steps: (Step | FileStep)[] }[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (line.startsWith("# ")) {
      cases.push({ title: line.slice(2), steps: [] });
      at++;
    } else if (line.startsWith("$ ")) {
      const end = nextStep(lines, at + 1);
      cases.at(-1)?.steps.push(commandStep(at + 1, line.slice(2), lines.slice(at + 1, end)));
      at = end;
    } else if (line.startsWith("file ")) {
      const end = nextStep(lines, at + 1);
      const content = lines.slice(at + 1, end).filter((each) => each.startsWith("|"));
      cases.at(-1)?.steps.push({
        line: at + 1,
        file: line.slice("file ".length).trim(),
        content: `${content.map((each) => each.replace(/^\| ?/, "")).join("\n")}\n`,
      });
      at = end;
    } else at++;
  }
  return cases;
}

function nextStep(lines: readonly string[], from: number): number {
  const at = lines.findIndex((line, index) => index >= from && /^(# |\$ |file )/.test(line));
  return at < 0 ? lines.length : at;
}

function commandStep(line: number, text: string, expected: readonly string[]): Step {
  const [command = "", stdin = ""] = text.split(/ < (.*)$/s);
  const words = splitWords(command);
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const exit = expected.find((each) => /^exit \d+$/.test(each));
  const output = expected.filter((each) => each !== exit);
  return {
    line,
    command: words.slice(start + 1),
    env: Object.fromEntries(words.slice(0, start).map((word) => word.split(/=(.*)/s).slice(0, 2))),
    stdin,
    stdout: trimEmpty(output.filter((each) => !each.startsWith("err>"))),
    stderr: trimEmpty(output.filter((each) => each.startsWith("err>")).map((each) => each.replace(/^err> ?/, ""))),
    exitCode: exit ? Number(exit.slice("exit ".length)) : 0,
  };
}

/** Splits a command at blanks, as a shell would: single quotes keep a word together. */
function splitWords(text: string): string[] {
  return [...text.matchAll(/(?:'[^']*'|\S)+/g)].map(([word]) => word.replaceAll("'", ""));
}

function trimEmpty(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, end + 1);
}

/** Says how output differs from what was expected, or null when it does not. */
export function difference(actual: string, expected: readonly string[]): string | null {
  const lines = trimEmpty(actual.split("\n"));
  const pattern = expected
    .map((line) => (line === "…" ? "(?:[^\n]*\n)*?" : `${line.split("…").map(escapeRegExp).join("[^\n]*")}\n`))
    .join("");
  const whole = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  return new RegExp(`^${pattern}$`).test(whole) ? null : `expected\n${expected.join("\n")}\n\nbut got\n${actual}`;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
