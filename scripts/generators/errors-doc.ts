import type { Severity } from "../../src/errors/problem.ts";
import { problems } from "../../src/errors/problems.ts";
import { type Generator, notice } from "./generator.ts";

interface Entry {
  readonly severity: Severity;
  readonly say: (params: never) => { what: string; fix: string };
}

/** The reference of all coded problems. */
export const errorsDoc: Generator = {
  files: () => new Map([["docs/errors.md", page()]]),
};

function page(): string {
  const entries = Object.entries(problems as Readonly<Record<string, Entry>>).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${["# Problems", notice, intro, ...entries.map(([code, entry]) => section(code, entry))].join("\n\n")}\n`;
}

const intro = `Every problem has a code, says what is wrong, and says what to do next. Programs should look at the code, never at the text. Words in angle brackets stand for the values of the case at hand.

An \`error\` keeps something from working: \`hookline validate\` exits with 1 when there is one. A \`warning\` does not.`;

function section(code: string, entry: Entry): string {
  const said = variants(entry.say);
  const lines = (texts: readonly string[]) => [...new Set(texts)].map(escapeText).join("\n\nor: ");
  return [
    `## ${code}`,
    `Severity: ${entry.severity}`,
    lines(said.map(({ what }) => what)),
    `**What to do:** ${lines(said.map(({ fix }) => fix))}`,
  ].join("\n\n");
}

/**
 * The entry's texts, said with placeholders. An entry may speak differently when it does not know a value, so it is
 * asked once more for each value, with that one unknown; what makes no sense then was never meant to be unknown.
 */
function variants(say: Entry["say"]): { what: string; fix: string }[] {
  const asked = new Set<string>();
  const all = sayWith(say, (name) => {
    asked.add(name);
    return placeholder(name);
  });
  const partial = [...asked].flatMap((unknown) => {
    try {
      const said = sayWith(say, (name) => (name === unknown ? null : placeholder(name)));
      return /\b(null|undefined|NaN)\b/.test(`${said.what} ${said.fix}`) ? [] : [said];
    } catch {
      return [];
    }
  });
  return [all, ...partial];
}

function sayWith(say: Entry["say"], valueFor: (name: string) => unknown): { what: string; fix: string } {
  return say(new Proxy({}, { get: (_, name) => valueFor(String(name)) }) as never);
}

/** Passes for a text as well as for a list with one entry. */
function placeholder(name: string): object {
  const text = `<${name}>`;
  return Object.assign(new String(text), {
    toJSON: () => text,
    join: () => text,
    map: (each: (entry: string) => unknown) => [each(text)],
  });
}

/** Keeps Markdown from taking the placeholders for HTML. */
function escapeText(text: string): string {
  return text.replaceAll("<", "\\<").replaceAll("\n", " ");
}
