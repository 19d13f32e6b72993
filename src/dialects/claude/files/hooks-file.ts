import { type Finding, finding } from "../../../errors/problem.ts";
import { closest } from "../../../lib/closest.ts";
import { describeValue } from "../../../lib/describe-value.ts";
import { parseJson } from "../../../lib/json-document.ts";
import type { SourceDocument } from "../../../lib/source-document.ts";
import { below, lineOf, type Site } from "../../declaring.ts";
import { brokenRule, guardsInText } from "../declaration/broken.ts";
import type { Collected } from "../declaration/collected.ts";
import { claudeEvent, type PayloadMode } from "../events.ts";
import type { Owner } from "../owner.ts";
import { compileHooks } from "./hooks-table.ts";

type Table = Readonly<Record<string, unknown>>;

/** Compiles the text of a `hooks.json`. Whatever is wrong with it, it is told, and guards in it refuse. */
export function compileHooksFile(file: string, text: string, owner: Owner, out: Collected): void {
  const parsed = readJson(file, text);
  if (parsed === null) return;
  if ("code" in parsed) addUnreadable(file, text, parsed, owner, out);
  else compileHooksObject(parsed.value, { file, document: parsed, path: [], label: "" }, owner, out);
}

/** Parses a file; null when it says nothing at all, a problem when it cannot be read. */
export function readJson(file: string, text: string): SourceDocument | Finding | null {
  // Both mean "no hooks", and only one of them is an object.
  if (/^\uFEFF?\s*\[\s*\]\s*$/.test(text)) return null;
  const parsed = parseJson(text);
  if (!("bad" in parsed)) return parsed;
  if (/^\uFEFF?\s*\[/.test(text) && parsed.bad === "it is not a JSON object")
    return finding("CLAUDE_HOOKS_INVALID", { file, line: 1 }, { got: "a list" });
  return finding("FILE_SYNTAX", { file, line: parsed.line }, { format: "JSON", why: parsed.bad });
}

/** Adds what can be said of a file that cannot be read. */
export function addUnreadable(file: string, text: string, problem: Finding, owner: Owner, out: Collected): void {
  out.findings.push(problem);
  out.broken.push(brokenRule(problem, null, null, [problem]));
  out.hooks.push(...guardsInText(file, text, owner, problem));
}

const rootKeys = ["hooks", "payload", "description", "$schema"];

/** Compiles `{ "hooks": { … } }`, or what would stand there alone. */
export function compileHooksObject(root: Table, site: Site, owner: Owner, out: Collected): void {
  const mode = modeOf(root, site, owner.mode, out);
  const theirs = { ...owner, mode };
  const rest = Object.entries(root).filter(([key]) => !rootKeys.includes(key));
  if (!Object.hasOwn(root, "hooks")) {
    compileHooks(Object.fromEntries(rest), site, theirs, out);
    return;
  }
  compileHooks(root.hooks, below(site, "hooks"), theirs, out);
  for (const [key, value] of rest) {
    if (claudeEvent(key)) compileMisplaced(key, value, site, theirs, out);
    else {
      const hook = site.label === "" ? "This file" : site.label;
      const params = { hook, key, suggestion: closest(key, rootKeys) };
      out.findings.push(finding("CLAUDE_KEY_UNKNOWN", { file: site.file, line: lineOf(site, [key]) }, params));
    }
  }
}

/** Rules beside `hooks` instead of under it: kept as declarations that cannot run, because nobody else reads them. */
export function compileMisplaced(key: string, value: unknown, site: Site, owner: Owner, out: Collected): void {
  const params = { key, expected: "hooks" };
  const problem = finding("HOOK_MISPLACED", { file: site.file, line: lineOf(site, [key]) }, params);
  out.findings.push(problem);
  compileHooks({ [key]: value }, site, owner, { ...out, findings: [] }, problem);
}

const modes: readonly PayloadMode[] = ["agentao", "claude-code"];

function modeOf({ payload }: Table, site: Site, usual: PayloadMode, out: Collected): PayloadMode {
  if (payload === undefined || payload === null) return usual;
  const known = modes.find((mode) => mode === payload);
  if (known) return known;
  const params = { key: "payload", expected: `one of ${modes.join(", ")}`, got: describeValue(payload) };
  const problem = finding("CONFIG_VALUE_INVALID", { file: site.file, line: lineOf(site, ["payload"]) }, params);
  out.findings.push(problem);
  out.broken.push(brokenRule(problem, null, null, [problem]));
  return usual;
}
