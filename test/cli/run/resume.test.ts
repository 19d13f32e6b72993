import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callsShell, jsonLines, openRunWorkspace, type RunWorkspace, scriptOf, teamOf, until } from "./program.ts";

interface Entry {
  readonly sequence: number;
  readonly type: string;
  readonly turn_id: string | null;
  readonly content: Readonly<Record<string, unknown>>;
}

async function transcriptOf(workspace: RunWorkspace, id: string): Promise<Entry[]> {
  const { stdout } = await workspace.run(["sessions", "show", id, "-o", "json"]);
  return (JSON.parse(stdout) as { entries: Entry[] }).entries;
}

async function answerOf(workspace: RunWorkspace, ...argv: string[]): Promise<{ session_id: string; answer: string }> {
  const { stdout, stderr, exitCode } = await workspace.run([
    "run",
    "--model",
    "scripted/s.yaml",
    ...argv,
    "-o",
    "json",
  ]);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout);
}

describe("a session that is taken up again", () => {
  it("goes on where it was, by the beginning of its id and with --continue", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf({ text: "One." }, { text: "Two." }, { text: "Three." }),
    });
    const first = await answerOf(workspace, "first");
    const second = await answerOf(workspace, "second", "--resume", first.session_id.slice(0, 12));
    const third = await answerOf(workspace, "third", "--continue");
    expect([first, second, third].map(({ answer }) => answer)).toEqual(["One.", "Two.", "Three."]);
    expect(new Set([first, second, third].map(({ session_id }) => session_id)).size).toBe(1);
    const entries = await transcriptOf(workspace, first.session_id);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
    expect(entries.filter(({ type }) => type === "user_message")).toHaveLength(3);
  });

  it("is known to hookline runs by the beginning of its id as well", async () => {
    using workspace = openRunWorkspace({ "s.yaml": scriptOf({ text: "One." }) });
    const { session_id } = await answerOf(workspace, "first", "--hook-session-start", "echo a context");
    const [whole, beginning] = await Promise.all(
      [session_id, session_id.slice(0, 12)].map((id) => workspace.run(["runs", "--session", id, "-o", "json"])),
    );
    expect(JSON.parse(beginning?.stdout ?? "")).toMatchObject([{ event: "session.start", outcome: "applied" }]);
    expect(beginning).toEqual(whole);
  });

  it.each([
    ["run", "--resume"],
    ["run", "-r"],
    ["sessions", "show"],
    ["runs", "--session"],
  ])("is offered by the shell behind %s %s", async (...words) => {
    using workspace = openRunWorkspace({ "s.yaml": scriptOf({ text: "One." }) });
    const { session_id } = await answerOf(workspace, "first", "--name", "the first");
    const { stdout } = await workspace.run(["__complete", "--", ...words, "sess_"]);
    expect(stdout).toBe(`${session_id}\tthe first, stopped\n`);
  });

  it("works where it was begun, under the hooks of that workspace, wherever it is taken up", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf({ text: "One." }, callsShell("pwd > where"), { text: "Two." }),
      "hookline.yaml": JSON.stringify({
        hooks: { session_start: [{ type: "command", command: "cat >> starts; echo >> starts" }] },
      }),
      "../elsewhere/readme": "",
    });
    await workspace.trust();
    const model = ["--model", `scripted/${join(workspace.root, "s.yaml")}`, "--yolo", "-o", "json"];
    const first = await workspace.run(["run", "first", ...model]);
    const { session_id } = JSON.parse(first.stdout) as { session_id: string };
    const elsewhere = { cwd: join(workspace.root, "..", "elsewhere") };
    const second = await workspace.run(["run", "second", "--resume", session_id, ...model], elsewhere);
    expect(second).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(second.stdout)).toMatchObject({ session_id, answer: "Two." });
    expect(workspace.read("where")).toBe(`${workspace.root}\n`);
    expect(jsonLines<{ source: string }>(workspace.read("starts")).map(({ source }) => source)).toEqual([
      "startup",
      "resume",
    ]);
    renameSync(workspace.root, `${workspace.root}-moved`);
    const third = await workspace.run(["run", "third", "--resume", session_id, ...model], elsewhere);
    expect(third).toMatchObject({ stdout: "", exitCode: 1 });
    expect(JSON.parse(third.stderr)).toMatchObject({ error: { code: "SESSION_PLACE_GONE" } });
  });

  it("after kill -9 in the middle of a call: the call is closed as interrupted and not run again", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(
        callsShell("echo ran >> counter; echo $$ > pid; exec sleep 60", "I begin."),
        { when: { last_message_contains: "carry on" }, text: "I know that it was cut off." },
        { text: "Something else." },
      ),
      "team.yaml": teamOf({ session_start: "cat >> starts; echo >> starts" }),
    });
    await workspace.trust("team.yaml");
    const killed = workspace.start(["run", "team.yaml", "go", "--yolo", "-o", "jsonl"]);
    await until("the tool call", () => workspace.read("pid").endsWith("\n"), killed.stdout);
    killed.child.kill("SIGKILL");
    await killed.ended;
    // What a killed process has started is nobody's any more.
    process.kill(Number(workspace.read("pid")), "SIGKILL");
    const id = jsonLines<{ session_id: string }>(killed.stdout())[0]?.session_id ?? "";
    const before = await transcriptOf(workspace, id);
    expect(before.at(-1)?.type).toMatch(/^(tool_call|permission)$/);
    expect((await workspace.run(["sessions"])).stdout).toContain("cut off");

    // Its file need not be named again: the session knows its agents.
    const argv = ["run", "carry on", "--yolo", "--resume", id, "-o", "jsonl"];
    const { stdout, stderr, exitCode } = await workspace.run(argv);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/"kind":"notice".*"code":"recovered".*One tool call was cut off and not run again/);
    expect(stdout).toMatch(/"kind":"turn_ended".*"answer":"I know that it was cut off\."/);
    expect(workspace.read("counter")).toBe("ran\n");
    expect(jsonLines<{ source: string }>(workspace.read("starts")).map(({ source }) => source)).toEqual([
      "startup",
      "resume",
    ]);

    const entries = await transcriptOf(workspace, id);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
    expect(entries.slice(0, before.length)).toEqual(before);
    const results = entries.filter(({ type }) => type === "tool_result");
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ turn_id: "turn_1", content: { outcome: "interrupted" } });
    expect(
      entries.filter(({ type }) => type === "done").map(({ turn_id, content }) => [turn_id, content.reason]),
    ).toEqual([
      ["turn_1", "interrupted"],
      ["turn_2", "normal"],
    ]);
  });
});
