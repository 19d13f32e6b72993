import { contractOf, type EventName } from "../../catalog/catalog.ts";
import type { BrokenHook, ExecutorSpec, Hook } from "../../engine/hook.ts";
import { matchesEverything } from "../../engine/matcher.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import type { SourceDocument } from "../../lib/source-document.ts";
import { describeBroken, dialect, guess, standIns } from "./broken.ts";
import { entryCommand } from "./entry.ts";
import type { AgentHookEvent } from "./events.ts";
import { type Declared, readFields, type Tell } from "./fields.ts";
import { readHookFile } from "./hook-file.ts";
import { type Owner, scopeOf } from "./owner.ts";
import { providerKeyNames } from "./provider-keys.ts";
import { isFatal } from "./strictness.ts";
import { hookVariables, variableFields } from "./variables.ts";
import { agentHooksWire } from "./wire.ts";

/** What became of one HOOK.md. */
export interface CompiledHook {
  readonly file: string;
  /** What it is called, as far as that can be told. */
  readonly name: string | null;
  /** Null when it cannot run, or when nothing would ever run it. */
  readonly hook: Hook | null;
  readonly broken: BrokenHook | null;
  /** Hooks that refuse in its place, when it cannot run and must not fail open. */
  readonly standIns: readonly Hook[];
  /** All that is wrong with it, by the rules of `hookline validate`. */
  readonly findings: readonly Finding[];
}

/** Checks one HOOK.md completely and compiles it. All problems are found in one pass. */
export function compileHook(file: string, text: string, owner: Owner): CompiledHook {
  const read = readHookFile(file, text);
  if (read.document === null) return unreadable(file, text, owner, read.findings);
  const findings = [...read.findings];
  const declared = readFields(read.document, owner, tellAt(file, read.document, findings));
  const line = read.document.lineOf(["name"]);
  const { name, event, matcher } = declared;
  const reasons = findings.filter(isFatal);
  if (reasons.length > 0 || name === null || event === null) {
    const broken = describeBroken(file, line, name ?? owner.directoryName, event?.event ?? null, reasons);
    const holds = declared.onFailure === "block" && !declared.isAsync;
    const guards = holds ? standIns(broken, owner, matcher ?? undefined) : [];
    return { file, name, hook: null, broken, standIns: guards, findings };
  }
  const place = { file, line };
  const hook = event.event === null ? null : assemble({ ...declared, name, event }, event.event, place, owner);
  return { file, name, hook, broken: null, standIns: [], findings };
}

function unreadable(file: string, text: string, owner: Owner, findings: readonly Finding[]): CompiledHook {
  const reasons = findings.filter(isFatal);
  // Somebody else's file is no hook of ours that is missing.
  if (reasons.length === 0) return { file, name: null, hook: null, broken: null, standIns: [], findings };
  const guessed = guess(text);
  const broken = describeBroken(file, reasons[0]?.line ?? 1, owner.directoryName, guessed.event, reasons);
  return { file, name: null, hook: null, broken, standIns: guessed.mustHold ? standIns(broken, owner) : [], findings };
}

/** Speaks of one hook, by its name as soon as that is known. */
function tellAt(file: string, document: SourceDocument, findings: Finding[]): Tell {
  const { name } = document.value;
  const hook = typeof name === "string" && name.trim() !== "" ? `Hook ${JSON.stringify(name.trim())}` : "This hook";
  return (code, at, params) => {
    const all = { ...params, hook } as unknown as Parameters<typeof finding<typeof code>>[2];
    findings.push(finding(code, { file, line: document.lineOf(at) }, all));
  };
}

type Sound = Declared & { readonly name: string; readonly event: AgentHookEvent };

function assemble(declared: Sound, event: EventName, origin: Hook["origin"], owner: Owner): Hook {
  const { name } = declared;
  const onFailure = declared.isAsync ? "open" : declared.onFailure;
  return {
    name,
    event,
    dialect,
    source: "config",
    skillSource: null,
    mode: declared.isAsync ? "async" : "sync",
    required: onFailure === "block",
    onFailure,
    priority: declared.priority,
    timeoutMs: declared.timeoutMs,
    matcher: declared.matcher ?? matchesEverything,
    scope: scopeOf(contractOf(event), owner),
    tieBreak: "declaration",
    lane: "default",
    together: false,
    executor: executorOf(name, owner),
    wire: agentHooksWire({
      hook: name,
      event: declared.event,
      trigger: declared.trigger,
      failsClosed: onFailure === "block",
      debug: settingOf(owner, "debug"),
      plainStdoutAsContext: settingOf(owner, "plainStdoutAsContext"),
      workDir: owner.workDir,
      outputLimit: owner.outputLimit,
    }),
    metadata: { ...declared.metadata, description: declared.description, trigger: declared.trigger },
    fromWorkspace: owner.workspace !== null,
    origin,
  };
}

function executorOf(name: string, owner: Owner): ExecutorSpec {
  const { directory, entry, isOnPath, platform, workDir } = owner;
  // Without an entry script every run fails as "not-found".
  const command =
    entry === null ? { command: `${directory}/scripts/run.sh`, args: [] } : entryCommand(entry, isOnPath, platform);
  return {
    kind: "process",
    ...command,
    env: hookVariables(name, directory, workDir),
    envFields: variableFields,
    inherits: "everything",
    // Only the user can hand them out: a repository would give them to itself.
    without: owner.settings.user.providerKeys ? [] : providerKeyNames,
    cwd: workDir,
    cwdField: { name: "cwd|workspace", below: "" },
  };
}

/** What either of the two files of settings switches on is on. */
function settingOf({ settings }: Owner, key: "debug" | "plainStdoutAsContext"): boolean {
  return settings.user[key] || settings.own[key];
}
