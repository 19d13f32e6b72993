import { once } from "node:events";
import type { Run } from "../../engine/run.ts";
import { ran, sampleRequest, sampleUsage } from "./live-events.fixture.ts";
import { createOperatorDesk } from "./operator-desk.ts";
import { runInteractive } from "./run-interactive.ts";
import { type SessionScript, scriptedSession, type TurnStage } from "./scripted-session.fixture.ts";

/** A program for tests in a real terminal: a session that follows what the user types. */

let stopsRefused = 0;

const script: SessionScript = {
  turn: async (stage) => {
    if (stage.message.startsWith("approve")) return approve(stage);
    if (stage.message.startsWith("limit")) return limit(stage);
    if (stage.message.startsWith("wait")) return wait(stage);
    if (stage.message.startsWith("many")) return many(stage);
    if (stage.message.startsWith("tour")) return tour(stage);
    stage.answer(`You said: ${stage.message}`);
  },
  stop: async () =>
    process.argv.includes("--refuse-once") && stopsRefused++ === 0
      ? { isStopped: false, reason: "the tests do not pass" }
      : { isStopped: true },
};

async function approve({ tell, operator, signal, answer }: TurnStage): Promise<void> {
  tell({
    kind: "tool_called",
    tool_call_id: "call-1",
    tool_name: "shell",
    title: "git push --force",
    tool_input: null,
  });
  tell({ kind: "confirmation_requested", ...sampleRequest });
  const given = await operator.confirm(sampleRequest, signal);
  const isYes = given.kind !== "reject";
  const source = {
    approve: "user_approved",
    "approve-session": "user_approved_session",
    "approve-tool": "user_approved_tool",
    reject: "user_rejected",
  }[given.kind];
  const reason = given.kind === "reject" ? (given.reason ?? null) : null;
  tell({ kind: "permission_decided", tool_call_id: "call-1", decision: isYes ? "allow" : "deny", source, reason });
  tell({
    kind: "tool_returned",
    tool_call_id: "call-1",
    tool_name: "shell",
    text: isYes ? "pushed" : "The call was refused.",
    is_error: !isYes,
    outcome: isYes ? "ran" : "denied",
    changes: [],
  });
  answer(`The answer was ${given.kind}.`);
}

async function limit({ operator, signal, answer }: TurnStage): Promise<void> {
  const isGranted = await operator.extendLimit({ maxIterations: 60 }, signal);
  answer(isGranted ? "Going on." : "Not going on.");
}

async function wait(stage: TurnStage): Promise<void> {
  const { tell, answer, takeSteering, untilSteered, signal } = stage;
  tell({ kind: "message_started", message_id: "waiting", agent: "root" });
  tell({ kind: "message_delta", message_id: "waiting", delta: "text", text: "I am thinking about" });
  await untilSteered();
  if (signal.aborted) return;
  tell({ kind: "message_ended", message_id: "waiting", text: "I am thinking about" });
  const texts = takeSteering();
  if (texts.includes("ask")) {
    tell({ kind: "notice", level: "info", code: "ready", message: "I ask when I am told to." });
    await once(process, "SIGUSR2");
    return approve(stage);
  }
  answer(`I was told: ${texts.join(", ")}`);
}

async function many({ answer }: TurnStage): Promise<void> {
  for (let line = 1; line <= 600; line++) {
    answer(`line ${line} of many`);
    // Some of it is drawn before the rest comes.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Everything that can be seen, once. */
async function tour({ tell, answer, untilCanceled }: TurnStage): Promise<void> {
  const hook = (run: Partial<Run>, more: Parameters<typeof ran>[1] = {}) => tell(ran(run, more));
  hook(
    { hook_name: "add-date", dialect: "agent-hooks", event: "session.start" },
    { contexts: [{ hook: "add-date", text: "Today is a fine day.", lifetime: "session" }] },
  );
  hook({ hook_name: "no-words", outcome: "failed", failure: "timed-out", error: "it took longer than 5 s" });
  hook(
    { hook_name: "from-the-repo", dialect: "claude", outcome: "skipped", failure: "trust-refused" },
    {
      problems: [
        {
          code: "HOOK_FAILED",
          hook: "from-the-repo",
          failure: "trust-refused",
          what: 'Hook "from-the-repo" did not run: nobody has trusted it.',
          fix: 'Look at what it runs and decide with "hookline trust".',
        },
      ],
    },
  );
  tell({ kind: "tool_called", tool_call_id: "1", tool_name: "read_file", title: ".env", tool_input: { path: ".env" } });
  hook(
    { hook_name: "block-secret-file-edits", outcome: "denied", patch_applied: { deny: true } },
    { decision: "deny", reason: "Protected secret file path." },
  );
  tell({
    kind: "permission_decided",
    tool_call_id: "1",
    decision: "deny",
    source: "pre_tool_use_hook_deny",
    reason: "Protected secret file path.",
  });
  tell({
    kind: "tool_returned",
    tool_call_id: "1",
    tool_name: "read_file",
    text: "Protected secret file path.",
    is_error: true,
    outcome: "denied",
    changes: [],
  });
  tell({ kind: "tool_called", tool_call_id: "2", tool_name: "edit_file", title: "src/bridge.ts", tool_input: null });
  tell({ kind: "permission_decided", tool_call_id: "2", decision: "allow", source: "yolo", reason: null });
  tell({
    kind: "tool_returned",
    tool_call_id: "2",
    tool_name: "edit_file",
    text: "edited",
    is_error: false,
    outcome: "ran",
    changes: [
      {
        path: "src/bridge.ts",
        diff: "@@ line 3 @@\n const span = 10;\n-const isOpen = false;\n+const isOpen = true;\n+const toll = 3;",
        added: 2,
        removed: 1,
      },
    ],
  });
  tell({ kind: "tool_called", tool_call_id: "3", tool_name: "transfer_task", title: "reviewer", tool_input: null });
  tell({
    kind: "subagent_started",
    child_session_id: "child",
    agent: "reviewer",
    task: "Look at the change of the bridge.",
  });
  tell({ kind: "tool_called", tool_call_id: "4", tool_name: "shell", title: "npm test", tool_input: null }, "child");
  tell({ kind: "tool_output", tool_call_id: "4", text: "running 12 tests\n" }, "child");
  tell(
    {
      kind: "tool_returned",
      tool_call_id: "4",
      tool_name: "shell",
      text: Array.from({ length: 12 }, (_, at) => `ok ${at + 1} - bridge holds`).join("\n"),
      is_error: false,
      outcome: "ran",
      changes: [],
    },
    "child",
  );
  tell({ kind: "subagent_stopped", child_session_id: "child", agent: "reviewer", response: "It holds.", error: null });
  tell({
    kind: "tool_returned",
    tool_call_id: "3",
    tool_name: "transfer_task",
    text: "It holds.",
    is_error: false,
    outcome: "ran",
    changes: [],
  });
  tell({ kind: "model_called", model: "scripted/demo.yaml", usage: sampleUsage, cost: 0, context_limit: 200_000 });
  tell({ kind: "notice", level: "warning", code: "model_retry", message: "The model was busy and is asked again." });
  answer(
    "The bridge holds.\n\nI changed one line and added a toll. A longer paragraph follows, so that it can be seen how a line that is wider than the terminal is broken at its words and not in the middle of them.",
  );
  tell({ kind: "tool_called", tool_call_id: "5", tool_name: "shell", title: "npm run build", tool_input: null });
  tell({ kind: "tool_output", tool_call_id: "5", text: "building…\n\u001b[2J\u001b[31m[1/3] parse\n[2/3] check\n" });
  await untilCanceled();
}

const desk = createOperatorDesk();
const session = scriptedSession(script, desk.operator);
const exit = await runInteractive({
  session,
  desk,
  color: true,
  isVerbose: false,
  commands: [
    { name: "undo", summary: "takes the last change back", needsPause: true, run: async () => "Took back 1 file." },
    { name: "snapshots", summary: "lists what can be taken back", run: async () => "No snapshots." },
  ],
});
process.stdout.write(`exit: ${exit.how}, ${exit.tally.size} hooks\n`);
