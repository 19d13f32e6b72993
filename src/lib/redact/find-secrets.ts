import { applyAcrossLines, applyPattern } from "./apply-pattern.ts";
import { hasInvisible, withoutInvisible } from "./invisible.ts";
import { compileWords } from "./keyword-scan.ts";
import type { Look, Rule, Span } from "./rule.ts";
import { rules } from "./rules.ts";

/** A secret and the rule that knows it. */
export interface Secret extends Span {
  readonly rule: string;
}

/** Finds the secrets of a text, in order and apart from each other. */
export function findSecrets(text: string): Secret[] {
  const visible = withoutInvisible(text);
  if (!visible) return merged(search(text));
  return merged(
    search(visible.text).map(({ start, end, rule }) => ({
      start: visible.at(start),
      end: visible.at(end - 1) + 1,
      rule,
    })),
  );
}

/** False means for certain that no rule knows a secret in this text. Takes at most one look at each character. */
export function mayHoldSecret(text: string): boolean {
  if (hasInvisible(text)) return true;
  let isHit = false;
  scanner().scan(text, () => {
    isHit = true;
    return true;
  });
  return isHit;
}

/** Joins what overlaps; the find that begins first gives its name. */
export function merged(secrets: readonly Secret[]): Secret[] {
  const apart: Secret[] = [];
  for (const secret of [...secrets].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (!last || secret.start >= last.end) apart.push(secret);
    else if (secret.end > last.end) apart[apart.length - 1] = { ...last, end: secret.end };
  }
  return apart;
}

function search(text: string): Secret[] {
  const { scan, words, rulesOf } = scanner();
  const found: Secret[] = [];
  const doneUpTo = new Int32Array(rules.length);
  const take = (index: number, { secret, done }: Look): boolean => {
    doneUpTo[index] = Math.max(doneUpTo[index] as number, done);
    if (!secret) return false;
    found.push({ start: secret.start, end: secret.end, rule: (rules[index] as Rule).id });
    return true;
  };
  scan(text, (word, start) => {
    let isFound = false;
    for (const index of rulesOf[word] as number[]) {
      if (start < (doneUpTo[index] as number)) isFound = true;
      else if (take(index, apply(rules[index] as Rule, text, start, words[word] as string))) isFound = true;
    }
    if (isFound) return false;
    for (const index of rulesOf[word] as number[]) {
      const rule = rules[index] as Rule;
      if ("pattern" in rule && take(index, applyAcrossLines(rule, text, start))) break;
    }
    return false;
  });
  return found;
}

function apply(rule: Rule, text: string, at: number, keyword: string): Look {
  return "pattern" in rule ? applyPattern(rule, text, at) : rule.find(text, at, keyword);
}

interface Scanner {
  readonly scan: ReturnType<typeof compileWords>;
  readonly words: readonly string[];
  /** Word → the rules to try there. */
  readonly rulesOf: readonly number[][];
}

let built: Scanner | null = null;

/** Made on first use: a program that never looks at a text should not pay for the table. */
function scanner(): Scanner {
  if (!built) {
    const byWord = new Map<string, number[]>();
    rules.forEach(({ keywords }, index) => {
      for (const word of keywords) byWord.set(word, [...(byWord.get(word) ?? []), index]);
    });
    const words = [...byWord.keys()];
    built = { scan: compileWords(words), words, rulesOf: [...byWord.values()] };
  }
  return built;
}
