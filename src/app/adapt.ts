import { randomUUID } from "node:crypto";
import { contractOf } from "../catalog/catalog.ts";
import { adaptedConditions } from "../dialects/adapted.ts";
import type { AdapterCall } from "../dialects/adapter-call.ts";
import type { Question, Said, Surroundings, Translation } from "../dialects/translation.ts";
import { translationOf, translations } from "../dialects/translations.ts";
import type { Effects } from "../engine/effects.ts";
import type { Hook } from "../engine/hook.ts";
import { everywhere, matchesEverything } from "../engine/matcher.ts";
import type { Failure } from "../engine/ports.ts";
import { effectsOf } from "../engine/read-reply.ts";
import { valueAt } from "../engine/select.ts";
import { Problem } from "../errors/problem.ts";
import { createProcessExecutor } from "../executors/process/executor.ts";
import { isTable } from "../lib/source-document.ts";
import { depthOf } from "./place.ts";

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
  const asked = questionIn(stdin, translation.eventsOf(call.event));
  if (asked === null) return notUnderstood(translation.blocksOnFailure(call.event, call.rules));
  const { agent, question } = asked;
  if (!translation.eventsOf(call.event).includes(question.event) || !applies(call, translation, agent, question))
    return nothingToSay;
  const answer = await run(call, translation, question, world);
  if (call.isAsync) return nothingToSay;
  return agent.writeReply(question, answer.kind === "failure" ? afterFailure(call, translation, answer) : answer);
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

/** Exit code 2 blocks in every dialect that has such a thing, and is a failure in the others. */
function notUnderstood(mustHold: boolean): Said {
  const stderr = "hookline adapt: what stands on standard input is no event of an agent that it knows.\n";
  return { exitCode: mustHold ? 2 : 1, stdout: "", stderr, unsaid: [] };
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
    timeoutMs: noLimitMs,
    matcher: matchesEverything,
    scope: everywhere,
    tieBreak: "declaration",
    lane: "default",
    together: false,
    executor: translation.executorOf(call, name, outer, around),
    wire: translation.wireOf(call, name, around),
    metadata: {},
    origin: { file: null, line: null },
  };
  const executor = createProcessExecutor({ environment });
  try {
    const depth = Math.max(1, depthOf(environment));
    const contract = contractOf(event);
    const reply = await executor.execute({ runId: randomUUID(), hook, contract, payload, depth, signal });
    return effectsOf(contract, hook, reply, payload);
  } finally {
    await executor.close();
  }
}

/** A guard that must not fail open refuses in words that every agent understands, whatever it thinks of failures. */
function afterFailure({ event, rules }: AdapterCall, translation: Translation, failure: Failure): Effects | Failure {
  const policy = failure.policy ?? (translation.blocksOnFailure(event, rules) ? "block" : "open");
  if (policy !== "block") return failure;
  const reason = `A hook that must answer gave no usable answer (${failure.failure}): ${failure.detail}.`;
  return { decision: "deny", reason };
}
