import { join, relative } from "node:path";
import type { Earlier, Reviewed } from "../app/trust.ts";
import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import { unifiedDiff } from "../lib/line-diff.ts";
import { visible } from "../lib/printable.ts";
import { shellQuote } from "../sources/trust/shell-quote.ts";
import { renderFields } from "./table.ts";
import { paint, type Style, type Terminal } from "./terminal.ts";

type Page = Pick<Terminal, "width" | "color">;

const stateStyles: Readonly<Record<Reviewed["state"], Style>> = { new: "yellow", changed: "red", trusted: "green" };

/** Shows one hook to whoever has to decide on it: what it is, what it runs, and every byte of that, or what changed. */
export function renderReviewed(page: Page, reviewed: Reviewed, root: string): string {
  const { state, evidence, earlier, refusal } = reviewed;
  const title = `${paint(page, stateStyles[state], state.toUpperCase())}  ${paint(page, "bold", shown(evidence.hook))}`;
  const why = state === "changed" && refusal !== null ? [`  ${shown(refusal)}`] : [];
  const declaration = earlier === null ? [] : changedDeclaration(page, evidence.declaration, earlier);
  return [
    [title, ...why].join("\n"),
    indented(renderFields({ ...page, width: page.width - 2 }, fieldsOf(reviewed, root))),
    ...unboundText(page, evidence.unbound),
    ...declaration,
    ...(earlier === null ? claimedText(page, reviewed) : []),
    ...evidence.files.flatMap((file) => fileText(page, file, earlier)),
    ...goneFiles(page, reviewed),
  ].join("\n\n");
}

function fieldsOf({ evidence, hook, kind }: Reviewed, root: string): [label: string, value: string][] {
  const { file, line, event, dialect, programs, uncovered } = evidence;
  const place = file === null ? "(no file)" : `${file}${line === null ? "" : `:${line}`}`;
  const always: [string, string][] = [
    [kind === "claim" ? "Kind" : "Event", `${event} (${dialect})`],
    ["Declared in", place],
    ...(evidence.problem === null ? [] : [["Problem", evidence.problem] as [string, string]]),
  ];
  const about: [string, string][] =
    hook === null
      ? [["What it does", whatOf(evidence.declaration)]]
      : [
          ...matchedBy(hook),
          ...runsOf(hook.executor, root),
          ["Time limit", hook.timeoutMs > 0 ? `${hook.timeoutMs} ms` : "none of its own"],
          ["Required", hook.onFailure === "block" ? "yes: while it does not run, what it guards is refused" : "no"],
        ];
  const fields: [string, string][] = [
    ...always,
    ...about,
    ...programs.map(({ word, path }): [string, string] => ["Program", word === path ? path : `${word} → ${path}`]),
    ...uncovered.map((what): [string, string] => ["Not covered", what]),
  ];
  return fields.map(([label, value]) => [label, visible(value)]);
}

/** What nobody can be told about when it changes must not be overlooked. */
function unboundText(page: Page, unbound: readonly string[]): string[] {
  if (unbound.length === 0) return [];
  const title = "CANNOT BE BOUND: this may run although it changed after you have trusted the hook";
  return [[`  ${paint(page, "red", title)}`, ...unbound.map((what) => `  - ${shown(what)}`)].join("\n")];
}

function matchedBy({ matcher }: Hook): [label: string, value: string][] {
  const conditions = matcher.conditions.map(({ key, pattern }) => `${key} ${JSON.stringify(pattern)}`);
  return conditions.length === 0 ? [] : [["Only for", conditions.join(", ")]];
}

function whatOf(declaration: string): string {
  return (JSON.parse(declaration) as { readonly what: string }).what;
}

/** An agent or a skill is a text; somebody who decides about it has to read it. */
function claimedText(page: Page, { evidence, hook }: Reviewed): string[] {
  if (hook !== null) return [];
  const { says } = JSON.parse(evidence.declaration) as { readonly says?: { readonly text?: unknown } };
  return typeof says?.text === "string" ? [block(page, evidence.file ?? "", says.text)] : [];
}

function runsOf(executor: ExecutorSpec, root: string): [label: string, value: string][] {
  switch (executor.kind) {
    case "process":
      return [
        ["Runs", [executor.command, ...executor.args].map(word).join(" ")],
        ["Runs in", inWorkspace(executor.cwd, root)],
        ["Variables", variablesOf(executor)],
        ...(executor.inherits === "everything" ? [["Environment", "all of yours"] as [string, string]] : []),
      ];
    case "builtin":
      return [["Runs", `the built-in hook ${[executor.name, ...executor.args.map(word)].join(" ")}`]];
    case "model":
      return [
        ["Asks", executor.model],
        ["Prompt", executor.prompt],
      ];
    case "prompt":
      return [["Tells the agent", executor.text]];
    case "http":
      return [
        ["Sends to", executor.url],
        ["Variables", executor.allowedEnv.join(", ") || "none"],
      ];
    case "native":
    case "wasm":
    case "broken":
      return [["Runs", executor.kind]];
  }
}

function variablesOf({ env, writtenEnv = {} }: Extract<ExecutorSpec, { kind: "process" }>): string {
  const names = Object.entries(env).map(([name, value]) => `${name}=${word(writtenEnv[name] ?? value)}`);
  return names.join(" ") || "none";
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuote(text);
}

function inWorkspace(path: string, root: string): string {
  const way = relative(root, path);
  return way === "" ? "the workspace" : way.startsWith("..") ? path : join(".", way);
}

function changedDeclaration(page: Page, declaration: string, earlier: Earlier): string[] {
  if (earlier.declaration === declaration) return [];
  if (earlier.declaration === null)
    return [block(page, "declaration (as it was trusted is not known any more)", declaration)];
  return [diffBlock(page, "declaration", unifiedDiff(earlier.declaration, declaration))];
}

function fileText(page: Page, file: Reviewed["evidence"]["files"][number], earlier: Earlier | null): string[] {
  const { place, bytes, sha256, leadsTo } = file;
  if (leadsTo !== null) return [`  ${paint(page, "cyan", shown(place))}  leads to ${shown(leadsTo)}`];
  const before = earlier?.files.find(({ path }) => path === place);
  if (before?.sha256 === sha256) return [`  ${paint(page, "cyan", shown(place))}  as it was trusted`];
  const title = `${place}  sha256 ${sha256}`;
  if (bytes.subarray(0, 8000).includes(0))
    return [`  ${paint(page, "cyan", shown(title))}  ${bytes.length} bytes, not a text`];
  if (before?.bytes)
    return [diffBlock(page, title, unifiedDiff(before.bytes.toString("utf8"), bytes.toString("utf8")))];
  return [block(page, title, bytes.toString("utf8"))];
}

function goneFiles(page: Page, { evidence, earlier }: Reviewed): string[] {
  const places = new Set(evidence.files.map(({ place }) => place));
  const gone = earlier?.files.filter(({ path }) => !places.has(path)) ?? [];
  return gone.map(({ path }) => `  ${paint(page, "cyan", shown(path))}  is no longer part of it`);
}

/** Every line begins with a mark of ours: nothing in a file can look like something that we say. */
function block(page: Page, title: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return [`  ${paint(page, "cyan", shown(title))}`, ...lines.map((line) => `  | ${visible(line)}`)].join("\n");
}

function diffBlock(page: Page, title: string, lines: readonly string[]): string {
  const styles: Readonly<Record<string, Style>> = { "+": "green", "-": "red", "@": "cyan" };
  const painted = lines.map((line) => `  | ${paint(page, styles[line[0] ?? ""] ?? null, visible(line))}`);
  return [`  ${paint(page, "cyan", shown(title))}`, ...painted].join("\n");
}

function shown(text: string): string {
  return visible(text.replaceAll("\n", "\\n"));
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
