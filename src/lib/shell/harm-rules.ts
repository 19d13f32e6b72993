import type { Argument } from "./argument.ts";
import { type Given, optionSet, sortArguments } from "./options.ts";
import type { HarmRow, When } from "./taxonomy/harm.ts";
import { cloudHarms } from "./taxonomy/harms-cloud.ts";
import { containerHarms } from "./taxonomy/harms-containers.ts";
import { dataHarms } from "./taxonomy/harms-data.ts";
import { fileHarms, vitalPath } from "./taxonomy/harms-files.ts";
import { gitHarms } from "./taxonomy/harms-git.ts";
import { packageHarms } from "./taxonomy/harms-packages.ts";
import { systemHarms } from "./taxonomy/harms-system.ts";
import { verbOptionsWithValue } from "./taxonomy/names.ts";
import { destructive, safe, type Verdict, worst } from "./verdict.ts";

const longestPath = 4;

/** A row of the taxonomy, taken apart once. */
interface Rule {
  readonly verdict: Verdict;
  /** How many words of the operands are verbs. */
  readonly verbs: number;
  readonly when: When;
  readonly needed: readonly (readonly string[])[];
  readonly unwanted: readonly string[];
}

const rules: ReadonlyMap<string, readonly Rule[]> = byPath([
  ...fileHarms,
  ...gitHarms,
  ...containerHarms,
  ...cloudHarms,
  ...systemHarms,
  ...packageHarms,
  ...dataHarms,
]);
const programs: ReadonlySet<string> = new Set([...rules.keys()].map((path) => path.split(" ")[0] as string));

/** The worst that is known about a call; safe when nothing is, which does not mean that it is. */
export function harmOf(name: string, args: readonly Argument[]): Verdict {
  // Some file systems do not tell capitals from small letters, and neither do we when it comes to harm.
  const program = name.toLowerCase();
  if (!programs.has(program)) return safe;
  const given = sortArguments(args, optionSet(optionsWithValue(program, args)));
  const verdict = worst(rulesFor(program, given), (rule) => (applies(rule, args, given) ? rule.verdict : safe));
  return verdict.kind === "destructive" && touchesVital(verdict.category, given)
    ? {
        ...verdict,
        radius: "high",
        reason: `${verdict.reason} It is aimed at a part of the system or a whole home directory.`,
      }
    : verdict;
}

/** Some verbs have options of their own before the next verb. */
function optionsWithValue(program: string, args: readonly Argument[]): string {
  const verb = args.find(({ mayBeOption }) => !mayBeOption);
  return verbOptionsWithValue.get(`${program} ${verb?.text}`) ?? verbOptionsWithValue.get(program) ?? "";
}

function touchesVital(category: string, { operands }: Given): boolean {
  return category.startsWith("fs-") && operands.some(({ text }) => vitalPath.test(text));
}

/** The rules of every path that the operands spell out. */
function rulesFor(program: string, { operands, stranger }: Given): readonly Rule[] {
  const found = [...(rules.get(program) ?? [])];
  // An option that we do not know may have a value, which then stands where the verb should be.
  for (let first = 0; first <= (stranger === null ? 0 : 1); first++) {
    let path = program;
    for (let at = first; at < Math.min(first + longestPath, operands.length); at++) {
      path = `${path} ${operands[at]?.text}`;
      if (path.length > longestName) break;
      found.push(...(rules.get(path) ?? []));
    }
  }
  return found;
}

const longestName = 100;

function applies(
  { when, needed, unwanted, verbs }: Rule,
  args: readonly Argument[],
  { options, operands }: Given,
): boolean {
  const has = (wanted: string) => options.some(({ name }) => spells(name, wanted));
  if (!needed.every((alternatives) => alternatives.some(has))) return false;
  if (unwanted.some(has)) return false;
  if (when.operands !== undefined && operands.length - verbs < when.operands) return false;
  const { operand, word } = when;
  if (operand !== undefined && !operands.slice(verbs).some(({ text }) => operand.test(text))) return false;
  return word === undefined || args.some(({ text }) => word.test(text));
}

/** Long options may be cut short as long as they stay recognisable. */
function spells(given: string, wanted: string): boolean {
  if (given === wanted) return true;
  return given.length > 2 && given.startsWith("--") && wanted.startsWith(given);
}

function byPath(rows: readonly HarmRow[]): ReadonlyMap<string, readonly Rule[]> {
  const found = new Map<string, Rule[]>();
  for (const [paths, category, radius, reason, when = {}] of rows) {
    const needed = when.with === undefined ? [] : typeof when.with === "string" ? [when.with] : when.with;
    for (const path of paths.split("|")) {
      const rule: Rule = {
        verdict: destructive(category, radius, reason),
        verbs: path.split(" ").length - 1,
        when,
        needed: needed.map((alternatives) => alternatives.split("|")),
        unwanted: when.without?.split("|") ?? [],
      };
      const others = found.get(path);
      if (others) others.push(rule);
      else found.set(path, [rule]);
    }
  }
  return found;
}
