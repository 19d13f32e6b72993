import { describe, expect, it } from "vitest";
import type { Effects } from "../../../engine/effects.ts";
import type { Failure, ProcessOutput } from "../../../engine/ports.ts";
import { type ReplyRules, readReply } from "./reply.ts";

type Said = string | Readonly<Record<string, unknown>> | readonly unknown[];

const output = (said: Said, exitCode = 0, stderr = ""): ProcessOutput => ({
  kind: "output",
  exitCode,
  stdout: typeof said === "string" ? said : JSON.stringify(said),
  stderr,
  stderrBytes: stderr.length,
});

const read = (event: string, said: Said, exitCode = 0, stderr = "", rules: Partial<ReplyRules> = {}) =>
  readReply({ event, ...rules }, output(said, exitCode, stderr));

const turn = (text: string) => ({ text, lifetime: "turn" });
const specific = (fields: Readonly<Record<string, unknown>>) => ({ hookSpecificOutput: fields });

type Case = readonly [when: string, said: Said, expected: Effects];

describe("UserPromptSubmit", () => {
  it.each<Case>([
    ["nothing is said", "  \n", {}],
    ["plain text is said", "Use tabs.\n", { contexts: [turn("Use tabs.")] } as Effects],
    ["a JSON string is said", '"Use tabs."', { contexts: [turn("Use tabs.")] } as Effects],
    ["a JSON list is said", "[1, 2]", { contexts: [turn("[1,2]")] } as Effects],
    ["a log line with a bracket is said", "[info] loaded", { contexts: [turn("[info] loaded")] } as Effects],
    ["it blocks", { blockingError: "No." }, { decision: "deny", reason: "No." }],
    ["it blocks in snake case", { blocking_error: "No." }, { decision: "deny", reason: "No." }],
    ["it blocks with Claude's words", { decision: "block", reason: "No." }, { decision: "deny", reason: "No." }],
    [
      "its blocking error is null",
      { blockingError: null, additionalContext: "a" },
      { contexts: [turn("a")] } as Effects,
    ],
    ["it prevents", { preventContinuation: true, stopReason: "Enough." }, { stop: { reason: "Enough." }, final: true }],
    [
      "it prevents without a reason",
      { preventContinuation: true },
      { stop: { reason: "Hook prevented continuation" }, final: true },
    ],
    [
      "Claude's continue is false",
      { continue: false, stopReason: "Enough." },
      { stop: { reason: "Enough." }, final: true },
    ],
    [
      "blocking and preventing meet",
      { preventContinuation: true, blockingError: "No." },
      { decision: "deny", reason: "No." },
    ],
    [
      "it adds several contexts",
      { additionalContext: ["a", "", "b"] },
      { contexts: [turn("a"), turn("b")] } as Effects,
    ],
    ["it adds context in Claude's place", specific({ additionalContext: "a" }), { contexts: [turn("a")] } as Effects],
    ["it consents", { decision: "approve" }, {}],
    ["it shows a message", { systemMessage: "Hi." }, { messages: [{ level: "info", text: "Hi." }] }],
    ["it suppresses output", { suppressOutput: true }, { metadata: { suppress_output: true } }],
    ["it has a field nobody knows", { remark: "done" }, { unread: ["remark"] }],
    [
      "it has a field only Claude Code knows",
      specific({ sessionTitle: "x" }),
      { unread: ["hookSpecificOutput.sessionTitle"] },
    ],
    [
      "it answers for another event",
      specific({ hookEventName: "Stop" }),
      { unread: ["hookSpecificOutput.hookEventName"] },
    ],
    [
      "it prints an attachment",
      { attachment_type: "hook_blocking_error", payload: { error: "No." } },
      { decision: "deny", reason: "No." },
    ],
    [
      "it prints a list of attachments",
      [
        { attachment_type: "hook_additional_context", payload: { context: "a" } },
        { attachment_type: "hook_additional_context", payload: { context: "b" } },
      ],
      { contexts: [turn("a"), turn("b")] } as Effects,
    ],
  ])("when %s", (_when, said, expected) => {
    expect(read("UserPromptSubmit", said)).toEqual(expected);
  });

  it("blocks with a text of its own when the error is empty", () => {
    expect(read("UserPromptSubmit", { blockingError: "" })).toEqual({
      decision: "deny",
      reason: expect.stringMatching(/./),
    });
  });
});

describe("PreToolUse", () => {
  const permission = (permissionDecision: string, more = {}) => specific({ permissionDecision, ...more });

  it.each<Case>([
    ["it denies", permission("deny", { permissionDecisionReason: "No." }), { decision: "deny", reason: "No." }],
    ["it denies with the other reason", permission("deny", { reason: "No." }), { decision: "deny", reason: "No." }],
    ["it denies with the outer reason", { ...permission("deny"), reason: "No." }, { decision: "deny", reason: "No." }],
    ["it asks", permission("ask", { permissionDecisionReason: "Sure?" }), { decision: "ask", reason: "Sure?" }],
    ["it allows", permission("allow"), { decision: "allow" }],
    ["it approves in the old words", { decision: "approve" }, { decision: "allow" }],
    ["it blocks in the old words", { decision: "block", reason: "No." }, { decision: "deny", reason: "No." }],
    [
      "it denies outside the place for it",
      { permissionDecision: "deny", reason: "No." },
      { decision: "deny", reason: "No." },
    ],
    ["it has a blocking error", { blockingError: "No." }, { decision: "deny", reason: "No." }],
    [
      "it prints the attachment of the recipe",
      { attachment_type: "hook_blocking_error", payload: { error: "No." } },
      { decision: "deny", reason: "No." },
    ],
    [
      "an allow meets a block",
      { ...permission("allow"), decision: "block", reason: "No." },
      { decision: "deny", reason: "No." },
    ],
    [
      "the agent is to stop",
      { continue: false, stopReason: "Enough." },
      { decision: "deny", reason: "Enough.", stop: { reason: "Enough." }, final: true },
    ],
    [
      "the input is rewritten",
      permission("allow", { updatedInput: { command: "ls" } }),
      { decision: "allow", patch: { tool_input: { command: "ls" } } },
    ],
    [
      "a denial rewrites",
      permission("deny", { permissionDecisionReason: "No.", updatedInput: { a: 1 } }),
      { decision: "deny", reason: "No." },
    ],
    [
      "context stands in both places",
      { ...specific({ additionalContext: "a" }), additionalContext: "b" },
      { contexts: [turn("a"), turn("b")] } as Effects,
    ],
    // Recorded, but not worth the model's attention.
    ["it prints a text", "checked 3 files", {}],
  ])("when %s", (_when, said, expected) => {
    expect(read("PreToolUse", said)).toEqual(expected);
  });

  it("asks when a hook wants to decide later, and says so", () => {
    expect(read("PreToolUse", permission("defer"))).toEqual({
      decision: "ask",
      messages: [{ level: "warning", text: expect.stringContaining("later") }],
    });
  });

  it.each([
    ["a word nobody knows", permission("nope")],
    ["a decision nobody knows", { decision: "maybe" }],
    ["a verdict behind a line of text", 'checking…\n{"decision": "block", "reason": "No."}'],
    ["half an object", '{"decision": "block"'],
    ["the same key twice", '{"decision": "block", "decision": "approve"}'],
  ])("takes %s for a failure, never for a pass", (_what, said) => {
    expect(read("PreToolUse", said)).toMatchObject({ kind: "failure", failure: "unreadable" });
  });

  it.each([
    ["UserPromptSubmit", { desicion: "block" }],
    ["PreToolUse", { permission_decision: "deny" }],
    ["PreToolUse", { deny: true, deny_reason: "No." }],
    ["PreToolUse", { hookSpecificOutput: { permission_decision: "ask" } }],
  ])("on %s a refusal in the words of another program is not understood: %j", (event, said) => {
    expect(read(event, said)).toMatchObject({ kind: "failure", failure: "unreadable" });
  });
});

describe("PermissionRequest", () => {
  const decided = (decision: Readonly<Record<string, unknown>>) =>
    specific({ hookEventName: "PermissionRequest", decision });

  it.each<Case>([
    ["it allows", decided({ behavior: "allow" }), { decision: "allow" }],
    [
      "it allows another input",
      decided({ behavior: "allow", updatedInput: { a: 1 } }),
      { decision: "allow", patch: { tool_input: { a: 1 } } },
    ],
    ["it denies", decided({ behavior: "deny", message: "No." }), { decision: "deny", reason: "No." }],
    [
      "it asks for more than there is",
      decided({ behavior: "deny", message: "No.", interrupt: true }),
      { decision: "deny", reason: "No.", unread: ["hookSpecificOutput.decision.interrupt"] },
    ],
  ])("when %s", (_when, said, expected) => {
    expect(read("PermissionRequest", said)).toEqual(expected);
  });

  it("takes another behavior for a failure", () => {
    expect(read("PermissionRequest", decided({ behavior: "maybe" }))).toMatchObject({ failure: "unreadable" });
  });
});

describe("Stop", () => {
  const goOn = (message: string): Effects => ({ continue: { message }, final: true });

  it.each<Case>([
    ["it blocks with a reason", { decision: "block", reason: "Test it." }, goOn("Test it.")],
    ["it blocks without a reason, which means nothing", { decision: "block" }, { unread: ["decision"] }],
    ["continue is false", { continue: false, decision: "block", reason: "Test it." }, {}],
    ["it forces", { force_continue: true, follow_up_message: "Test it." }, goOn("Test it.")],
    ["it forces with a stop reason", { forceContinue: true, stopReason: "Test it." }, goOn("Test it.")],
    ["it prevents continuation", { preventContinuation: true, stopReason: "Test it." }, goOn("Test it.")],
    [
      "it has a blocking error",
      { blockingError: "No." },
      { stop: { reason: "No." }, metadata: { blocking_error: "No." }, final: true },
    ],
    [
      "a blocking error meets a block",
      { blockingError: "No.", decision: "block", reason: "Test it.", continue: false },
      { stop: { reason: "No." }, metadata: { blocking_error: "No." }, final: true },
    ],
    [
      "it shows a message",
      { systemMessage: "Hi." },
      { contexts: [turn("Hi.")], messages: [{ level: "info", text: "Hi." }] } as Effects,
    ],
  ])("when %s", (_when, said, expected) => {
    expect(read("Stop", said)).toEqual(expected);
  });

  it("always has a message when it forces", () => {
    expect(read("Stop", { force_continue: true })).toEqual(goOn(expect.stringMatching(/./)));
  });
});

describe("the other events", () => {
  it("tell the model what a hook has against a call that is over, and ask the other hooks too", () => {
    expect(read("PostToolUse", { decision: "block", reason: "Lint failed." })).toEqual({
      contexts: [turn("Lint failed.")],
      messages: [{ level: "error", text: "Lint failed." }],
      metadata: { blocking_error: "Lint failed." },
    });
  });

  it.each(["PostToolUse", "PostToolUseFailure"])("end the run after a tool (%s) without silencing others", (event) => {
    expect(read(event, { continue: false, stopReason: "Enough." })).toEqual({ stop: { reason: "Enough." } });
  });

  it.each(["SessionStart", "SessionEnd", "PreCompact", "Notification", "SubagentStop", "toString"])(
    "report a block that nobody can carry out (%s)",
    (event) => {
      for (const reply of [read(event, { blockingError: "No." }), read(event, "", 2, "No.")]) {
        expect(reply).toEqual({ messages: [{ level: "warning", text: expect.stringContaining(`${event}`) }] });
      }
    },
  );

  it("keep what a session begins with for the session", () => {
    expect(read("SessionStart", "Use tabs.")).toEqual({ contexts: [{ text: "Use tabs.", lifetime: "session" }] });
  });

  it("let a compaction be blocked where Claude Code does", () => {
    expect(read("PreCompact", "", 2, "Not now.", { mode: "claude-code" })).toEqual({
      decision: "deny",
      reason: "Not now.",
    });
  });

  it("do not add to a conversation that is over or about to be shortened, and say so", () => {
    expect(read("SessionEnd", { additionalContext: "a" })).toEqual({ unread: ["additionalContext"] });
    expect(read("PreCompact", "a")).toEqual({});
  });
});

describe("a hook with a condition that is not checked", () => {
  const rules = { overreaches: true } as const;

  it("may refuse but not allow, and the user is told", () => {
    const allow = specific({ permissionDecision: "allow", additionalContext: "a" });
    expect(read("PreToolUse", allow, 0, "", rules)).toEqual({
      contexts: [turn("a")],
      messages: [{ level: "warning", text: expect.stringContaining('"if"') }],
    });
    expect(read("PreToolUse", { decision: "block", reason: "No." }, 0, "", rules)).toMatchObject({ decision: "deny" });
  });
});

describe("a verdict that is not alone", () => {
  it.each([
    ["an attachment", { attachment_type: "hook_blocking_error", payload: { error: "No." } }],
    ["another attachment", { attachment_type: "hook_stopped_continuation", payload: {} }],
    ["Claude's words", { decision: "block", reason: "No." }],
    ["a permission", specific({ permissionDecision: "deny" })],
    ["a blocking error", { blockingError: "No." }],
  ])("cannot be read, and does not pass for a remark: %s", (_what, said) => {
    for (const printed of [`checking…\n${JSON.stringify(said)}`, JSON.stringify([said, "x"])])
      expect(read("PreToolUse", printed)).toMatchObject({ kind: "failure", failure: "unreadable" });
  });
});

describe("exit codes", () => {
  it.each([
    ["UserPromptSubmit", { decision: "deny", reason: "No." }],
    ["PreToolUse", { decision: "deny", reason: "No." }],
    ["PermissionRequest", { decision: "deny", reason: "No." }],
    ["Stop", { continue: { message: "No." }, final: true }],
  ])("2 blocks %s with stderr", (event, expected) => {
    expect(read(event, '{"continue": false, "decision": "approve"}', 2, " No.\n")).toEqual(expected);
  });

  it.each(["UserPromptSubmit", "PreToolUse", "PermissionRequest"])("2 blocks %s without a word", (event) => {
    expect(read(event, "", 2)).toEqual({ decision: "deny", reason: expect.stringMatching(/./) });
  });

  it("2 sends the agent back without a word", () => {
    expect(read("Stop", "", 2)).toEqual({ continue: { message: expect.stringMatching(/./) }, final: true });
  });

  it("2 takes its reason from JSON when stderr is empty", () => {
    expect(read("PreToolUse", { decision: "block", reason: "No." }, 2)).toEqual({ decision: "deny", reason: "No." });
  });

  it.each([
    [1, "exit-code"],
    [3, "exit-code"],
    [126, "spawn-error"],
    [127, "not-found"],
    [137, "killed"],
    [255, "exit-code"],
  ])("%i without an answer is the failure %s, and the user is told", (code, failure) => {
    const reply = read("PreToolUse", "", code, "x".repeat(900)) as Failure;
    expect(reply).toMatchObject({ kind: "failure", failure });
    expect(reply.warning).toContain("x".repeat(500));
    expect(reply.warning).not.toContain("x".repeat(501));
  });

  it("1 comes with a word about exit code 2, unless any failure blocks", () => {
    expect(read("PreToolUse", "", 1)).toMatchObject({ warning: expect.stringContaining("Only exit code 2 blocks") });
    expect(read("PreToolUse", "", 1, "", { onFailure: "block" })).toMatchObject({
      warning: expect.not.stringContaining("exit code 2"),
    });
  });

  it.each([
    ["UserPromptSubmit", "text", "Use tabs.", { contexts: [turn("Use tabs.")] }],
    ["UserPromptSubmit", "a verdict", { blockingError: "No." }, { decision: "deny", reason: "No." }],
    ["PreToolUse", "a verdict", { decision: "block", reason: "No." }, { decision: "deny", reason: "No." }],
    ["Stop", "a verdict", { decision: "block", reason: "Go." }, { continue: { message: "Go." }, final: true }],
  ])("1 on %s keeps %s that was said before", (event, _what, said, expected) => {
    expect(read(event, said, 1)).toEqual(expected);
  });

  it.each([
    ["PreToolUse", "text", "about to check"],
    ["PreToolUse", "an object that decides nothing", { continue: true }],
    ["PreToolUse", "consent", { decision: "approve" }],
    ["PostToolUse", "text", "half a line"],
  ])("1 on %s is a failure after %s", (event, _what, said) => {
    expect(read(event, said, 1)).toMatchObject({ kind: "failure", failure: "exit-code" });
  });

  it.each([
    ["context", { additionalContext: "a" }, { contexts: [turn("a")] }],
    ["a new input", { updatedInput: { a: 1 } }, { patch: { tool_input: { a: 1 } } }],
  ])("1 keeps %s but not the consent that came with it", (_what, more, expected) => {
    const said = specific({ permissionDecision: "allow", permissionDecisionReason: "Fine.", ...more });
    expect(read("PreToolUse", said, 1)).toEqual(expected);
    expect(read("PreToolUse", said, 0)).toEqual({ ...expected, decision: "allow", reason: "Fine." });
  });

  it("1 is a failure after a text when failures block: a guard that dies in the middle has not looked", () => {
    const rules = { onFailure: "block" } as const;
    expect(read("UserPromptSubmit", "checking", 1, "", rules)).toMatchObject({ failure: "exit-code" });
    expect(read("UserPromptSubmit", { additionalContext: "a" }, 1, "", rules)).toMatchObject({ failure: "exit-code" });
    expect(read("UserPromptSubmit", { blockingError: "No." }, 1, "", rules)).toEqual({
      decision: "deny",
      reason: "No.",
    });
  });
});
