import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Collected } from "../src/dialects/docker-agent/collected.ts";
import { dockerEvents } from "../src/dialects/docker-agent/events.ts";
import { compileHooks } from "../src/dialects/docker-agent/hooks-table.ts";
import type { Owner } from "../src/dialects/docker-agent/owner.ts";
import { readReply } from "../src/dialects/docker-agent/reply.ts";

const event = fc.constantFrom(...dockerEvents);
const words = fc.constantFrom("allow", "deny", "ask", "block", "", "x", null, true, false, 0, {}, [], { cmd: "x" });
const specific = fc.record(
  {
    hook_event_name: words,
    permission_decision: words,
    permission_decision_reason: words,
    updated_input: words,
    additional_context: words,
    summary: words,
    updated_messages: words,
    updated_tool_response: words,
    metadata: words,
    other: words,
  },
  { requiredKeys: [] },
);
const answer = fc
  .record(
    {
      continue: words,
      stop_reason: words,
      suppress_output: words,
      system_message: words,
      decision: words,
      reason: words,
      hook_specific_output: fc.oneof(specific, words),
      other: words,
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));
const stdout = fc.oneof(answer, fc.json(), fc.string(), fc.constantFrom("", "{", "{}{}", "null", "[]"));

describe("docker-agent answers", () => {
  it("are read without a throw, and ask for nothing that docker-agent does not grant", () => {
    const rules = fc.record({
      event,
      otherExit: fc.constantFrom("fails" as const, "warns" as const, "ignored" as const),
      strictExit: fc.boolean(),
      strictOutput: fc.boolean(),
    });
    const property = fc.property(
      rules,
      stdout,
      fc.constantFrom(0, 1, 2, 126, 127),
      fc.string(),
      (held, said, exitCode, stderr) => {
        const output = { kind: "output", exitCode, stdout: said, stderr, stderrBytes: stderr.length } as const;
        const read = readReply(held, output, { tool_input: { a: 1 }, summary: "" });
        if (read.kind === "failure") return;
        if (!held.event.blocks) expect(read.decision).not.toBe("deny");
        if (!held.event.asks) expect(read.decision).not.toBe("ask");
        if (held.event.context === null) expect(read.contexts).toBeUndefined();
        if (!held.event.fields.includes("metadata")) expect(read.metadata).toBeUndefined();
        if (held.event.fields.every((field) => !/^updated|summary/.test(field))) expect(read.patch).toBeUndefined();
        if (exitCode === 2 && held.event.blocks) expect(read.decision).toBe("deny");
      },
    );
    fc.assert(property, { numRuns: 3000 });
  });
});

describe("docker-agent declarations", () => {
  const owner: Owner = {
    agent: null,
    workspace: null,
    fromWorkspace: false,
    cwd: "/",
    shell: { command: "/bin/sh", args: ["-c"] },
    environment: {},
    home: "/",
    outputLimit: 1024,
    knownBuiltins: new Set(["add_date"]),
    builtinEvents: null,
  };
  const anything = fc.jsonValue({ maxDepth: 2 });
  const hook = fc.record(
    {
      type: fc.oneof(fc.constantFrom("command", "builtin", "model"), anything),
      command: fc.oneof(fc.constantFrom("x", "add_date"), anything),
      timeout: anything,
      env: anything,
      args: anything,
      on_error: fc.oneof(fc.constantFrom("warn", "block", "ignore"), anything),
      prompt: anything,
      model: anything,
      name: anything,
    },
    { requiredKeys: [] },
  );
  const entry = fc.record(
    {
      matcher: fc.oneof(fc.string(), anything),
      hooks: fc.oneof(fc.array(hook), hook, anything),
      preempt_yolo: anything,
    },
    { requiredKeys: [] },
  );
  const table = fc.dictionary(
    fc.constantFrom(...dockerEvents.map(({ name }) => name), "typo"),
    fc.oneof(fc.array(fc.oneof(hook, entry, anything)), hook, entry, anything),
  );

  it("are compiled without a throw; each is a hook or is told of, and pre_tool_use never opens", () => {
    const property = fc.property(fc.oneof(table, anything), (hooks) => {
      const out: Collected = { hooks: [], broken: [], findings: [] };
      compileHooks(hooks, { file: "f.yaml", document: null, path: [], label: "hooks" }, owner, out);
      const hasErrors = out.findings.some(({ severity }) => severity === "error");
      expect(out.broken.length > 0).toBe(hasErrors);
      const gateIsBroken = out.broken.some((broken) => broken.event === "tool.pre_call");
      const refuses = out.hooks.some((made) => made.event === "tool.pre_call" && made.executor.kind === "broken");
      expect(refuses).toBe(gateIsBroken);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
