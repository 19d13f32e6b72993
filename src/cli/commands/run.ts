import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { LiveEvent, TurnEndReason } from "../../agent/live-event.ts";
import type { SessionRecord } from "../../agent/session.ts";
import { listed } from "../../app/agent/default-models.ts";
import { idleRules } from "../../app/agent/idle-rules.ts";
import { type Agent, type AgentSessionOptions, openAgent } from "../../app/agent/open-agent.ts";
import { sessionToResume } from "../../app/agent/session-to-resume.ts";
import { openHookline } from "../../app/open-hookline.ts";
import type { Place } from "../../app/place.ts";
import { type PermissionRules, parsePermissionRules } from "../../engine/permission-rules.ts";
import { Problem } from "../../errors/problem.ts";
import { printableLine } from "../../lib/printable.ts";
import type { AgentSession, TurnOutcome } from "../../runtime/agent-session.ts";
import { type PermissionMode, rulesOfMode } from "../../runtime/approval/permission-mode.ts";
import { createSessionGrants, type SessionGrants } from "../../runtime/approval/session-grants.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { earlierTurns } from "../run/earlier-turns.ts";
import { sayOpeningWords } from "../run/opening-words.ts";
import { createOperatorDesk, type OperatorDesk } from "../run/operator-desk.ts";
import { printJsonl } from "../run/print-jsonl.ts";
import { renderLive } from "../run/render-live.ts";
import { runInteractive } from "../run/run-interactive.ts";
import { slashOfCommands } from "../run/slash-of-commands.ts";
import { summaryTable } from "../run/summary-table.ts";
import { enterWorktree, type RunPlace } from "../run/worktree.ts";
import { paint } from "../terminal.ts";
import { warnOn } from "../warn.ts";

type TextFlags =
  | "agent"
  | "model"
  | "resume"
  | "name"
  | "permissions"
  | "max-iterations"
  | "safety"
  | "worktree"
  | "worktree-base";
type Switches = "yolo" | "continue" | "verbose";
export type RunFlags = { readonly [K in TextFlags]?: string } & { readonly [K in Switches]?: boolean } & {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly "allow-path"?: readonly string[];
};
type RunInvocation = Invocation & { flags: RunFlags };

/** What scripts can tell by the exit code alone; `hookline run --help` lists them. */
const exitCodes: Readonly<Record<TurnEndReason, number>> = {
  normal: 0,
  hook_stopped: 0,
  hook_blocked: 2,
  error: 3,
  max_iterations: 4,
  loop_detected: 4,
  canceled: 130,
};

export async function run(invocation: RunInvocation): Promise<number> {
  const { files, prompt } = await readWords(invocation);
  const here = placeFrom(invocation);
  const kept = await resumed(invocation.flags, here);
  // Its own hooks guard a session, wherever it is taken up again.
  const at = await enterWorktree(invocation, kept === null ? here : { ...here, workspace: kept.workspace });
  let exitCode: number;
  try {
    exitCode = await runAt(invocation, { at, files, prompt, kept });
  } catch (error) {
    await at.abandon();
    throw error;
  }
  await at.settle(prompt === null);
  return exitCode;
}

/** What the words of a command line come to. */
interface Wanted {
  readonly at: RunPlace;
  /** Files of agents that the command line names. */
  readonly files: readonly string[];
  /** Null: somebody sits at the terminal. */
  readonly prompt: string | null;
  /** The session to go on with. */
  readonly kept: SessionRecord | null;
}

async function runAt(invocation: RunInvocation, wanted: Wanted): Promise<number> {
  const { terminal, world, flags } = invocation;
  const { at, prompt, kept } = wanted;
  const named = [...(at.place.agentFiles ?? []), ...wanted.files];
  const files = named.length === 0 && kept !== null ? kept.agent_files : named;
  const agentName = flags.agent ?? kept?.agent ?? null;
  const place: Place = { ...at.place, agentFiles: files.filter(isYaml) };
  const hookline = await openHookline(place, warnOn(terminal));
  try {
    await at.announce(hookline, flags.agent ?? null);
    await using agent = await openAgent({
      place,
      hookline,
      files,
      agent: agentName,
      models: flags.model === undefined ? [] : listed(flags.model),
      allowedPaths: (flags["allow-path"] ?? []).map((path) => resolve(world.cwd, path)),
    });
    sayOpeningWords(terminal, {
      loaded: hookline.loaded,
      warnings: [...agent.warnings, ...idleRules(rulesOf(flags))],
      files: files.filter(isYaml),
      cwd: world.cwd,
      isYolo: flags.yolo === true || flags.permissions === "approve-all",
    });
    return prompt === null
      ? await converse(invocation, agent, wanted)
      : await answer(invocation, agent, wanted, prompt);
  } finally {
    await hookline[Symbol.asyncDispose]();
  }
}

/** Somebody sits at the terminal: shows the session and takes what is typed. */
async function converse(invocation: RunInvocation, agent: Agent, wanted: Wanted): Promise<number> {
  const { terminal, world, flags } = invocation;
  const desk: OperatorDesk = createOperatorDesk();
  // What happens before there is a screen to show it on.
  const earlier: LiveEvent[] = [];
  let isShown = false;
  const grants = grantsOf(flags);
  const session = await open(invocation, agent, wanted, {
    operator: desk.operator,
    grants,
    listeners: [(event) => void (isShown || earlier.push(event))],
  });
  const { id, cwd } = session.record();
  if (wanted.kept !== null) terminal.out(earlierTurns(terminal, id, await agent.store.entries(id)));
  isShown = true;
  const { how, tally } = await runInteractive({
    session,
    desk,
    earlier,
    model: agent.model,
    commands: slashOfCommands(id, terminal, { env: world.env, cwd }),
    isYolo: grants.isYolo,
    isVerbose: flags.verbose === true,
    color: terminal.color,
    signal: world.signal,
  });
  terminal.out(`${summaryTable(terminal, tally)}\n`);
  const model = flags.model === undefined ? "" : ` --model ${printableLine(flags.model)}`;
  terminal.out(`${paint(terminal, "dim", `To go on later: hookline run --resume ${id}${model}`)}\n`);
  return how === "forced" ? 130 : 0;
}

/** Nobody can be asked: one message, one answer, and an exit code that says how it went. */
async function answer(invocation: RunInvocation, agent: Agent, wanted: Wanted, prompt: string): Promise<number> {
  const { terminal, world, format, flags } = invocation;
  const live = format === "human" ? renderLive(terminal, { isVerbose: flags.verbose === true }) : null;
  const listener = live?.show ?? (format === "jsonl" ? printJsonl(terminal.out) : () => undefined);
  const session = await open(invocation, agent, wanted, {
    operator: null,
    grants: grantsOf(flags),
    listeners: [listener],
  });
  const cancel = () => session.cancelTurn();
  world.signal?.addEventListener("abort", cancel);
  let outcome: TurnOutcome;
  try {
    outcome = world.signal?.aborted ? notBegun : await session.submit(prompt);
  } finally {
    world.signal?.removeEventListener("abort", cancel);
    const stopped = await session.stop("other");
    // Nobody is there who could do what the hook wants.
    if (!stopped.isStopped) await session.stop("other", { force: true });
  }
  live?.finish();
  if (format === "json" || format === "toon") {
    const { id, totals, agent: name } = session.record();
    const { reason, answer: text, error } = outcome;
    const json = () => ({ session_id: id, agent: name, reason, answer: text, error, totals });
    await print(invocation, { human: () => "", json });
  }
  return exitCodes[outcome.reason];
}

/** It was interrupted while the session started. */
const notBegun: TurnOutcome = { turnId: "", reason: "canceled", answer: "", error: null };

async function open(
  { flags, world }: RunInvocation,
  agent: Agent,
  { at, kept }: Wanted,
  who: Pick<AgentSessionOptions, "operator" | "grants" | "listeners">,
): Promise<AgentSession> {
  const options: AgentSessionOptions = {
    ...who,
    args: {
      ui: who.operator === null ? "print" : "terminal",
      ...(flags.agent !== undefined && { agent: flags.agent }),
    },
    ...(flags["max-iterations"] !== undefined && {
      maxIterations: wholeNumber("--max-iterations", flags["max-iterations"]),
    }),
    ...(flags.safety !== undefined && { safetyPolicy: flags.safety as "unsafe" | "safer" | "strict" }),
  };
  if (kept !== null) return agent.resume(options, kept.id);
  return agent.start(options, { cwd: at.cwd ?? world.cwd, ...(flags.name !== undefined && { name: flags.name }) });
}

/** The session to go on with; null for a new one. */
async function resumed({ resume, continue: goesOn, worktree }: RunFlags, place: Place): Promise<SessionRecord | null> {
  if (resume === undefined && !goesOn) return null;
  const flag = resume === undefined ? "--continue" : "--resume";
  // A session works where it was begun.
  if (worktree !== undefined) throw new Problem("USAGE_FLAGS_APART", { flag, other: "--worktree" });
  const kept = await sessionToResume(place, resume ?? null);
  // Such as a worktree that was removed since.
  if (!existsSync(kept.cwd)) throw new Problem("SESSION_PLACE_GONE", { session: kept.id, cwd: kept.cwd });
  return kept;
}

function grantsOf(flags: RunFlags): SessionGrants {
  return createSessionGrants({ isYolo: flags.yolo === true, rules: rulesOf(flags) });
}

function rulesOf(flags: RunFlags): PermissionRules {
  const written = parsePermissionRules({ allow: flags.allow ?? [], deny: flags.deny ?? [] });
  if ("problems" in written) {
    const [first] = written.problems;
    throw new Problem("USAGE_VALUE_INVALID", {
      name: "--allow or --deny",
      value: [...(flags.allow ?? []), ...(flags.deny ?? [])].join(", "),
      allowed: `rules such as "shell:cmd=npm test*" (${first?.what ?? ""})`,
      suggestion: null,
    });
  }
  const mode = flags.permissions === undefined ? null : rulesOfMode(flags.permissions as PermissionMode);
  return {
    deny: [...written.deny, ...(mode?.deny ?? [])],
    allow: [...written.allow, ...(mode?.allow ?? [])],
    ask: [...written.ask, ...(mode?.ask ?? [])],
  };
}

/** `run [agent file] [prompt]`: a word that is a file of agents is one; what is left is the message. */
async function readWords({ args, world, format }: RunInvocation): Promise<{ files: string[]; prompt: string | null }> {
  const [first, ...rest] = args;
  const isFile = first !== undefined && isAgentFile(first, world.cwd);
  const words = isFile ? rest : args;
  const files = isFile && first !== undefined ? [resolve(world.cwd, first)] : [];
  // Before anything waits for a message.
  for (const file of files) if (!existsSync(file)) throw new Problem("RUN_FILE_MISSING", { file });
  const [prompt, extra] = words;
  if (extra !== undefined) throw new Problem("USAGE_ARGUMENT_EXTRA", { command: "run", argument: extra });
  if (prompt !== undefined && prompt !== "-") return { files, prompt: nonEmpty(prompt) };
  if (prompt === undefined && world.ask !== undefined && format === "human") return { files, prompt: null };
  // As in $(…) of a shell: the end of the last line belongs to the pipe, not to the message.
  return { files, prompt: nonEmpty((await world.readStdin()).replace(/[\r\n]+$/, "")) };
}

function nonEmpty(prompt: string): string {
  if (prompt.trim() === "") throw new Problem("RUN_PROMPT_EMPTY", {});
  return prompt;
}

function isAgentFile(word: string, cwd: string): boolean {
  // "Summarize README.md" is a message; a single word that ends like a file of agents is one that may be misspelt.
  if (/^\S+\.(ya?ml|md)$/i.test(word)) return true;
  try {
    return statSync(resolve(cwd, word)).isFile();
  } catch {
    return false;
  }
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

function wholeNumber(name: string, value: string): number {
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new Problem("USAGE_VALUE_INVALID", { name, value, allowed: "whole numbers from 0", suggestion: null });
}
