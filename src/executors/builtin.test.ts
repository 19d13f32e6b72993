import { describe, expect, it } from "vitest";
import { contractOf, type EventName } from "../catalog/catalog.ts";
import type { Effects } from "../engine/effects.ts";
import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import type { Execution, Reply } from "../engine/ports.ts";
import { createBuiltinExecutor } from "./builtin.ts";
import { type ExecutionOptions, executionOf } from "./testing.ts";

interface Input {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly signal: AbortSignal | null;
  readonly event: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly written: () => unknown;
}
type Run = (input: Input, world: { readonly motto: string }) => Effects | undefined | Promise<Effects | undefined>;

const world = { motto: "here" };
const spec: Extract<ExecutorSpec, { kind: "builtin" }> = {
  kind: "builtin",
  name: "it",
  args: ["a"],
  env: { X: "1" },
  cwd: null,
};

function start(run: Run, options: ExecutionOptions & { spec?: Partial<typeof spec>; hook?: Partial<Hook> } = {}) {
  const execution = executionOf({ ...spec, ...options.spec }, options);
  const execute = createBuiltinExecutor(new Map([["it", { events: ["tool.pre_call"] as const, run }]]), world);
  return execute({ ...execution, hook: { ...execution.hook, ...options.hook } });
}

const forever: Run = () => new Promise(() => {});

describe("the executor of built-in hooks", () => {
  it("hands over the event, the payload, the arguments and the world, and answers without a promise", () => {
    let given: unknown[] = [];
    const payload = { tool_name: "shell" };
    const reply = start(
      (input, machine) => {
        given = [input.event, input.payload, input.args, input.env, input.signal, machine];
        return { reason: "mine" };
      },
      { payload },
    );
    expect(reply).toEqual({ reason: "mine" });
    expect(given).toEqual(["tool.pre_call", payload, ["a"], { X: "1" }, null, world]);
    expect(given[1]).toBe(payload);
  });

  it.each<[what: string, cwd: string | null, payload: Record<string, unknown>, expected: string | null]>([
    ["the declaration's directory", "/declared", { cwd: "/event", workspace: "/ws" }, "/declared"],
    ["one below the event's", "sub", { cwd: "/event" }, "/event/sub"],
    ["the event's directory", null, { cwd: "/event", workspace: "/ws" }, "/event"],
    ["the workspace", null, { workspace: "/ws" }, "/ws"],
    ["the workspace when the event's is empty", null, { cwd: "", workspace: "/ws" }, "/ws"],
    ["none", null, {}, null],
    ["none for a relative one without a start", "sub", {}, null],
    ["none for what is no text", null, { cwd: 7 }, null],
  ])("docker §10.15: a built-in works in %s", (_what, cwd, payload, expected) => {
    let seen: string | null | undefined;
    start(
      (input) => {
        seen = input.cwd;
        return undefined;
      },
      { spec: { cwd }, payload },
    );
    expect(seen).toBe(expected);
  });

  it.each([
    ["itt", 'there is no built-in hook "itt"; did you mean "it"?'],
    ["something_else", 'there is no built-in hook "something_else"'],
    ["", 'there is no built-in hook ""'],
  ])("docker §10.12: the unknown name %j fails", (name, detail) => {
    const reply = start(() => undefined, { spec: { name } });
    expect(reply).toEqual({ kind: "failure", failure: "not-supported", detail });
  });

  it("has no effect on an event that the built-in is not for", () => {
    const execution = executionOf(spec);
    const elsewhere: Execution = { ...execution, contract: contractOf("session.end") };
    const execute = createBuiltinExecutor(
      new Map([["it", { events: ["tool.pre_call"] as const, run: () => ({ reason: "never" }) }]]),
      world,
    );
    expect(execute(elsewhere)).toBeUndefined();
  });

  it("refuses hooks of another kind", () => {
    const execute = createBuiltinExecutor(new Map(), world);
    expect(execute(executionOf({ kind: "wasm" }))).toMatchObject({ failure: "not-supported" });
  });

  it("lets what a built-in throws through, at once or later", async () => {
    const boom = () => {
      throw new Error("boom");
    };
    expect(() => start(boom)).toThrow("boom");
    await expect(start(async () => boom(), { timeoutMs: 60_000 })).rejects.toThrow("boom");
  });

  it("stops waiting when the time is up, and tells the built-in so", async () => {
    let signal: AbortSignal | null = null;
    const reply = await start(
      (input) => {
        signal = input.signal;
        return new Promise(() => {});
      },
      { timeoutMs: 1 },
    );
    expect(reply).toMatchObject({ failure: "timed-out", detail: "it gave no answer within 1 ms" });
    expect(signal).toMatchObject({ aborted: true });
  });

  it("stops waiting when the dispatch is canceled", async () => {
    for (const timeoutMs of [0, 60_000]) {
      const controller = new AbortController();
      const reply = start(forever, { timeoutMs, signal: controller.signal });
      controller.abort();
      expect(await reply).toMatchObject({ failure: "killed" });
    }
    expect(start(forever, { signal: AbortSignal.abort() })).toMatchObject({ failure: "killed" });
  });

  it("is not disturbed by what comes too late", async () => {
    let fail: (error: Error) => void = () => {};
    const late: Run = () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      });
    const reply = await start(late, { timeoutMs: 1 });
    fail(new Error("too late"));
    expect(reply).toMatchObject({ failure: "timed-out" });
  });

  it("survives an input that is copied", () => {
    const reply = start((input) => ({ reason: String({ ...input }.signal instanceof AbortSignal) }), {
      timeoutMs: 1000,
    });
    expect(reply).toEqual({ reason: "true" });
  });

  it("shows the payload as the dialect writes it to those who ask", () => {
    const wire = { encode: () => '{"hook_event_name": "x"}', decode: () => ({}), outputLimit: 1 };
    const run: Run = (input) => ({ metadata: input.written() as Record<string, unknown> });
    expect(start(run, { hook: { wire } })).toEqual({ metadata: { hook_event_name: "x" } });
    expect(start(run, { hook: { wire: null }, payload: { tool_name: "t" } })).toEqual({ metadata: { tool_name: "t" } });
  });

  it("puts the warnings of an async hook into its record, since nobody is told them", async () => {
    const effects: Effects = { messages: [{ level: "warning", text: "It broke." }] };
    const failure = { kind: "failure", failure: "exit-code", detail: "It broke." };
    const replies: (Reply | Promise<Reply>)[] = [
      start(() => effects, { hook: { mode: "async" } }),
      start(async () => effects, { hook: { mode: "async" } }),
    ];
    for (const reply of replies) expect(await reply).toEqual(failure);
    expect(start(() => effects)).toBe(effects);
    const info: Effects = { messages: [{ level: "info", text: "Fine." }] };
    expect(start(() => info, { hook: { mode: "async" } })).toBe(info);
  });
});
