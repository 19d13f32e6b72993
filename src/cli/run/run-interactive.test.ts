import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startInTmux, type Tmux, whyNoTmux } from "../../../test/support/tmux.ts";

const program = join(import.meta.dirname, "terminal-program.fixture.ts");
const title = whyNoTmux === null ? "the screen" : `the screen (skipped: ${whyNoTmux})`;
const ready = "/help lists commands";

describe.skipIf(whyNoTmux !== null)(title, { timeout: 60_000 }, () => {
  let tmux: Tmux | null = null;

  afterEach(async () => {
    await tmux?.close();
    tmux = null;
  });

  async function open(size: { columns?: number; rows?: number } = {}, ...args: string[]): Promise<Tmux> {
    tmux = await startInTmux({ command: [process.execPath, program, ...args], cwd: import.meta.dirname, ...size });
    await tmux.waitFor(ready, 30_000);
    return tmux;
  }

  async function send(terminal: Tmux, line: string): Promise<void> {
    await terminal.type(line);
    await terminal.press("Enter");
  }

  it("answers a message, and names a scripted model as such", async () => {
    const terminal = await open();
    await send(terminal, "hello there");
    const screen = await terminal.waitFor("You said: hello there");
    expect(screen).toContain("› hello there");
    await terminal.waitFor(/Done {2}1 step.*scripted model/);
    expect(await terminal.capture()).toMatch(
      /root · scripted\/demo.yaml · scripted model · 0 tokens in context · \$0\s*$/,
    );
  });

  it("asks before a call, with blast radius, category, reason and command, and takes each answer", async () => {
    const terminal = await open({ rows: 40 });
    await send(terminal, "approve 1");
    const screen = await terminal.waitFor("No, and say why");
    for (const part of ["[blast radius: high]", "category: git", "reason: It rewrites", "$ git push --force"])
      expect(screen).toContain(part);
    expect(await terminal.capture({ colors: true })).toMatch(/\[31m[^\n]*\[blast radius: high\]/);
    await terminal.press("Enter");
    await terminal.waitFor("The answer was approve.");

    await send(terminal, "approve 2");
    await terminal.waitFor(/approve 2[\s\S]*No, and say why/);
    await terminal.press("Down", "Enter");
    await terminal.waitFor("The answer was approve-tool.");

    await send(terminal, "approve 3");
    await terminal.waitFor(/approve 3[\s\S]*No, and say why/);
    await terminal.press("Down", "Down", "Enter");
    await terminal.waitFor("The answer was approve-session.");

    await send(terminal, "approve 4");
    await terminal.waitFor(/approve 4[\s\S]*No, and say why/);
    await terminal.press("Up", "Enter");
    await terminal.waitFor("Why is this call refused?");
    await send(terminal, "not on a Friday");
    await terminal.waitFor("refused (you): not on a Friday");
    await terminal.waitFor("The answer was reject.");
  });

  it("asks whether to go on when the limit is reached", async () => {
    const terminal = await open();
    await send(terminal, "limit");
    await terminal.waitFor("Go on for 10 more?");
    await terminal.press("Down", "Enter");
    await terminal.waitFor("Not going on.");
  });

  it("does not take the Enter of a line that is being typed for an answer", async () => {
    const terminal = await open();
    await send(terminal, "wait then ask");
    await terminal.waitFor("working…");
    await send(terminal, "ask");
    await terminal.waitFor("I ask when I am told to.");
    await terminal.type("half a line");
    await terminal.waitFor("half a line");
    process.kill(await terminal.pid(), "SIGUSR2");
    await terminal.waitFor("You were typing");
    await terminal.press("Enter", "Enter");
    await terminal.press("Down");
    await terminal.waitFor(/^→ Yes, this once/m);
    await terminal.press("Enter");
    await terminal.waitFor("The answer was approve.");
    expect(await terminal.capture()).toContain("half a line");
  });

  it("hands a message to the agent while it works: queued first, then taken", async () => {
    const terminal = await open();
    await send(terminal, "wait for me");
    await terminal.waitFor("I am thinking about");
    await terminal.type("later on");
    await terminal.press("M-Enter");
    await terminal.waitFor("queued for afterwards: later on");
    await terminal.waitFor("1 for afterwards");
    await send(terminal, "turn left");
    await terminal.waitFor("› steering: turn left");
    await terminal.waitFor("I was told: turn left");
    const screen = await terminal.waitFor("› follow-up: later on");
    expect(screen).not.toContain("queued for");
  });

  it("cancels the turn with Ctrl-C and with Esc, and ends with Ctrl-C twice", async () => {
    const terminal = await open();
    await send(terminal, "wait one");
    await terminal.waitFor("working…");
    await terminal.press("Escape");
    await terminal.waitFor("Canceled  1 step");
    await send(terminal, "wait two");
    await terminal.waitFor("working…");
    await terminal.press("C-c");
    await terminal.waitFor(/Canceling the turn[\s\S]*Canceled {2}1 step/);
    await send(terminal, "hello");
    await terminal.waitFor("You said: hello");
    await terminal.press("C-c", "C-c");
    expect(await terminal.waitFor("exit: stopped")).toMatch(/^Ending the session…$/m);
    expect(await terminal.exited()).toBe(0);
  });

  it("stays when a hook refuses to end the session, and goes with a further Ctrl-C", async () => {
    const terminal = await open({}, "--refuse-once");
    await terminal.press("C-d");
    await terminal.waitFor("a hook refuses to end it: the tests do not pass");
    await terminal.press("C-c");
    await terminal.waitFor("exit: forced");
    expect(await terminal.exited()).toBe(0);
  });

  it("shows a session in colours, and nothing that a tool prints moves the cursor", async () => {
    const terminal = await open({ rows: 70 });
    await send(terminal, "tour");
    const screen = await terminal.waitFor("[2/3] check");
    expect(screen).toContain("› tour");
    expect(screen).toMatch(/● deny {2}block-secret-file-edits \(agh\) {2}Protected secret file path\./);
    expect(screen).toMatch(/● skipped {2}from-the-repo \(claude\)/);
    expect(screen).toContain("reviewer │ ▸ shell  npm test");
    const colors = await terminal.capture({ colors: true });
    expect(colors).toMatch(/\[32m\+const toll = 3;/);
    expect(colors).toMatch(/\[31m-const isOpen = false;/);
    await terminal.press("Escape");
    await terminal.waitFor("Canceled");
    await send(terminal, "/hooks");
    await terminal.waitFor(/block-secret-file-edits\s+agh\s+tool\.pre_call\s+1\s+denied/);
  });

  it("keeps every line in the terminal's own scrollback, once, also after a resize", async () => {
    const terminal = await open({ rows: 24 });
    await send(terminal, "many");
    await terminal.waitFor("line 600 of many");
    await terminal.waitFor("Done");
    await send(terminal, "short");
    const before = await terminal.waitFor("You said: short");
    const counted = (screen: string) => (screen.match(/line \d+ of many/g) ?? []).length;
    expect(before.match(/line \d+ of many/g)).toEqual(Array.from({ length: 600 }, (_, at) => `line ${at + 1} of many`));
    expect(before).toContain(ready);
    await terminal.resize(70, 20);
    await send(terminal, "narrow");
    const after = await terminal.waitFor("You said: narrow");
    expect(new Set(after.match(/line \d+ of many/g))).toHaveLength(600);
    expect(after).toContain(ready);
    // What is repeated is what may have been on the screen.
    expect(counted(after)).toBeLessThan(600 + 400);
  });

  it("remembers typed lines and completes commands", async () => {
    const terminal = await open();
    await send(terminal, "first line");
    await terminal.waitFor("You said: first line");
    await terminal.press("Up");
    await terminal.press("Enter");
    await terminal.waitFor(/You said: first line[\s\S]*You said: first line/);
    await terminal.type("/snap");
    await terminal.waitFor("lists what can be taken back");
    await terminal.press("Enter");
    await terminal.waitFor("No snapshots.");
  });
});

it("loads the terminal library only for the screen", () => {
  const files = globSync("*.ts", { cwd: import.meta.dirname }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const loading = files.filter((file) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    return /^import (?!type )[^;]*(pi-tui|\.\/tui\/)/m.test(text);
  });
  expect(files.length).toBeGreaterThan(10);
  expect(loading).toEqual([]);
});
