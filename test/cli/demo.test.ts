import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../src/agent/transcript.ts";
import { streamed, wire } from "../../src/models/chat/wire.fixture.ts";
import { startModelServer } from "../../src/models/question/model-server.fixture.ts";
import { type CliResult, repository } from "./workspace.ts";

const launcher = join(repository, "bin", "hookline.js");
const example = join(repository, "examples", "guarded-repo");
const secret = /PAYMENTS_API_KEY=(\S+)/.exec(readFileSync(join(example, "config/payments.env"), "utf8"))?.[1] ?? "";

/** A user who has never run Hookline, and whose folders have blanks in their names. */
function newUser() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline demo-")));
  const folders = { HOME: join(base, "my home"), TMPDIR: join(base, "my temp"), cwd: join(base, "my work") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const { cwd, ...env } = folders;
  return {
    cwd,
    home: join(folders.HOME, ".hookline"),
    hookline: (argv: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
      new Promise((resolve) => {
        const options = { cwd, env: { PATH: process.env.PATH, ...env, ...more }, maxBuffer: 16 * 1024 * 1024 };
        const child = execFile(process.execPath, [launcher, ...argv], options, (_error, stdout, stderr) =>
          resolve({ stdout, stderr, exitCode: child.exitCode ?? -1 }),
        );
        child.stdin?.end();
      }),
    /** The copies of the example that demos have left. */
    copies: () => readdirSync(folders.TMPDIR).map((name) => join(folders.TMPDIR, name, "guarded-repo")),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

interface Run {
  readonly hook_name: string;
  readonly event: string;
  readonly dialect: string;
  readonly outcome: string;
}

describe("the demo", () => {
  const user = newUser();
  let shown: CliResult;
  let runs: readonly Run[];
  let entries: readonly TranscriptEntry[];
  let copy: string;

  beforeAll(async () => {
    shown = await user.hookline(["demo"]);
    [copy = ""] = user.copies();
    const session = /runs --session (\S+)/.exec(shown.stdout)?.[1] ?? "";
    const recorded = await user.hookline(["runs", "--session", session, "-o", "json"]);
    runs = JSON.parse(recorded.stdout) as Run[];
    const transcript = await user.hookline(["sessions", "show", session, "-o", "jsonl"]);
    entries = linesOf(transcript.stdout) as TranscriptEntry[];
  }, 120_000);
  afterAll(() => user[Symbol.dispose]());

  const ofHook = (name: string) => runs.filter(({ hook_name }) => hook_name === name);

  it("ends well, and says that its model is scripted", () => {
    expect(shown).toMatchObject({ stderr: "", exitCode: 0 });
    expect(shown.stdout).toContain("The model is scripted");
    expect(shown.stdout).toContain("scripted/session.yaml (scripted model)");
    expect(shown.stdout.match(/^ {2}✓ .*$/gm)?.filter((line) => line.endsWith(")"))).toHaveLength(5);
  });

  it("has hooks of all four dialects at work, none of which fails", () => {
    expect(new Set(runs.map(({ dialect }) => dialect))).toEqual(
      new Set(["agh", "docker-agent", "claude", "agent-hooks"]),
    );
    expect(runs.filter(({ outcome }) => outcome !== "applied" && outcome !== "denied")).toEqual([]);
    expect(readFileSync(join(copy, "notifications.log"), "utf8")).toContain('"session.post_create"');
  });

  it("injects context", () => {
    const [asked] = entries.filter((entry) => entry.type === "user_message");
    expect(asked?.content.text).toContain("House rules: amounts are whole cents.");
    expect(asked?.content.text).toContain("[Workspace: guarded-repo]");
    expect(asked?.content.text).toContain(asked?.content.typed);
    expect(ofHook("git-status")).toMatchObject([{ dialect: "docker-agent", event: "session.start" }]);
  });

  it("denies a dangerous command, which does not run", () => {
    expect(ofHook("block-dangerous-commands")).toMatchObject([{ dialect: "agent-hooks", outcome: "denied" }]);
    const refused = entries.filter((entry) => entry.type === "tool_result" && entry.content.outcome === "denied");
    expect(refused).toMatchObject([{ content: { tool_name: "shell" } }]);
    const changed = execFileSync("git", ["-C", copy, "status", "--short"], { encoding: "utf8" });
    expect(changed).toBe(" M src/cart.mjs\n");
  });

  it("keeps the secret from the model, from the transcript, the records and the screen", () => {
    expect(secret).toHaveLength(24);
    expect(readFileSync(join(copy, "config/payments.env"), "utf8")).toContain(secret);
    expect(JSON.stringify(entries)).toContain("PAYMENTS_API_KEY=[REDACTED]");
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(shown.stdout).not.toContain(secret);
    const records = readdirSync(user.home).filter((name) => name.startsWith("runs.db"));
    expect(records).toContain("runs.db");
    for (const name of records) expect(readFileSync(join(user.home, name)).includes(secret), name).toBe(false);
  });

  it("formats what was edited", () => {
    expect(ofHook("format-edits")).toMatchObject([{ dialect: "claude" }, { dialect: "claude" }]);
    const edits = entries.filter((entry) => entry.type === "tool_call" && entry.content.tool_name === "edit_file");
    expect(JSON.stringify(edits)).toMatch(/\\\\tconst reduced = .* {3}/);
    const [before, after] = [example, copy].map((root) => readFileSync(join(root, "src/cart.mjs"), "utf8"));
    expect(after).toBe(before?.replace("sum - discount;", "sum * (1 - discount / 100);"));
  });

  it("does not let the agent stop before the tests pass", () => {
    expect(ofHook("tests-must-pass")).toMatchObject([{ event: "turn.stopping" }, { event: "turn.stopping" }]);
    const sentBack = entries.filter((entry) => entry.type === "user_message" && entry.content.origin === "stop-hook");
    expect(sentBack).toMatchObject([{ content: { text: expect.stringContaining("expected 880, got -20900") } }]);
    const report = execFileSync(process.execPath, ["test/cart.test.mjs"], { cwd: copy, encoding: "utf8" });
    expect(report.match(/^ok/gm)).toHaveLength(3);
  });

  it("names commands that work where it was started", async () => {
    const next = [...shown.stdout.matchAll(/^ {2}npx hookline (.*)$/gm)].map(([, words = ""]) => words);
    expect(next).toHaveLength(3);
    for (const words of next) {
      const argv = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
      expect(await user.hookline(argv), words).toMatchObject({ stderr: "", exitCode: 0 });
    }
  });
});

describe("another demo", () => {
  it("prints one JSON object per line, and runs nothing of the repository it is started in", async () => {
    using user = newUser();
    mkdirSync(join(user.cwd, ".hookline"));
    const canary = { hooks: { Stop: [{ type: "command", command: "touch ran" }] } };
    writeFileSync(join(user.cwd, ".hookline/hooks.json"), JSON.stringify(canary));
    const { stdout, stderr, exitCode } = await user.hookline(["demo", "--scripted", "-o", "jsonl"], {
      HOOKLINE_HOME: "../own home",
      // Would fail at once if it were used.
      HOOKLINE_MODEL: "openai/nothing",
    });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const kinds = (linesOf(stdout) as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["session_started", "hooks_ran", "tool_returned", "session_ended"]));
    expect(readdirSync(user.cwd)).toEqual([".hookline"]);
    expect(readdirSync(join(user.cwd, "../own home"))).toContain("runs.db");
  }, 120_000);

  it("gives a real model the same task where there is a key for one", async () => {
    using user = newUser();
    await using server = await startModelServer(streamed(wire.openai({ text: ["I would rather not."] })));
    const key = { OPENAI_API_KEY: "not-a-real-key", OPENAI_BASE_URL: `${server.url}/v1` };
    const real = await user.hookline(["demo"], key);
    expect(real.stdout).toContain("The model is openai/gpt-5-mini");
    expect(real.stdout).toContain("– refused a dangerous command: not this time");
    expect(JSON.stringify(server.received[0]?.body)).toContain("A discount of 20 percent takes off 20 cents.");
    expect(real.exitCode).toBe(0);
  }, 120_000);
});

describe("the example workspace", () => {
  it("has nothing that validate finds fault with", async () => {
    using user = newUser();
    const { stdout } = await user.hookline(["validate", "--workspace", example, "-o", "json"]);
    expect(JSON.parse(stdout)).toEqual({ hooks: expect.any(Number), problems: [] });
  });
});
