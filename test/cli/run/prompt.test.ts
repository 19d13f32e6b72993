import { describe, expect, it } from "vitest";
import { callsShell, jsonLines, openRunWorkspace, scriptOf, teamOf } from "./program.ts";

const echo = { "s.yaml": scriptOf({ text: "Hello." }) };
const model = ["--model", "scripted/s.yaml"];

interface Told {
  readonly kind: string;
  readonly session_id: string;
  readonly [more: string]: unknown;
}

describe("the message of hookline run", () => {
  it.each([
    ["as an argument", ["run", ...model, "say hello", "-o", "jsonl"], "ignored"],
    ["on standard input", ["run", ...model, "-o", "jsonl"], "say hello\n"],
    ['on standard input, with "-"', ["run", ...model, "-", "-o", "jsonl"], "say hello\n"],
  ])("is taken %s", async (_how, argv, stdin) => {
    using workspace = openRunWorkspace(echo);
    const { stdout, stderr, exitCode } = await workspace.run(argv, { stdin });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(jsonLines<Told>(stdout).find(({ kind }) => kind === "turn_started")).toMatchObject({ message: "say hello" });
  });

  it("must not be empty on standard input", async () => {
    using workspace = openRunWorkspace(echo);
    const { stdout, stderr, exitCode } = await workspace.run(["run", ...model], { stdin: "\n" });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toContain("There is no message for the agent.");
    expect(stderr).toContain('hookline run "Fix the tests"');
  });
});

describe("what hookline run prints", () => {
  const files = {
    "s.yaml": scriptOf({ thought: "First I look.", ...callsShell("echo one", "Looking.") }, { text: "Seen." }),
    "team.yaml": teamOf({ session_start: "echo a context" }),
  };
  const argv = (format: string) => ["run", "team.yaml", "look", "--yolo", "-o", format];

  it("-o jsonl: every line is an object with its kind and session, from the start of the session to its end", async () => {
    using workspace = openRunWorkspace(files);
    await workspace.trust("team.yaml");
    const { stdout, stderr, exitCode } = await workspace.run(argv("jsonl"));
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const told = jsonLines<Told>(stdout);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .every((line) => line.startsWith('{"kind":"')),
    ).toBe(true);
    expect(new Set(told.map(({ session_id }) => session_id)).size).toBe(1);
    const kinds = told.map(({ kind }) => kind).filter((kind, at, all) => kind !== all[at - 1]);
    expect(kinds.filter((kind) => kind !== "hooks_ran")).toEqual([
      "session_started",
      "turn_started",
      "step_started",
      "message_started",
      "message_delta",
      "message_ended",
      "model_called",
      "tool_called",
      "permission_decided",
      "tool_output",
      "tool_returned",
      "step_ended",
      "step_started",
      "message_started",
      "message_delta",
      "message_ended",
      "model_called",
      "step_ended",
      "turn_ended",
      "awaiting_input",
      "session_ended",
    ]);
    expect(told.find(({ kind }) => kind === "hooks_ran")).toMatchObject({
      event: "session.start",
      runs: [{ dialect: "docker-agent", outcome: "applied" }],
    });
    expect(told.filter(({ kind }) => kind === "step_started").every(({ is_scripted }) => is_scripted === true)).toBe(
      true,
    );
  });

  it("-o json and -o toon: one object with the answer, why the turn ended and what it took", async () => {
    using workspace = openRunWorkspace(files);
    await workspace.trust("team.yaml");
    const json = await workspace.run(argv("json"));
    expect(json).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(json.stdout)).toEqual({
      session_id: expect.stringMatching(/^sess_/),
      agent: "root",
      reason: "normal",
      answer: "Seen.",
      error: null,
      totals: expect.objectContaining({ turns: 1, steps: 2, tool_calls: 1, cost: 0 }),
    });
    const toon = await workspace.run(argv("toon"));
    expect(toon).toMatchObject({ stderr: "", exitCode: 0 });
    expect(toon.stdout).toMatch(/^session_id: sess_\w+\nagent: root\nreason: normal\nanswer: Seen\.\nerror: null\n/);
  });

  it("for people: what happened line after line, no escape sequences in a pipe, a table of hooks at the end", async () => {
    using workspace = openRunWorkspace(files);
    await workspace.trust("team.yaml");
    const { stdout, stderr, exitCode } = await workspace.run(argv("human"));
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toMatch(
      /› look[\s\S]*Looking\.[\s\S]*▸ shell {2}\$ echo one[\s\S]*│ one[\s\S]*Seen\.[\s\S]*HOOK +DIALECT +EVENT/,
    );
    expect(stdout).toContain("(scripted model)");
  });
});
