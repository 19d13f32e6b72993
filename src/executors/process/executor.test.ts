import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExecutorSpec } from "../../engine/hook.ts";
import type { Failure, ProcessOutput, Reply } from "../../engine/ports.ts";
import { type ExecutionOptions, executionOf, processesOf, shell, until } from "../testing.ts";
import { createProcessExecutor, type ProcessExecutor } from "./executor.ts";

const isLinux = process.platform === "linux";

describe.each([
  ["started by this process", Number.POSITIVE_INFINITY],
  ["started by the helper process", 0],
] as const)("a process hook %s", (_how, helperAboveBytes) => {
  let executor: ProcessExecutor;
  let cwd: string;

  beforeAll(() => {
    executor = createProcessExecutor({ environment: process.env, helperAboveBytes });
  });
  afterAll(() => executor.close());
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "hookline-process-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const run = (spec: ExecutorSpec, options?: ExecutionOptions) =>
    Promise.resolve(executor.execute(executionOf(spec, options)));
  const sh = (script: string, options?: ExecutionOptions, env?: Record<string, string>) =>
    run(shell(script, cwd, env), options);
  const command = (path: string, args: string[] = []): ExecutorSpec => ({
    kind: "process",
    command: path,
    args,
    env: {},
    inherits: "safe-names",
    cwd,
  });

  it("C150 stdout captured", async () => {
    expect(await sh(`printf '{"deny":true}'`)).toEqual({
      kind: "output",
      exitCode: 0,
      stdout: '{"deny":true}',
      stderr: "",
      stderrBytes: 0,
    });
  });

  it.each([
    ["a short payload through a pipe", "grüße 🪝\n\t\u0000 end"],
    ["a long payload through a file", "ü🪝".repeat(100_000)],
  ])("C151 payload on stdin byte-exact: %s", async (_case, text) => {
    const payload = { text };
    const reply = output(await sh("cat > seen; exit 0", { payload }));
    expect(reply.exitCode).toBe(0);
    expect(readFileSync(join(cwd, "seen")).equals(Buffer.from(JSON.stringify(payload)))).toBe(true);
  });

  it("leaves no file behind for a long payload", async () => {
    const temp = join(cwd, "temp");
    mkdirSync(temp);
    const own = createProcessExecutor({ environment: process.env, helperAboveBytes, tempDir: temp });
    const reply = await own.execute(
      executionOf(shell('wc -c; test -z "$(ls temp)"', cwd), { payload: { text: "x".repeat(50_000) } }),
    );
    await own.close();
    expect(output(reply)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\s*50011\s*$/) });
    expect(readdirSync(temp)).toEqual([]);
  });

  it("C152 timeout error promptly, long before the hook would have ended", async () => {
    const reply = failure(await sh("sleep 300", { timeoutMs: 120 }));
    expect(reply.failure).toBe("timed-out");
    expect(reply.detail).toContain("120 ms");
  });

  it("C153 TERM sent before KILL", async () => {
    const script = `trap 'touch got-term; exit 0' TERM; touch ready; while :; do sleep 0.02; done`;
    expect(failure(await sh(script, { timeoutMs: 1000 })).failure).toBe("timed-out");
    expect(existsSync(join(cwd, "got-term"))).toBe(true);
  });

  it("kills a hook that ignores TERM", async () => {
    const runId = randomUUID();
    const script = "trap '' TERM; while :; do sleep 0.02; done";
    expect(failure(await sh(script, { timeoutMs: 100, runId })).failure).toBe("timed-out");
    expect(processesOf(runId)).toEqual([]);
  });

  it("does not hear an answer given after the time-out", async () => {
    const script = `trap 'echo "{}"; exit 0' TERM; while :; do sleep 0.02; done`;
    expect(failure(await sh(script, { timeoutMs: 300 })).failure).toBe("timed-out");
  });

  it("ends a stopped hook at its deadline", async () => {
    expect(failure(await sh("kill -STOP $$", { timeoutMs: 200 })).failure).toBe("timed-out");
  });

  it.each([
    ["a child in the foreground", "sleep 300"],
    ["a child in the background", "sleep 300 & wait"],
    ["a deaf child", "(trap '' TERM; while :; do sleep 0.05; done) & wait"],
  ])("C154 descendants die on timeout: %s", async (_case, script) => {
    const runId = randomUUID();
    expect(failure(await sh(script, { timeoutMs: 200, runId })).failure).toBe("timed-out");
    expect(processesOf(runId)).toEqual([]);
  });

  it.each([
    ["holds stdout", "sleep 300 & echo '{}'"],
    ["let go of its pipes", "sleep 300 >/dev/null 2>&1 </dev/null & echo '{}'"],
    ["ignores hang-ups", "nohup sleep 300 >/dev/null 2>&1 & echo '{}'"],
    ...(isLinux
      ? [
          ["has a session of its own", "setsid sleep 300 >/dev/null 2>&1 & echo '{}'"],
          ["has a session of its own and holds stdout", "setsid sleep 300 & echo '{}'"],
          ["belongs to a nested run", "HOOKLINE_RUN=$HOOKLINE_RUN/inner setsid sleep 300 >/dev/null 2>&1 & echo '{}'"],
          ["forked twice", "(setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 &) ; echo '{}'"],
        ]
      : []),
  ])("a grandchild that %s neither holds up the answer nor outlives it", async (_case, script) => {
    const runId = randomUUID();
    const reply = output(await sh(script, { timeoutMs: 10_000, runId }));
    expect(reply).toMatchObject({ exitCode: 0, stdout: "{}\n" });
    expect(processesOf(runId)).toEqual([]);
  });

  it("C155 ambient secret filtered, PATH present, explicit env present", async () => {
    const own = createProcessExecutor({
      environment: { PATH: process.env.PATH, HOME: cwd, ANTHROPIC_API_KEY: "secret" },
      helperAboveBytes,
    });
    const runId = randomUUID();
    const spec = shell("env", cwd, { MODE: "strict", HOME: "/declared", HOOKLINE_RUN: "forged", HOOKLINE_DEPTH: "0" });
    const reply = output(await own.execute(executionOf(spec, { depth: 2, runId })));
    await own.close();
    const seen = Object.fromEntries(
      reply.stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => line.split("=", 2)),
    );
    const { PWD: _pwd, OLDPWD: _oldpwd, _: _last, ...rest } = seen;
    expect(rest).toEqual({
      PATH: process.env.PATH,
      HOME: "/declared",
      MODE: "strict",
      SHLVL: expect.stringMatching(/^\d+$/),
      HOOKLINE_RUN: runId,
      HOOKLINE_DEPTH: "2",
    });
  });

  it.each([
    ["bash -c", ["-c", "echo '{}'"]],
    ["bash -c without a script of its own", ["-c", "cat >/dev/null; echo '{}'"]],
  ])("does not let %s read a poisoned ~/.bashrc", async (_case, args) => {
    writeFileSync(join(cwd, ".bashrc"), `touch ${cwd}/poisoned\n`);
    const own = createProcessExecutor({ environment: { PATH: process.env.PATH, HOME: cwd }, helperAboveBytes });
    const reply = await own.execute(
      executionOf({ kind: "process", command: "bash", args, env: {}, inherits: "safe-names", cwd }),
    );
    await own.close();
    expect(output(reply).stdout).toBe("{}\n");
    expect(existsSync(join(cwd, "poisoned"))).toBe(false);
  });

  it("C156 non-zero exit → the exit code and the size of stderr are handed on, for the dialect to judge", async () => {
    expect(output(await sh("echo '{}'; echo oops >&2; exit 3"))).toEqual({
      kind: "output",
      exitCode: 3,
      stdout: "{}\n",
      stderr: "oops\n",
      stderrBytes: 5,
    });
  });

  it("C157 output capped with marker, stderr summary says truncated", async () => {
    const reply = output(await sh("head -c 100000 /dev/zero | tr '\\0' 'é' >&2; echo '{}'"));
    expect(reply.stderrBytes).toBeGreaterThanOrEqual(100_000);
    expect(reply.stderr.endsWith("...[truncated]")).toBe(true);
    expect(Buffer.byteLength(reply.stderr)).toBeLessThanOrEqual(8192 + "...[truncated]".length);
    expect(reply.stdout).toBe("{}\n");
  });

  it("C160 command missing → failed", async () => {
    const reply = failure(await run(command("hookline-no-such-command")));
    expect(reply.failure).toBe("not-found");
    expect(reply.detail).toContain("hookline-no-such-command");
    expect(reply.detail).toContain("PATH is ");
    expect(failure(await run(command("./missing.sh")))).toEqual({
      kind: "failure",
      failure: "not-found",
      detail: `the command "./missing.sh" was not found at ${cwd}/missing.sh`,
    });
  });

  it.each([
    ["C161 empty stdout", "exit 0", ""],
    ["C162 invalid JSON", "printf '{\"deny\":'", '{"deny":'],
    ["C165 JSON null", "printf null", "null"],
  ])("%s is handed on as it is, for the dialect to judge", async (_case, script, stdout) => {
    expect(output(await sh(script))).toMatchObject({ exitCode: 0, stdout });
  });

  it("C163 stdout over the limit is a failure of its own that names size, limit and setting", async () => {
    const reply = failure(await sh("head -c 8193 /dev/zero | tr '\\0' x"));
    expect(reply.failure).toBe("truncated");
    for (const part of ["8193 bytes", "8192 bytes", "[hooks] output_limit"]) expect(reply.detail).toContain(part);
    expect(output(await sh("head -c 8192 /dev/zero | tr '\\0' x")).stdout).toHaveLength(8192);
  });

  it("never hands on cut output of a hook that failed as well", async () => {
    expect(output(await sh("head -c 100000 /dev/zero | tr '\\0' x; exit 2"))).toMatchObject({
      exitCode: 2,
      stdout: "",
    });
  });

  it("calls output that is not UTF-8 unreadable", async () => {
    expect(failure(await sh('printf \'{"a":"\\303"}\'')).failure).toBe("unreadable");
  });

  it.each([
    ["a short one", "exit 0", 10],
    ["1 MiB", "exit 0", 1_048_576],
    ["1 MiB with stdin closed at once", "exec 0<&-; exit 0", 1_048_576],
    ["a pipeful", "exit 0", 16_000],
  ])("C164 hook that ignores stdin and exits 0 succeeds: payload of %s", async (_case, script, length) => {
    expect(output(await sh(script, { payload: { text: "x".repeat(length) } })).exitCode).toBe(0);
  });

  it("C166 relative command is resolved in the hook working directory", async () => {
    mkdirSync(join(cwd, "hooks"));
    program("hooks/where.sh", '#!/bin/sh\nprintf "%s %s" "$0" "$PWD"\n');
    expect(output(await run(command("./hooks/where.sh"))).stdout).toBe(`${cwd}/hooks/where.sh ${cwd}`);
  });

  it.each(["TERM", "KILL", "SEGV", "HUP", "PIPE"])("names the signal that killed the hook: %s", async (name) => {
    const reply = failure(await sh(`echo '{}'; kill -${name} $$`));
    expect(reply.failure).toBe("killed");
    expect(reply.detail).toContain(`SIG${name}`);
  });

  it("does not start a hook whose dispatch was canceled before", async () => {
    const reply = failure(await sh("touch started", { signal: AbortSignal.abort() }));
    expect(reply).toMatchObject({ failure: "killed", detail: expect.stringContaining("canceled") });
    expect(existsSync(join(cwd, "started"))).toBe(false);
  });

  it("ends a running hook when its dispatch is canceled", async () => {
    const controller = new AbortController();
    const runId = randomUUID();
    const reply = sh("touch started; sleep 300 & wait", { signal: controller.signal, runId });
    await until(() => existsSync(join(cwd, "started")));
    controller.abort();
    expect(failure(await reply)).toMatchObject({ failure: "killed", detail: expect.stringContaining("canceled") });
    expect(processesOf(runId)).toEqual([]);
  });

  it("ends what is running when it is closed, and starts nothing afterwards", async () => {
    const own = createProcessExecutor({ environment: process.env, helperAboveBytes });
    const runId = randomUUID();
    const reply = own.execute(executionOf(shell("touch started; sleep 300", cwd), { runId }));
    await until(() => existsSync(join(cwd, "started")));
    await own.close();
    expect(failure(await reply).failure).toBe("killed");
    expect(processesOf(runId)).toEqual([]);
    expect(failure(await own.execute(executionOf(shell("exit 0", cwd)))).failure).toBe("spawn-error");
  });

  it.each<[what: string, prepare: () => ExecutorSpec, words: string]>([
    ["a program that is not executable", () => command(program("plain", "#!/bin/sh\n", 0o644)), "not executable"],
    ["a directory", () => command(`${cwd}/`), "is a directory"],
    ["a missing interpreter", () => command(program("x", "#!/no/such/interpreter -x\n")), "/no/such/interpreter"],
    ["an interpreter that is a directory", () => command(program("x", "#!/tmp\n")), "is a directory"],
    [
      "a Windows line break after the interpreter",
      () => command(program("x", "#!/bin/sh\r\necho\r\n")),
      "Windows line break",
    ],
    ["a Windows line break after env", () => command(program("x", "#!/usr/bin/env sh\r\n")), "Windows line break"],
    ["a text without a first line that names an interpreter", () => command(program("x", "echo '{}'\n")), '"#!"'],
    ["an empty file", () => command(program("x", "")), "empty"],
    ["a working directory that is gone", () => ({ ...shell("exit 0", join(cwd, "gone")) }), "does not exist"],
    ["a working directory that is a file", () => shell("exit 0", program("x", "")), "is not a directory"],
    ["an argument with a zero byte", () => command("/bin/sh", ["-c", "exit 0\0"]), "could not be started"],
    ["an environment that is too long", () => shell("exit 0", cwd, { BIG: "x".repeat(3_000_000) }), "too long"],
  ])("says in words why it cannot start %s", async (_what, prepare, words) => {
    const reply = failure(await run(prepare()));
    expect(reply.failure).toBe("spawn-error");
    expect(reply.detail).toContain(words);
  });

  it.skipIf(!isLinux)("runs many at once and mixes none of them up", async () => {
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, at) => sh("cat", { payload: { at }, timeoutMs: 30_000 })),
    );
    expect(replies.map((reply) => output(reply).stdout)).toEqual(replies.map((_, at) => `{"at":${at}}`));
  });

  function program(name: string, text: string, mode = 0o755): string {
    const path = join(cwd, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }
});

function output(reply: Reply): ProcessOutput {
  if (reply?.kind !== "output") throw new Error(`expected output, got ${JSON.stringify(reply)}`);
  return reply;
}

function failure(reply: Reply): Failure {
  if (reply?.kind !== "failure") throw new Error(`expected a failure, got ${JSON.stringify(reply)}`);
  return reply;
}
