import { type ChatModels, ModelError } from "../../../src/agent/chat-model.ts";
import type { Operator } from "../../../src/agent/live-event.ts";
import type { SessionStore } from "../../../src/agent/session-store.ts";
import { type Tool, toolError } from "../../../src/agent/tool.ts";
import type { Verdict } from "../../../src/engine/verdict.ts";
import { Problem } from "../../../src/errors/problem.ts";
import { createScriptedModel } from "../../../src/models/scripted/create-scripted-model.ts";
import type { Hooks } from "../../../src/runtime/session-hooks.ts";
import { tool } from "../../support/agent.ts";
import type { FiredEvent, Log } from "./log.ts";
import type { Answer, Plan } from "./plan.ts";
import { soon } from "./planned-hooks.ts";

const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** Never fulfilled. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Hooks of which everything is written down. */
export function watchedHooks(hooks: Hooks, log: Log): Hooks {
  const fire: Hooks["fire"] = async (event, payload, options) => {
    if (log.isDead()) return never();
    const fired: FiredEvent = { kind: "fired", event, payload: payload as FiredEvent["payload"], verdict: null };
    log.add(fired);
    const verdict = await hooks.fire(event, payload, options);
    fired.verdict = verdict as unknown as Verdict;
    return log.isDead() ? never() : verdict;
  };
  return { fire };
}

/** A store that fails when the plan says so, and that a dead process cannot reach. */
export function plannedStore(store: SessionStore, { storeFailure }: Plan, log: Log): SessionStore {
  let writes = 0;
  const guarded = async <T>(kinds: readonly string[], work: () => Promise<T>): Promise<T> => {
    if (log.isDead()) return never();
    const isMeant = storeFailure !== null && (storeFailure.of === null || kinds.includes(storeFailure.of));
    const at = isMeant ? writes++ : -1;
    if (isMeant && at >= storeFailure.at && at < storeFailure.at + storeFailure.times) {
      log.add({ kind: "not-kept", isPlanned: true, why: "planned" });
      throw new Problem("SESSION_STORE_FAILED", { file: "memory", why: "the plan says so" });
    }
    try {
      return await work();
    } catch (error) {
      log.add({ kind: "not-kept", isPlanned: false, why: String(error) });
      throw error;
    }
  };
  return {
    ...store,
    create: (session) => guarded(["create"], () => store.create(session)),
    update: (session) => guarded(["update"], () => store.update(session)),
    append: (entries) => {
      const types = entries.map(({ type }) => type);
      return guarded(types, async () => {
        // A database takes a moment, in which other things happen.
        await soon();
        if (log.isDead()) return never();
        await store.append(entries);
        for (const entry of entries) log.add({ kind: "kept", entry });
      });
    },
  };
}

export function plannedModel({ script, oddities }: Plan, log: Log, cancel: () => void): ChatModels {
  const scripted = createScriptedModel(script);
  let calls = 0;
  return {
    describe: scripted.describe,
    stream: async function* (request) {
      const { sessionId, agent } = request.conversation;
      const tools = new Set(request.tools.map(({ name }) => name));
      if (!agent.endsWith(":compaction")) log.add({ kind: "offered", session: sessionId, tools });
      const [model = ""] = request.models;
      const at = calls++;
      const odd = oddities.find(({ call }) => call === at)?.does;
      if (odd === "breaks") throw new Error("This model has a bug.");
      if (odd === "says-canceled") throw new ModelError("canceled", model, "Canceled by nobody.");
      if (odd === "is-not-supported") throw new ModelError("not-supported", model, "It cannot be asked.");
      if (odd === "falls-back") {
        yield { kind: "text", text: "Never mind." };
        yield { kind: "fallback", from: model, to: "scripted/other", reason: "It is tired." };
      }
      if (odd === "falls-silent") {
        yield { kind: "text", text: "Let me think" };
        setImmediate(cancel);
        await untilAborted(request.signal).catch(() => undefined);
      }
      for await (const event of scripted.stream(request)) {
        if (event.kind === "finish" && odd === "has-no-end") return;
        yield event;
      }
    },
  };
}

/** Tools of every temper. `cancel` is what a user does who waits in vain. */
export function plannedTools(log: Log, cancel: () => void): Tool[] {
  const tools = [
    tool("read", () => "what it says", { readOnly: true, decisionClass: "read" }),
    tool("write", () => "written"),
    tool("fail", () => {
      throw new Error("disk full");
    }),
    tool("wrong", () => "", { call: async () => toolError("It does not fit.") }),
    tool("slow", async () => {
      await soon();
      return "at last";
    }),
    tool("stubborn", async (_input, { output }) => {
      for (let round = 0; round < 4; round++) {
        output("still here\n");
        await soon();
      }
      return "done in spite of everything";
    }),
    tool("endless", (_input, { signal }) => {
      setImmediate(cancel);
      return untilAborted(signal);
    }),
    tool("poll", () => "nothing new", { isPolling: true, readOnly: true }),
    tool("quits", () => {
      cancel();
      return "canceled by itself";
    }),
  ];
  return tools.map((one) => ({
    ...one,
    call: (input, context) => {
      const { sessionId, callId, signal } = context;
      if (log.isDead()) return never();
      log.add({ kind: "ran", session: sessionId, id: callId, tool: one.name, wasCanceled: signal.aborted });
      return one.call(input, context);
    },
  }));
}

export function plannedOperator(answers: readonly Answer[], log: Log, cancel: () => void): Operator {
  let asked = 0;
  return {
    confirm: async ({ tool_call_id: id }, signal) => {
      const answer = answers[asked++ % answers.length] ?? "reject";
      log.add({ kind: "asked", id, isRefused: !answer.startsWith("approve") });
      await soon();
      switch (answer) {
        case "approve":
        case "approve-session":
        case "approve-tool":
          return { kind: answer };
        case "reject":
          return { kind: "reject", reason: "Not this." };
        case "breaks":
          throw new Error("The terminal is gone.");
        case "waits":
          setImmediate(cancel);
          return untilAborted(signal);
      }
    },
    extendLimit: async () => {
      await soon();
      if (answers[0] === "breaks") throw new Error("The terminal is gone.");
      return answers[0]?.startsWith("approve") === true && asked++ < 3;
    },
  };
}
