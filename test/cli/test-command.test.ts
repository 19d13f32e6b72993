import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import { parseXml } from "../support/parse-xml.ts";
import { hookline, type TestWorkspace, trustAll } from "./workspace.ts";

/** A workspace with these files and a home of its own. */
function openWorkspace(
  files: Readonly<Record<string, string>>,
): TestWorkspace & { write: (path: string, text: string) => void } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-tests-")));
  const root = join(base, "workspace");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o755 });
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { PATH, TMPDIR } = process.env;
  const home = join(base, "home");
  mkdirSync(home);
  return {
    root,
    home,
    write,
    env: { PATH, TMPDIR, HOME: base, HOOKLINE_HOME: home },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** One hook of docker-agent's, which inherits everything and runs what it is told. */
const hook = (command: string, event = "stop") =>
  `hooks:\n  ${event}:\n    - { name: say, type: command, command: ${JSON.stringify(command)} }\n`;

const test = (expect: string, more = "") =>
  `tests:\n  - name: says it\n    event: Stop\n${more}    expect: ${expect}\n`;

const report = (result: { stdout: string }) => JSON.parse(result.stdout);

describe("hookline test", () => {
  it("gives hooks the environment, the agent and the session of a test", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook('echo "$WHO $MODE"; cat'),
      "a.hooktest.yaml": [
        "tests:",
        "  - { name: plain, event: stop, expect: { context: { matches: '^ted \\n' } } }",
        "  - name: strict",
        "    event: stop",
        "    env: { MODE: strict }",
        "    agent: reviewer",
        "    session: sess_7",
        "    expect:",
        "      context: { contains: ted strict }",
        "      payload: { agent_name: reviewer, session_id: sess_7 }",
        "      stdin:",
        "        say: { session_id: sess_7, agent_name: reviewer, hook_event_name: stop }",
        "",
      ].join("\n"),
    });
    const result = await hookline(workspace, ["test", "-o", "json"], { env: { WHO: "ted" } });
    expect(report(result).tests.map(({ mismatches }: { mismatches: unknown }) => mismatches)).toEqual([[], []]);
    expect(result.exitCode).toBe(0);
  });

  it("holds what a hook reads against a golden text", async () => {
    const stdin = (text: string) => ({
      "hookline.yaml": hook("cat >/dev/null"),
      "a.hooktest.yaml": test(
        JSON.stringify({ stdin: { say: text } }),
        '    payload: { session_id: s, cwd: /somewhere, response: "done" }\n',
      ),
    });
    const golden = '{"session_id":"s","cwd":"/somewhere","hook_event_name":"stop","stop_response":"done"}';
    using right = openWorkspace(stdin(golden));
    expect((await hookline(right, ["test"])).exitCode).toBe(0);
    using wrong = openWorkspace(stdin(golden.replace("done", "gone")));
    const result = await hookline(wrong, ["test", "-o", "json"]);
    expect(report(result).tests[0].mismatches).toEqual([
      { field: "stdin of say", expected: golden.replace("done", "gone"), got: golden },
    ]);
  });

  it("looks only at the hooks that a file names, and lets the verdict be theirs", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": [
        "hooks:",
        "  user_prompt_submit:",
        "    - { name: refuses, type: command, command: exit 2 }",
        "    - { name: speaks, type: command, command: echo hello }",
        "",
      ].join("\n"),
      "a.hooktest.yaml":
        "hooks: [speaks]\ntests: [{ name: a, event: UserPromptSubmit, expect: { decision: none, runs: [speaks], context: hello } }]\n",
      "b.hooktest.yaml": "tests: [{ name: b, event: UserPromptSubmit, expect: { decision: deny, runs: 2 } }]\n",
    });
    const result = await hookline(workspace, ["test"]);
    expect(result.stdout).toContain("2 passed");
  });

  it("does not count a hook that is not trusted, and says what to do", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("echo hello"),
      "a.hooktest.yaml": test("{ decision: none }"),
    });
    const untrusted = await hookline(workspace, ["test"], { trusts: false });
    expect(untrusted.exitCode).toBe(1);
    expect(untrusted.stdout).toContain("Not trusted, so not run: say.");
    expect(untrusted.stdout).toContain('Run "hookline trust"');
    await trustAll(workspace);
    expect((await hookline(workspace, ["test"], { trusts: false })).exitCode).toBe(0);
  });

  it.each([
    ["fails open, where nothing was to be refused", "exit 7", "none", ""],
    ["must not fail open, where something was", "exit 7", "deny", ", on_failure: block"],
  ])("does not take a guard that %s, for one that works", async (_what, command, decision, more) => {
    const guard = `hooks:\n  pre_tool_use:\n    - matcher: "*"\n      hooks: [{ name: say, type: command, command: "${command}"${more} }]\n`;
    const file = (expect: string) =>
      `tests:\n  - { name: a, event: pre_tool_use, payload: { tool_name: x }, expect: ${expect} }\n`;
    using workspace = openWorkspace({ "hookline.yaml": guard, "a.hooktest.yaml": file(`{ decision: ${decision} }`) });
    const blind = await hookline(workspace, ["test"]);
    expect(blind.stdout).toContain("failed (exit-code)");
    expect(blind.exitCode).toBe(1);
    workspace.write("a.hooktest.yaml", file(`{ decision: ${decision}, outcome: { say: exit-code } }`));
    expect((await hookline(workspace, ["test"])).exitCode).toBe(0);
  });

  it("says of a test that passed without any hook that none ran", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("true"),
      "a.hooktest.yaml": "tests: [{ name: a, event: session_start, expect: { decision: none } }]\n",
    });
    expect((await hookline(workspace, ["test"])).stdout).toMatch(/^ok {3}a .*no hook ran$/m);
  });

  it("runs nothing of a repository that a test file makes look like the user's own", async () => {
    using workspace = openWorkspace({
      "evil/agents/hooks/pwn/HOOK.md": "---\nname: pwn\ndescription: d\ntrigger: before_tool\n---\n",
      "evil/agents/hooks/pwn/scripts/run.sh": "#!/bin/sh\ntouch pwned\n",
      "a.hooktest.yaml": "",
    });
    for (const name of ["XDG_CONFIG_HOME", "HOME", "PATH", "BASH_ENV", "NODE_OPTIONS", "OPENAI_BASE_URL"]) {
      workspace.write(
        "a.hooktest.yaml",
        test("{ decision: none }", `    env: { ${name}: ${join(workspace.root, "evil")} }\n`),
      );
      const result = report(await hookline(workspace, ["test", "-o", "json"]));
      expect(result.problems).toMatchObject([{ code: "HOOKTEST_ENV_STEERS", line: 4 }]);
    }
    expect(readOrNull(join(workspace.root, "pwned"))).toBeNull();
  });

  it.each<[what: string, make: (path: string) => void, why: string]>([
    ["a link that leads nowhere", (path) => symlinkSync("nowhere", path), "leads nowhere"],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "not an ordinary file"],
    ["far too large", (path) => writeFileSync(path, "#".repeat(1024 * 1024 + 1)), "1048577 bytes"],
  ])("reports a test file that is %s, and waits for nobody", async (_what, make, why) => {
    using workspace = openWorkspace({ "hookline.yaml": hook("true"), "a.hooktest.yaml": test("{ decision: none }") });
    make(join(workspace.root, "b.hooktest.yaml"));
    const result = await hookline(workspace, ["test", "-o", "json"]);
    expect(report(result)).toMatchObject({ passed: 1, problems: [{ what: expect.stringContaining(why) }] });
    expect(result.exitCode).toBe(1);
  });

  it("tells a broken declaration from a failed test", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": "hooks:\n  stop:\n    - { name: say, type: comand, command: x }\n",
      "a.hooktest.yaml": `hooks: say\n${test("{ decision: none }")}`,
    });
    const [result] = report(await hookline(workspace, ["test", "-o", "json"])).tests;
    expect(result.error).toMatchObject({
      code: "HOOKTEST_HOOK_BROKEN",
      what: expect.stringContaining("hookline.yaml:3"),
    });
  });

  it.each([
    ["is not there", "missing.json", "ENOENT"],
    ["is no JSON", "hookline.yaml", "JSON"],
    ["is a list", "list.json", "not a JSON object"],
    ["is no file", ".", "not an ordinary file"],
  ])("says of a payload file that it %s", async (_what, path, why) => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("true"),
      "list.json": "[]",
      "a.hooktest.yaml": test("{ decision: none }", `    payload: ${path}\n`),
    });
    const [result] = report(await hookline(workspace, ["test", "-o", "json"])).tests;
    expect(result.error).toMatchObject({ code: "HOOKTEST_PAYLOAD_FILE", what: expect.stringContaining(why) });
  });

  it("says of a payload that does not fit its event which field it is", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("true"),
      "a.hooktest.yaml": test("{ decision: none }", "    payload: { session_id: 7 }\n"),
    });
    const [result] = report(await hookline(workspace, ["test", "-o", "json"])).tests;
    expect(result.error).toMatchObject({ code: "PAYLOAD_INVALID", what: expect.stringContaining("session_id") });
  });

  it("leaves out other people's folders and finds each file once", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("true"),
      ".agents/hooks/x/a.hooktest.yaml": test("{ decision: none }"),
      "node_modules/x/b.hooktest.yaml": test("{ decision: deny }"),
      ".git/c.hooktest.yml": test("{ decision: deny }"),
      "d.hooktest.yml": test("{ decision: none }"),
    });
    const all = report(await hookline(workspace, ["test", "-o", "json"]));
    expect(all).toMatchObject({ files: 2, passed: 2 });
    const twice = report(await hookline(workspace, ["test", ".", "d.hooktest.yml", ".agents", "-o", "json"]));
    expect(twice).toMatchObject({ files: 2, passed: 2 });
  });

  it("runs the tests beside the user's own hooks when asked to", async () => {
    using workspace = openWorkspace({ "a.hooktest.yaml": test("{ runs: 1 }") });
    mkdirSync(join(workspace.home, "hooks.d"));
    writeFileSync(join(workspace.home, "hooks.d", "say.yaml"), hook("true"));
    writeFileSync(join(workspace.home, "hooks.d", "say.hooktest.yaml"), `hooks: say\n${test("{ runs: 1 }")}`);
    expect(report(await hookline(workspace, ["test", "-o", "json"]))).toMatchObject({ files: 1, passed: 1 });
    expect(report(await hookline(workspace, ["test", "--home", "-o", "json"]))).toMatchObject({ files: 2, passed: 2 });
  });

  it("writes a JUnit report beside what it prints, or prints it", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("echo '<b>&\"' >&2; exit 1"),
      "a.hooktest.yaml": test("{ decision: deny }"),
    });
    const written = await hookline(workspace, ["test", "--junit", "out/report.xml"]);
    expect(written.stdout).toContain("1 failed");
    const file = parseXml(readFileSync(join(workspace.root, "out/report.xml"), "utf8"));
    expect(file.children[0]?.children[0]?.children[0]?.text).toContain('<b>&"');
    const printed = await hookline(workspace, ["test", "--reporter", "junit"]);
    expect(parseXml(printed.stdout).attributes).toMatchObject({ tests: "1", failures: "1" });
    expect(printed.exitCode).toBe(1);
  });

  it("has one line for each test as jsonl", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("true"),
      "a.hooktest.yaml": test("{ decision: none }"),
      "b.hooktest.yaml": test("{ decision: none }"),
    });
    const { stdout } = await hookline(workspace, ["test", "-o", "jsonl"]);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).status),
    ).toEqual(["passed", "passed"]);
    expect((await hookline(workspace, ["test", "-o", "toon"])).stdout).toContain("passed: 2");
  });

  it("stops when it is interrupted, kills what runs and says what was not run", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("echo started > started; sleep 60"),
      "a.hooktest.yaml": test("{ decision: none }"),
      "b.hooktest.yaml": test("{ decision: none }"),
    });
    await trustAll(workspace);
    const session = openSession(workspace, ["test", "-o", "json"]);
    await session.until(() => readOrNull(join(workspace.root, "started")) !== null);
    session.interrupt();
    expect(await session.exitCode).toBe(1);
    expect(JSON.parse(session.output())).toMatchObject({ passed: 0, failed: 0, not_run: 2 });
  });
});

describe("hookline test --watch", () => {
  it("runs again when a script, a declaration, a test or a payload changes, and when a test is added", {
    timeout: 30_000,
  }, async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("./say.sh"),
      "say.sh": "#!/bin/sh\necho one\n",
      "p.json": "{}",
      "a.hooktest.yaml": test("{ context: one }", "    payload: p.json\n"),
      "empty/folder": "",
    });
    await trustAll(workspace);
    const session = openSession(workspace, ["test", "--watch"]);
    const lastRun = () => session.output().split("Waiting for changes").at(-2) ?? "";
    const showsAfter = async (change: () => unknown, shows: string) => {
      await change();
      await session.until(() => lastRun().includes(shows));
    };
    await showsAfter(() => {}, "1 passed");
    await showsAfter(() => workspace.write("say.sh", "#!/bin/sh\necho two\n"), "Not trusted, so not run: say.");
    await showsAfter(() => trustAll(workspace), '"two"');
    await showsAfter(
      () => workspace.write("a.hooktest.yaml", test("{ context: two }", "    payload: p.json\n")),
      "1 passed",
    );
    await showsAfter(() => workspace.write("p.json", "[]"), "not a JSON object");
    await showsAfter(() => workspace.write("p.json", "{ }"), "1 passed");
    await showsAfter(() => workspace.write("b.hooktest.yaml", test("{ decision: none }")), "2 passed");
    await showsAfter(() => rmSync(join(workspace.root, "b.hooktest.yaml")), "1 passed");
    // Any pace will do for the outcome; this one shows that folders without a test are watched, not only looked at once.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await showsAfter(() => workspace.write("empty/c.hooktest.yaml", test("{ decision: none }")), "2 passed");
    await showsAfter(() => workspace.write("new/deep/d.hooktest.yaml", test("{ decision: none }")), "3 passed");
    await showsAfter(() => rmSync(join(workspace.root, "new"), { recursive: true }), "2 passed");
    await showsAfter(() => rmSync(join(workspace.root, "empty/c.hooktest.yaml")), "1 passed");
    await showsAfter(() => workspace.write("hookline.yaml", hook("echo three")), "Not trusted, so not run: say.");
    await showsAfter(() => trustAll(workspace), '"three"');
    await showsAfter(() => workspace.write("a.hooktest.yaml", "tests: ["), "1 problem in test files");
    session.interrupt();
    expect(await session.exitCode).toBe(0);
  });

  it("is not set off by files that hooks write", async () => {
    using workspace = openWorkspace({
      "hookline.yaml": hook("echo x >> log; touch made.$$"),
      "a.hooktest.yaml": test("{ decision: none }"),
    });
    await trustAll(workspace);
    const session = openSession(workspace, ["test", "--watch"]);
    const runs = () => session.output().split("1 passed").length - 1;
    await session.until(() => runs() === 1);
    // A change that counts comes after all that the hook wrote has been seen.
    workspace.write("a.hooktest.yaml", `${test("{ decision: none }")}# changed\n`);
    await session.until(() => runs() === 2);
    session.interrupt();
    await session.exitCode;
    expect(runs()).toBe(2);
  });
});

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** A command that goes on until it is interrupted. */
function openSession(workspace: TestWorkspace, argv: readonly string[]) {
  const controller = new AbortController();
  let text = "";
  let wake = () => {};
  const write = (more: string) => {
    text += more;
    wake();
  };
  const exitCode = runCli(
    argv,
    { out: write, err: write, width: 100, color: false },
    { env: workspace.env, cwd: workspace.root, readStdin: async () => "", signal: controller.signal },
  );
  return {
    exitCode,
    output: () => text,
    interrupt: () => controller.abort(),
    /** Waits until something holds that output, or the file system, tells of. */
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 20);
        });
      }
    },
  };
}
