import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startInTmux, type Tmux, whyNoTmux } from "../../support/tmux.ts";
import { calls, callsShell, openRunWorkspace, type RunWorkspace, scriptOf, teamOf, until } from "./program.ts";

const title = whyNoTmux === null ? "hookline run at a terminal" : `hookline run at a terminal (skipped: ${whyNoTmux})`;
const ready = "/help lists commands";
const closing = { session_end: "echo session_end >> log" };

describe.skipIf(whyNoTmux !== null)(title, { timeout: 60_000 }, () => {
  const terminals: Tmux[] = [];

  afterEach(async () => {
    for (const terminal of terminals.splice(0)) await terminal.close();
  });

  async function open(workspace: RunWorkspace, ...argv: string[]): Promise<Tmux> {
    const terminal = await start(workspace, ...argv);
    await terminal.waitFor(ready, 30_000);
    return terminal;
  }

  async function start(workspace: RunWorkspace, ...argv: string[]): Promise<Tmux> {
    const settings = Object.entries({ ...workspace.env, TERM: "xterm-256color" }).map(
      ([name, value]) => `${name}=${value}`,
    );
    // Nothing of whoever runs the tests: hooks are trusted with the shell that the environment names.
    const command = ["env", "-i", ...settings, ...workspace.command("run", ...argv)];
    const terminal = await startInTmux({ command, cwd: workspace.root, rows: 50 });
    terminals.push(terminal);
    return terminal;
  }

  async function send(terminal: Tmux, line: string): Promise<void> {
    await terminal.type(line);
    await terminal.press("Enter");
  }

  /** Waits for the end of a turn: what is typed before it would be a message to the agent that works. */
  async function untilDone(terminal: Tmux, turns: number): Promise<string> {
    return terminal.waitFor(new RegExp(`(?:^Done {2}[\\s\\S]*){${turns}}`, "m"));
  }

  it("asks before calls and takes each answer; hooks, costs and commands can be seen; Ctrl-D ends it", async () => {
    const guard = 'case "$(cat)" in *forbidden*) echo never here >&2; exit 2;; esac';
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(
        callsShell("echo 1 >> ran"),
        { text: "Once it was." },
        callsShell("echo 2 >> ran"),
        { text: "It was refused." },
        callsShell("echo forbidden >> ran"),
        { text: "A hook was against it." },
        callsShell("echo 3 >> ran"),
        callsShell("echo 4 >> ran"),
        { text: "The tool was allowed." },
        calls("write_file", { path: "a.txt", content: "one\n" }),
        calls("edit_file", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] }),
        { text: "Everything was allowed." },
      ),
      "team.yaml": teamOf({ ...closing, pre_tool_use: guard }),
    });
    await workspace.trust("team.yaml");
    const terminal = await open(workspace, "team.yaml");

    await send(terminal, "once");
    expect(await terminal.waitFor("No, and say why")).toContain("$ echo 1 >> ran");
    await terminal.press("Enter");
    expect(await untilDone(terminal, 1)).toContain("Once it was.");

    await send(terminal, "refuse");
    await terminal.waitFor(/echo 2[\s\S]*No, and say why/);
    await terminal.press("Up", "Enter");
    await terminal.waitFor("Why is this call refused?");
    await send(terminal, "not on a Friday");
    expect(await untilDone(terminal, 2)).toContain("refused (you): not on a Friday");

    await send(terminal, "hook");
    const denied = await untilDone(terminal, 3);
    expect(denied).toMatch(/● deny .*never here[\s\S]*refused \(a hook\)[\s\S]*A hook was against it\./);

    await send(terminal, "tool");
    await terminal.waitFor(/echo 3[\s\S]*No, and say why/);
    await terminal.press("Down", "Enter");
    expect(await untilDone(terminal, 4)).toContain("allowed (you, for this tool)");

    await send(terminal, "session");
    await terminal.waitFor(/write_file[\s\S]*No, and say why/);
    await terminal.press("Down", "Down", "Enter");
    expect(await untilDone(terminal, 5)).toMatch(/-one\n +\+two/);
    expect(workspace.read("ran")).toBe("1\n3\n4\n");
    expect(workspace.read("a.txt")).toBe("two\n");

    await send(terminal, "/cost");
    await terminal.waitFor(/12 steps, 7 tool calls .* scripted model, so nothing was paid/);
    await send(terminal, "/hooks");
    await terminal.waitFor(/HOOK +DIALECT +EVENT +RUNS[\s\S]*docker-agent +tool\.pre_call/);

    await terminal.resize(60, 20);
    await terminal.waitFor(/^─{60}$/m);
    await send(terminal, "/help");
    await terminal.waitFor(/Ctrl-D +ends the session/);

    await terminal.press("C-d");
    await terminal.waitFor("To go on later: hookline run --resume sess_");
    expect(await terminal.exited()).toBe(0);
    expect(workspace.read("log")).toBe("session_end\n");
  });

  it("takes a message while it works, cancels with Ctrl-C, and twice ends with the closing hooks", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(
        callsShell("until [ -e go ]; do sleep 0.05; done", "I wait."),
        { when: { last_message_contains: "turn left" }, text: "I turned left." },
        { text: "Nobody told me." },
        callsShell("echo $$ > pid; exec sleep 60"),
      ),
      "team.yaml": teamOf({ ...closing, turn_end: "echo turn_end >> log" }),
    });
    await workspace.trust("team.yaml");
    const terminal = await open(workspace, "team.yaml", "--yolo");
    await send(terminal, "drive");
    await terminal.waitFor("I wait.");
    await send(terminal, "turn left");
    await terminal.waitFor("queued for the next step: turn left");
    workspace.write("go", "");
    const steered = await untilDone(terminal, 1);
    expect(steered).toMatch(/› steering: turn left[\s\S]*I turned left\./);

    await send(terminal, "again");
    expect(await untilDone(terminal, 2)).toContain("Nobody told me.");
    await send(terminal, "for long");
    await until("the tool call", () => workspace.read("pid").endsWith("\n"));
    await terminal.press("C-c");
    await terminal.waitFor("Canceling the turn");
    await terminal.waitFor(/Canceled {2}1 step/);
    expect(() => process.kill(Number(workspace.read("pid")), 0)).toThrow();
    await terminal.press("C-c", "C-c");
    await terminal.waitFor("To go on later");
    expect(await terminal.exited()).toBe(0);
    expect(workspace.read("log")).toMatch(/^(turn_end\n)+session_end\n$/);
  });

  it("undoes an edit, compacts and clears", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": JSON.stringify({
        context_limit: 100_000,
        compaction_summary: "We changed a file and took it back.",
        answers: [
          calls("write_file", { path: "a.txt", content: "changed\n" }),
          { text: "Changed." },
          { text: "More." },
        ],
      }),
      "team.yaml": teamOf(),
      "a.txt": "original\n",
    });
    execFileSync("git", ["init", "-q"], { cwd: workspace.root, env: workspace.env });
    mkdirSync(join(workspace.home, "hooks.d"));
    writeFileSync(join(workspace.home, "hooks.d", "undo.yaml"), "settings: { snapshot: true }\n");
    const terminal = await open(workspace, "team.yaml", "--yolo");
    await send(terminal, "change it");
    expect(await untilDone(terminal, 1)).toContain("Changed.");
    await send(terminal, "/snapshots");
    await terminal.waitFor("a.txt");
    await send(terminal, "/undo");
    await terminal.waitFor(/Took back[\s\S]*a\.txt[\s\S]*To take this back/);
    expect(workspace.read("a.txt")).toBe("original\n");
    await send(terminal, "and more");
    expect(await untilDone(terminal, 2)).toContain("More.");
    await send(terminal, "/compact");
    expect(await terminal.waitFor("(compact), agent root")).toContain("We changed a file and took it back.");
    await send(terminal, "/clear");
    await terminal.waitFor("The conversation begins anew.");
    await terminal.press("C-d");
    expect(await terminal.exited()).toBe(0);
  });

  it("says that it waits when the message is to come from standard input; Ctrl-C ends the wait", async () => {
    using workspace = openRunWorkspace({ "s.yaml": scriptOf({ text: "Hello." }) });
    const left = await start(workspace, "--model", "scripted/s.yaml", "-o", "json");
    await left.waitFor("Reading standard input", 30_000);
    await left.press("C-c");
    expect(await left.exited()).toBe(130);
    const typed = await start(workspace, "--model", "scripted/s.yaml", "-");
    await typed.waitFor("Reading standard input", 30_000);
    await send(typed, "hello there");
    await typed.press("C-d");
    expect(await typed.waitFor(/^Done {2}/m)).toContain("› hello there");
    expect(await typed.exited()).toBe(0);
  });

  it("goes on after kill -9 with what was said before, and says that a call was cut off", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(
        { text: "The bridge is built." },
        callsShell("echo ran >> counter; echo $$ > pid; exec sleep 60", "I paint it."),
        { text: "I look how far it came." },
      ),
      "team.yaml": teamOf(closing),
    });
    await workspace.trust("team.yaml");
    const killed = await open(workspace, "team.yaml", "--yolo");
    await send(killed, "build a bridge");
    expect(await untilDone(killed, 1)).toContain("The bridge is built.");
    await send(killed, "paint it");
    await until("the tool call", () => workspace.read("pid").endsWith("\n"));
    process.kill(await killed.pid(), "SIGKILL");
    process.kill(Number(workspace.read("pid")), "SIGKILL");

    // Neither the session nor its file is named: the last session knows its agents.
    const terminal = await open(workspace, "--continue", "--yolo");
    const screen = await terminal.waitFor("Type a message.");
    for (const part of ["build a bridge", "The bridge is built.", "paint it", "interrupted", "One tool call was cut"])
      expect(screen).toContain(part);
    await send(terminal, "how far are you?");
    expect(await untilDone(terminal, 1)).toContain("I look how far it came.");
    expect(workspace.read("counter")).toBe("ran\n");
    // Whoever runs the machine says it is over.
    process.kill(await terminal.pid(), "SIGTERM");
    expect(await terminal.exited()).toBe(143);
    expect(workspace.read("log")).toBe("session_end\n");
  });
});
