import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type SourceDocument } from "../../lib/source-document.ts";
import { parseYaml } from "../../lib/yaml-document.ts";
import { below, entriesAt, type Site } from "./site.ts";

type Table = Readonly<Record<string, unknown>>;

/** `agent`: a file that defines agents. `fragment`: a file of the user's `hooks.d`, with hooks for every agent. */
export type FileKind = "agent" | "fragment";

export interface AgentEntry {
  /** Null when nobody can tell. */
  readonly name: string | null;
  readonly table: Table;
  readonly site: Site;
  /** Something wrong with how it is written down, on account of which none of its hooks must run. */
  readonly spoiltBy: Finding | null;
}

/** What a docker-agent file says, before any hook in it has been looked at. */
export interface DockerFile {
  /** In the order of the file; the first one is meant by events that name no agent. */
  readonly agents: readonly AgentEntry[];
  /** Hooks of every agent. */
  readonly hooks: unknown;
  readonly hooksSite: Site;
  /** The other keys of the file, among which hooks may have got lost. */
  readonly rest: Table;
  /** Where `settings.snapshot: true` stands, when the file may say it and does. */
  readonly snapshot: Site | null;
  readonly findings: readonly Finding[];
  /** Why nothing at all could be read; one of `findings`. */
  readonly unreadable: Finding | null;
}

/** Reads a YAML file of docker-agent's. Keys that are about other things than hooks are left alone in agent files. */
export function readDockerFile(file: string, kind: FileKind, text: string): DockerFile {
  const parsed = parseYaml(text);
  const siteOf = (document: SourceDocument | null, ...path: string[]): Site => ({
    file,
    document,
    path,
    label: path.join("."),
  });
  if ("bad" in parsed) {
    const problem = finding("FILE_SYNTAX", { file, line: parsed.line }, { format: "YAML", why: parsed.bad });
    const hooksSite = siteOf(null, "hooks");
    return { agents: [], hooks: null, hooksSite, rest: {}, snapshot: null, findings: [problem], unreadable: problem };
  }
  const findings: Finding[] = [];
  const tell = (key: string, expected: string, got: unknown): Finding => {
    const place = { file, line: parsed.lineOf(key.split(".")) };
    const problem = finding("CONFIG_VALUE_INVALID", place, { key, expected, got: describeValue(got) });
    findings.push(problem);
    return problem;
  };
  if (kind === "fragment") tellUnknownKeys(file, parsed, findings);
  return {
    agents: kind === "agent" ? agentsIn(parsed, tell, siteOf) : [],
    hooks: parsed.value.hooks,
    hooksSite: siteOf(parsed, "hooks"),
    rest: withoutAgents(parsed.value),
    snapshot: snapshotIn(file, kind, parsed, tell, findings) ? siteOf(parsed, "settings", "snapshot") : null,
    findings,
    unreadable: null,
  };
}

function withoutAgents({ agents: _agents, ...rest }: Table): Table {
  return rest;
}

const fragmentKeys = ["hooks", "settings"];

function tellUnknownKeys(file: string, { value, lineOf }: SourceDocument, findings: Finding[]): void {
  for (const key of Object.keys(value)) {
    if (fragmentKeys.includes(key)) continue;
    const params = { key, suggestion: closest(key, fragmentKeys), allowed: fragmentKeys.join(", ") };
    findings.push(finding("CONFIG_KEY_UNKNOWN", { file, line: lineOf([key]) }, params));
  }
}

type TellValue = (key: string, expected: string, got: unknown) => Finding;

function agentsIn(
  document: SourceDocument,
  tell: TellValue,
  siteOf: (document: SourceDocument, ...path: string[]) => Site,
): AgentEntry[] {
  const { agents } = document.value;
  if (agents === undefined || agents === null) return [];
  const site = siteOf(document, "agents");
  if (!isTable(agents)) return spoiltAgents(agents, site, tell("agents", "a mapping from names to agents", agents));
  return Object.entries(agents).flatMap(([name, table]) => {
    const here = below(site, name);
    if (table === null) return [{ name, table: {}, site: here, spoiltBy: null }];
    if (isTable(table)) return [{ name, table, site: here, spoiltBy: null }];
    return spoiltAgents(table, here, tell(`agents.${name}`, "a mapping", table));
  });
}

/** A guard in a list of mappings is still a guard. */
function spoiltAgents(list: unknown, site: Site, spoiltBy: Finding): AgentEntry[] {
  return entriesAt(site, list).flatMap(({ site: here, value }) =>
    isTable(value) ? [{ name: null, table: value, site: here, spoiltBy }] : [],
  );
}

/** Snapshots are the user's to switch on: a repository must not. */
function snapshotIn(
  file: string,
  kind: FileKind,
  { value, lineOf }: SourceDocument,
  tell: TellValue,
  findings: Finding[],
): boolean {
  const settings = value.settings;
  if (!isTable(settings)) {
    if (settings !== undefined && settings !== null && kind === "fragment") tell("settings", "a mapping", settings);
    return false;
  }
  const { snapshot } = settings;
  if (snapshot === undefined || snapshot === null) return false;
  if (kind === "agent") {
    const params = {
      key: "settings.snapshot",
      belongs: "the config.toml of your home folder or a file in its hooks.d",
    };
    findings.push(finding("CONFIG_NOT_HERE", { file, line: lineOf(["settings", "snapshot"]) }, params));
    return false;
  }
  if (typeof snapshot !== "boolean") tell("settings.snapshot", "true or false", snapshot);
  return snapshot === true;
}
