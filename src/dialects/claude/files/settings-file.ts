import { type Finding, finding } from "../../../errors/problem.ts";
import { describeValue } from "../../../lib/describe-value.ts";
import type { SourceDocument } from "../../../lib/source-document.ts";
import { below, type Site } from "../../declaring.ts";
import type { Collected } from "../declaration/collected.ts";
import { claudeEvent } from "../events.ts";
import type { Owner } from "../owner.ts";
import { compileMisplaced, readJson } from "./hooks-file.ts";
import { compileHooks } from "./hooks-table.ts";

/** What a settings file of Claude Code says about hooks. Everything else in it is none of our business. */
export interface SettingsFile {
  readonly file: string;
  readonly text: string;
  /** Null when it cannot be read. */
  readonly document: SourceDocument | null;
  readonly disablesHooks: boolean;
  /** Addresses that http hooks may post to; null when nothing is said, none when nobody can tell what is said. */
  readonly allowedUrls: readonly string[] | null;
  /** Variables that their headers may name; null when nothing is said. */
  readonly allowedEnv: readonly string[] | null;
  readonly findings: readonly Finding[];
  /** Why nothing at all could be read; one of `findings`. */
  readonly unreadable: Finding | null;
}

/** Reads a settings file, before any hook in it has been looked at. */
export function readSettingsFile(file: string, text: string): SettingsFile {
  const parsed = readJson(file, text);
  const nothing = { file, text, document: null, disablesHooks: false, allowedUrls: null, allowedEnv: null };
  if (parsed === null) return { ...nothing, findings: [], unreadable: null };
  if ("code" in parsed) {
    const keeps = (key: string) => (text.includes(key) ? [] : null);
    const lists = { allowedUrls: keeps("allowedHttpHookUrls"), allowedEnv: keeps("httpHookAllowedEnvVars") };
    return { ...nothing, ...lists, findings: [parsed], unreadable: parsed };
  }
  const findings: Finding[] = [];
  const { value, lineOf } = parsed;
  const wrong = (key: string, expected: string) => {
    const params = { key, expected, got: describeValue(value[key]) };
    findings.push(finding("CONFIG_VALUE_INVALID", { file, line: lineOf([key]) }, params));
  };
  const flag = (key: string): boolean => {
    if (value[key] !== undefined && typeof value[key] !== "boolean") wrong(key, "true or false");
    return value[key] === true;
  };
  const texts = (key: string): readonly string[] | null => {
    const list = value[key];
    if (list === undefined) return null;
    if (Array.isArray(list) && list.every((entry) => typeof entry === "string")) return list;
    wrong(key, "a list of texts");
    return [];
  };
  if (flag("allowManagedHooksOnly")) {
    const params = { key: "allowManagedHooksOnly", why: "it counts only in the settings of an administrator" };
    findings.push(finding("CLAUDE_SETTING_IGNORED", { file, line: lineOf(["allowManagedHooksOnly"]) }, params));
  }
  return {
    file,
    text,
    document: parsed,
    disablesHooks: flag("disableAllHooks"),
    allowedUrls: texts("allowedHttpHookUrls"),
    allowedEnv: texts("httpHookAllowedEnvVars"),
    findings,
    unreadable: null,
  };
}

/** Compiles the hooks of a settings file. */
export function compileSettingsFile({ file, document }: SettingsFile, owner: Owner, out: Collected): void {
  if (document === null) return;
  const site: Site = { file, document, path: [], label: "" };
  if (document.value.hooks !== undefined) compileHooks(document.value.hooks, below(site, "hooks"), owner, out);
  for (const [key, value] of Object.entries(document.value))
    if (claudeEvent(key)) compileMisplaced(key, value, site, owner, out);
}
