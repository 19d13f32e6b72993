import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { contractOf } from "../catalog/catalog.ts";
import { adaptedConditions } from "../dialects/adapted.ts";
import { adaptedExecutor } from "../dialects/adapted-executor.ts";
import type { AdapterCall } from "../dialects/adapter-call.ts";
import type { Question, Said, Surroundings, Translation } from "../dialects/translation.ts";
import { translationOf, translations } from "../dialects/translations.ts";
import type { Effects } from "../engine/effects.ts";
import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import { everywhere, matchesEverything } from "../engine/matcher.ts";
import type { Executor, Failure } from "../engine/ports.ts";
import { caught, effectsOf } from "../engine/read-reply.ts";
import { valueAt } from "../engine/select.ts";
import { Problem } from "../errors/problem.ts";
import { isTable } from "../lib/source-document.ts";
import { depthOf, placeOf } from "./place.ts";

/** What surrounds one call of `hookline adapt`. */
export interface AdaptWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly signal: AbortSignal | null;
}

/** The agent that started us has a limit for its hooks, which is the one that counts. */
const noLimitMs = 2 ** 31 - 1;

/**
 * Runs a hook for an agent that speaks another dialect: reads what that agent says, tells the hook in its own words, and
 * answers in those of the agent. A hook that fails is a failed hook there, too.
 */
export async function adapt(call: AdapterCall, stdin: string, world: AdaptWorld): Promise<Said> {
  const translation = knownDialect(call);
  const expected = translation.eventsOf(call.event);
  const mustHold = translation.blocksOnFailure(call.event, call.rules);
  const asked = questionIn(stdin, expected);
  if (asked === null)
    return notUnderstood("what stands on standard input is no event of an agent that it knows", mustHold);
  const { agent, question } = asked;
  if (!expected.includes(question.event)) {
    const isTwin = expected.some((event) => agent.nameOf(event) === agent.nameOf(question.event));
    const what = `the agent tells of ${question.event}, but the hook is for ${expected.join(", ")}`;
    return isTwin ? nothingToSay : notUnderstood(what, mustHold);
  }
  if (!applies(call, translation, agent, question)) return nothingToSay;
  const answer = await run(call, translation, question, { ...world, cwd: projectOf(agent, world) });
  if (call.isAsync) return nothingToSay;
  if (answer.kind !== "failure") return withMessages(agent.writeReply(question, answer), answer);
  const refusal =
    (answer.policy ?? (mustHold ? "block" : "open")) === "block" ? refusalIn(agent, question, answer) : null;
  return refusal ?? agent.writeReply(question, answer);
}

const nothingToSay: Said = { exitCode: 0, stdout: "", stderr: "", unsaid: [] };

function knownDialect({ dialect, event }: AdapterCall): Translation {
  const translation = translationOf(dialect);
  if (!translation) throw new Problem("ADAPT_CALL_INVALID", { why: `there is no dialect ${JSON.stringify(dialect)}` });
  if (translation.eventsOf(event).length === 0)
    throw new Problem("ADAPT_CALL_INVALID", { why: `${dialect} has no event ${JSON.stringify(event)}` });
  return translation;
}

interface Asked {
  /** The dialect of the agent that asks. */
  readonly agent: Translation;
  readonly question: Question;
}

/** Nobody says whose words these are, but no two dialects call their fields the same. */
function questionIn(stdin: string, expected: Parameters<Translation["readPayload"]>[1]): Asked | null {
  let written: unknown;
  try {
    written = JSON.parse(stdin);
  } catch {
    return null;
  }
  if (!isTable(written)) return null;
  for (const agent of translations) {
    const question = agent.readPayload(written, expected);
    if (question) return { agent, question };
  }
  return null;
}

/** Whom an agent cannot tell something in its answer, it may still tell what is on standard error. */
function withMessages(said: Said, { messages = [] }: Effects): Said {
  if (!said.unsaid.includes("messages")) return said;
  const lines = messages.map(({ text }) => `${text.trim()}\n`).join("");
  return { ...said, stderr: said.stderr + lines, unsaid: said.unsaid.filter((part) => part !== "messages") };
}

/** Exit code 2 blocks in every dialect that has such a thing, and is a failure in the others. */
function notUnderstood(what: string, mustHold: boolean): Said {
  return { exitCode: mustHold ? 2 : 1, stdout: "", stderr: `hookline adapt: ${what}.\n`, unsaid: [] };
}

/** Claude Code starts hooks wherever its shell is at the moment, and says where the project is. */
function projectOf(agent: Translation, { environment, cwd }: AdaptWorld): string {
  const project = environment.CLAUDE_PROJECT_DIR ?? "";
  return agent.name === "claude" && isAbsolute(project) ? project : cwd;
}

/** Conditions about what the agent does not tell are left out of account: a guard must not be off because of them. */
function applies(call: AdapterCall, translation: Translation, agent: Translation, question: Question): boolean {
  const { event, payload } = question;
  const conditions = adaptedConditions(event, call, translation);
  if (conditions === null) throw new Problem("ADAPT_CALL_INVALID", { why: "one of its conditions cannot be read" });
  const isTold = (path: string) => agent.name === "agh" || valueAt(payload, path) !== undefined;
  const named = payload.agent_name;
  if (call.agent !== null && typeof named === "string" && named !== "" && named !== call.agent) return false;
  return conditions.every(({ path, test }) => !isTold(path) || test(valueAt(payload, path)));
}

async function run(
  call: AdapterCall,
  translation: Translation,
  { event, payload }: Question,
  { environment, cwd, signal }: AdaptWorld,
): Promise<Effects | Failure> {
  const around: Surroundings = {
    environment,
    platform: process.platform,
    isOnPath: () => false,
    outputLimit: null,
    cwd,
  };
  const name = call.name ?? call.command.join(" ");
  const contract = contractOf(event);
  const outer = { kind: "process", command: "", args: [], env: {}, inherits: "everything", cwd } as const;
  const hook: Hook = {
    name,
    event,
    dialect: call.dialect,
    source: "config",
    skillSource: null,
    mode: "sync",
    required: false,
    onFailure: "open",
    priority: 0,
    timeoutMs: call.timeoutMs ?? noLimitMs,
    matcher: matchesEverything,
    scope: everywhere,
    tieBreak: "declaration",
    lane: "default",
    together: false,
    executor: inPlace(adaptedExecutor(call, translation, name, outer, around)),
    wire: translation.wireOf(call, name, around),
    metadata: {},
    origin: { file: null, line: null },
  };
  const { execute, close } = await executorFor(call, environment, cwd);
  try {
    const depth = Math.max(1, depthOf(environment));
    const reply = await caught(execute({ runId: randomUUID(), hook, contract, payload, depth, signal }));
    return effectsOf(contract, hook, reply, payload);
  } finally {
    await close();
  }
}

/** We have been started where the hook belongs; the directory that the event tells may be another one. */
function inPlace(executor: ExecutorSpec): ExecutorSpec {
  if (executor.kind !== "process") return executor;
  const { cwdField: _elsewhere, ...here } = executor;
  return here;
}

interface Running {
  readonly execute: Executor;
  readonly close: () => Promise<void>;
}

/** Only what the hook needs is loaded: somebody waits for every start. */
async function executorFor({ runs }: AdapterCall, environment: NodeJS.ProcessEnv, cwd: string): Promise<Running> {
  switch (runs) {
    case "command":
      return (await import("../executors/process/executor.ts")).createProcessExecutor({ environment });
    case "builtin": {
      const [{ createBuiltinExecutorOnDemand }, { createWorld }] = await Promise.all([
        import("./builtin-executor.ts"),
        import("./world.ts"),
      ]);
      return inProcess(createBuiltinExecutorOnDemand(createWorld(placeOf(environment, cwd, null))));
    }
    case "prompt":
      return inProcess((await import("../executors/prompt.ts")).runPrompt);
  }
}

function inProcess(execute: Executor): Running {
  return { execute, close: async () => {} };
}

/**
 * A guard that must not fail open refuses in words that every agent understands, whatever it thinks of failures. Null where
 * an agent has no such words: then the failure itself is the most that can be said.
 */
function refusalIn(agent: Translation, question: Question, { failure, detail }: Failure): Said | null {
  const reason = `A hook that must answer gave no usable answer (${failure}): ${detail}.`;
  const said = agent.writeReply(question, { decision: "deny", reason });
  return said.unsaid.length === 0 ? said : null;
}
