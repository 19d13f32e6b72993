import { alternativesOf, matcherKeys, type Pattern, patternsOf } from "./reading/patterns.ts";
import { knownTools } from "./reading/tool-names.ts";
import { atKey, type Subject, type Trap } from "./trap.ts";

/** A pattern that is read in another way than it was written for, and so matches next to nothing. */
export const patternUnlikely: Trap = (subject) =>
  patternsOf(subject.hook).flatMap((pattern) => {
    const found = checks.map((check) => check(pattern, subject)).find((one) => one !== null);
    if (!found) return [];
    return [
      atKey(subject, matcherKeys(pattern), "TRAP_PATTERN_UNLIKELY", {
        key: pattern.key,
        pattern: pattern.text,
        ...found,
      }),
    ];
  });

type Check = (pattern: Pattern, subject: Subject) => { readonly why: string; readonly fix: string } | null;

const checks: readonly Check[] = [expressionInGlob, blanks, commas, halfAnchored, dictionary, compactJson, closedSet];

/** AGH compares with globs, in which the signs of regular expressions stand for themselves. */
function expressionInGlob({ text, kind }: Pattern, { hook }: Subject) {
  if (kind !== "glob" || hook.dialect !== "agh") return null;
  // "fs.*" is a good glob for "fs.read"; after an underscore or alone, ".*" is the habit of another notation.
  if (!/\||^\^|\$$|(?:^|[_)\]])\.[*+]|\.\+|\\[bdswBDSW]|\(\?/.test(text)) return null;
  return {
    why: "it is written as a regular expression, but read as a glob",
    fix: 'Use "*", "?" and classes such as "[abc]". For several names write several hooks, or match in the program.',
  };
}

/** Some matchers are lists of names, in which blanks do not count; the test itself knows. */
function blanks({ text, isTool, kind, test }: Pattern) {
  if (!isTool || kind === "glob") return null;
  const spoilt = alternativesOf(text).find((name) => name !== name.trim() && name.trim() !== "" && !test(name.trim()));
  if (spoilt === undefined) return null;
  return {
    why: `the blank in ${JSON.stringify(spoilt)} counts, and no tool has one there`,
    fix: "Remove the blanks around the names.",
  };
}

function commas({ text, isTool, test }: Pattern) {
  if (!isTool || !/^\w+(?:\s*,\s*\w+)+$/.test(text)) return null;
  const names = text.split(/\s*,\s*/);
  if (names.every((name) => test(name))) return null;
  return { why: "a comma does not separate names", fix: `Write ${JSON.stringify(names.join("|"))}.` };
}

/** Who writes only one of "^" and "$" takes the other end to be open; where the whole name counts it is not. */
function halfAnchored({ text, isTool, kind, test }: Pattern, { hook }: Subject) {
  if (!isTool || kind !== "whole" || /[|()]/.test(text)) return null;
  const [starts, ends] = [text.startsWith("^"), text.endsWith("$") && !text.endsWith("\\$")];
  const name = text.replace(/^\^/, "").replace(/\$$/, "");
  if (starts === ends || !/^[\w:-]+$/.test(name) || knownTools(hook.dialect).has(name)) return null;
  if (test(ends ? `x${name}` : `${name}x`)) return null;
  const whole = ends ? `.*${name}` : `${name}.*`;
  return { why: "it must fit the whole name of the tool", fix: `Write ${JSON.stringify(whole)}.` };
}

/** One program prints the input as Python does before it searches it. Here it is JSON. */
function dictionary({ text, isTool, kind }: Pattern) {
  if (kind !== "anywhere" || isTool || !/'\w+'\s*:/.test(text)) return null;
  return {
    why: "the tool's input is searched as JSON, which has double quotes",
    fix: `Write the key in double quotes, e.g. '"command": "rm', or search for the value alone.`,
  };
}

function compactJson({ text, isTool, kind }: Pattern) {
  if (kind !== "anywhere" || isTool || !/"\w+":["\w[{\\]/.test(text)) return null;
  return {
    why: "the JSON that is searched has a blank after every colon",
    fix: `Write ${JSON.stringify(text.replace(/("\w+":)(?=["\w[{\\])/g, "$1 "))}, or search for the value alone.`,
  };
}

/** Fields that can only have certain values. */
const closedSets: Readonly<Record<string, readonly string[]>> = {
  input_class: ["user", "network", "synthetic", "startup"],
  decision_class: ["read", "write", "execute", "network"],
  trigger: ["auto", "manual"],
};

function closedSet({ key, test }: Pattern) {
  const values = Object.hasOwn(closedSets, key) ? closedSets[key] : undefined;
  if (!values || values.some((value) => test(value))) return null;
  const list = values.map((value) => JSON.stringify(value)).join(", ");
  return { why: `the values of ${key} are ${list}`, fix: "Write one of these." };
}
