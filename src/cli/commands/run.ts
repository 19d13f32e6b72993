import { statSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { TurnEndReason } from "../../agent/live-event.ts";
import { listed } from "../../app/agent/default-models.ts";
import { type Agent, type AgentSessionOptions, openAgent } from "../../app/agent/open-agent.ts";
import { openHookline } from "../../app/open-hookline.ts";
import type { Place } from "../../app/place.ts";
import { parsePermissionRules } from "../../engine/permission-rules.ts";
import { Problem } from "../../errors/problem.ts";
import type { AgentSession, TurnOutcome } from "../../runtime/agent-session.ts";
import { type PermissionMode, rulesOfMode } from "../../runtime/approval/permission-mode.ts";
import { createSessionGrants, type SessionGrants } from "../../runtime/approval/session-grants.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { createOperatorDesk, type OperatorDesk } from "../run/operator-desk.ts";
import { printJsonl } from "../run/print-jsonl.ts";
import { renderLive } from "../run/render-live.ts";
import { runInteractive } from "../run/run-interactive.ts";
import { slashOfCommands } from "../run/slash-of-commands.ts";
import { enterWorktree, type RunPlace } from "../run/worktree.ts";
import { paint } from "../terminal.ts";
import { untrustedLine } from "../untrusted.ts";
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

/** What scripts can tell by the exit code alone; docs/running-agents.md lists them. */
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
  const { terminal, world, flags } = invocation;
  const { files, prompt } = await readWords(invocation);
  const at = await enterWorktree(invocation, placeFrom(invocation));
  const place: Place = { ...at.place, agentFiles: [...(at.place.agentFiles ?? []), ...files.filter(isYaml)] };
  const hookline = await openHookline(place, warnOn(terminal));
  try {
    await at.announce(hookline, flags.agent ?? null);
    await using agent = await openAgent({
      place,
      hookline,
      files: [...(at.place.agentFiles ?? []), ...files],
      agent: flags.agent ?? null,
      models: flags.model === undefined ? [] : listed(flags.model),
      allowedPaths: (flags["allow-path"] ?? []).map((path) => resolve(world.cwd, path)),
    });
    for (const { what, fix, file, line } of agent.warnings) {
      warnOn(terminal)(`${file ?? ""}${line === null ? "" : `:${line}`} ${what}`.trim(), fix);
    }
    const untrusted = untrustedLine(
      terminal,
      hookline.loaded.hooks.map(({ trust }) => ({ refusal: trust?.refusal ?? null })),
    );
    if (untrusted !== "") terminal.err(`${untrusted}\n`);
    const isInteractive = prompt === null;
    const exitCode = isInteractive
      ? await converse(invocation, agent, at)
      : await answer(invocation, agent, at, prompt);
    await at.settle(isInteractive);
    return exitCode;
  } finally {
    await hookline[Symbol.asyncDispose]();
  }
}

/** Somebody sits at the terminal: shows the session and takes what is typed. */
async function converse(invocation: RunInvocation, agent: Agent, at: RunPlace): Promise<number> {
  const { terminal, world, flags } = invocation;
  const desk: OperatorDesk = createOperatorDesk();
  const earlier: Parameters<NonNullable<Parameters<AgentSession["watch"]>[0]>>[0][] = [];
  const grants = grantsOf(flags);
  const session = await open(invocation, agent, at, {
    operator: desk.operator,
    grants,
    listeners: [(event) => void earlier.push(event)],
  });
  const { id } = session.record();
  const { how } = await runInteractive({
    session,
    desk,
    earlier: earlier.splice(0),
    commands: slashOfCommands(id, terminal, { env: world.env, cwd: at.cwd }),
    isYolo: grants.isYolo,
    isVerbose: flags.verbose === true,
    color: terminal.color,
    signal: world.signal,
  });
  terminal.out(`${paint(terminal, "dim", `To go on later: hookline run --resume ${id}`)}\n`);
  return how === "forced" ? 130 : 0;
}

/** Nobody can be asked: one message, one answer, and an exit code that says how it went. */
async function answer(invocation: RunInvocation, agent: Agent, at: RunPlace, prompt: string): Promise<number> {
  const { terminal, world, format, flags } = invocation;
  const live = format === "human" ? renderLive(terminal, { isVerbose: flags.verbose === true }) : null;
  const listener = live?.show ?? (format === "jsonl" ? printJsonl(terminal.out) : () => undefined);
  const session = await open(invocation, agent, at, { operator: null, grants: grantsOf(flags), listeners: [listener] });
  const cancel = () => session.cancelTurn();
  world.signal?.addEventListener("abort", cancel);
  let outcome: TurnOutcome;
  try {
    if (world.signal?.aborted) cancel();
    outcome = await session.submit(prompt);
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

async function open(
  { flags, world }: RunInvocation,
  agent: Agent,
  at: RunPlace,
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
  const id = await resumed(flags, agent, at);
  if (id !== null) return agent.resume(options, id);
  return agent.start(options, { cwd: at.cwd ?? world.cwd, ...(flags.name !== undefined && { name: flags.name }) });
}

/** The session to go on with; null for a new one. */
async function resumed(flags: RunFlags, agent: Agent, at: RunPlace): Promise<string | null> {
  if (flags.resume !== undefined) return flags.resume;
  if (!flags.continue) return null;
  const sessions = await agent.store.list({ workspace: at.workspace, type: "user" });
  const last = sessions.filter(({ parent_id }) => parent_id === null).at(-1);
  if (!last) throw new Problem("SESSION_NONE_TO_CONTINUE", { workspace: at.workspace });
  return last.id;
}

function grantsOf(flags: RunFlags): SessionGrants {
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
  const rules = {
    deny: [...written.deny, ...(mode?.deny ?? [])],
    allow: [...written.allow, ...(mode?.allow ?? [])],
    ask: [...written.ask, ...(mode?.ask ?? [])],
  };
  return createSessionGrants({ isYolo: flags.yolo === true, rules });
}

/** `run [agent file] [prompt]`: a word that is a file of agents is one; what is left is the message. */
async function readWords({ args, world, format }: RunInvocation): Promise<{ files: string[]; prompt: string | null }> {
  const [first, ...rest] = args;
  const isFile = first !== undefined && isAgentFile(resolve(world.cwd, first));
  const words = isFile ? rest : args;
  const files = isFile && first !== undefined ? [resolve(world.cwd, first)] : [];
  const [prompt, extra] = words;
  if (extra !== undefined) throw new Problem("USAGE_ARGUMENT_EXTRA", { command: "run", argument: extra });
  if (prompt !== undefined && prompt !== "-") return { files, prompt: nonEmpty(prompt) };
  if (prompt === undefined && world.ask !== undefined && format === "human") return { files, prompt: null };
  return { files, prompt: nonEmpty(await world.readStdin()) };
}

function nonEmpty(prompt: string): string {
  if (prompt.trim() === "") throw new Problem("RUN_PROMPT_EMPTY", {});
  return prompt;
}

function isAgentFile(path: string): boolean {
  if (/\.(ya?ml|md)$/i.test(extname(path))) return true;
  try {
    return statSync(path).isFile();
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
