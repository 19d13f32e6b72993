import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openReplay, type ReplayOptions, type ReplayRecorder } from "../../src/store/replay/recorder.ts";
import { scanText, scanValue } from "../../src/store/replay/scan-secrets.ts";
import { loadReplaySettings, parseReplaySettings } from "../../src/store/replay/settings.ts";
import { openAgentao } from "./agentao.ts";

const folders: string[] = [];
const newProject = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "hookline-replay-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let ids = 0;
const newId = () => `id${++ids}`;
const recorderIn = (projectRoot: string, replay: object = {}, more: Partial<ReplayOptions> = {}): ReplayRecorder =>
  openReplay({
    projectRoot,
    sessionId: "s1",
    settings: parseReplaySettings(JSON.stringify({ replay: { enabled: true, ...replay } })),
    newId,
    wall: Date.now,
    ...more,
  });

interface Line {
  readonly seq: number;
  readonly kind: string;
  readonly turn_id: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

const linesOf = ({ path }: ReplayRecorder): Line[] =>
  readFileSync(path ?? "", "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** The payload that is kept of one event. */
const kept = (payload: Readonly<Record<string, unknown>>, replay = {}, kind = "plugin_hook_fired") => {
  const recorder = recorderIn(newProject(), replay);
  recorder.record(kind, payload);
  recorder.close();
  return linesOf(recorder)[1]?.payload;
};

const b64 = (text: string) => Buffer.from(text).toString("base64url");
/** Made up for these tests, piece by piece, so that no scanner takes this file for a leak. */
const secrets: Readonly<Record<string, string>> = {
  private_key_block: ["-----BEGIN RSA PRIVATE", "KEY-----\nMIIEabc\n-----END RSA PRIVATE", "KEY-----"].join(" "),
  anthropic_api_key: `sk-${"ant"}-${"a1B2".repeat(12)}`,
  openai_api_key: `sk-${"proj"}-${"a1B2".repeat(6)}`,
  google_api_key: `AI${"za"}${"a1B2c".repeat(7)}`,
  aws_access_key: `AK${"IA"}${"A1B2".repeat(4)}`,
  github_token: `gh${"p_"}${"a1B2".repeat(9)}`,
  slack_token: `xo${"xb"}-${"1234567890"}`,
  jwt: `${b64('{"alg":"HS256"}')}.${b64('{"sub":"someone"}')}.${"a1B2c3D4e5"}`,
  bearer: `Bearer ${"a1B2".repeat(6)}`,
  kv_secret: "password = correct-horse",
};

describe("the secret scan", () => {
  it.each(Object.entries(secrets))("agentao R1: %s is taken out and counted", (kind, secret) => {
    expect(kept({ text: `before ${secret} after` })).toEqual({
      text: `before [REDACTED:${kind}] after`,
      redaction_hits: { [kind]: 1 },
    });
  });

  it.each([
    ["an authorization header", `Authorization: ${secrets.bearer}`, { bearer: 1 }],
    ["a header without the word", `authorization: ${"a1B2".repeat(6)}`, { bearer: 1 }],
    ["two of a kind", `${secrets.github_token} ${secrets.github_token}`, { github_token: 2 }],
    ["two kinds", `${secrets.jwt} ${secrets.aws_access_key}`, { aws_access_key: 1, jwt: 1 }],
    ["a key in JSON", '{"api_key": "0123456789abcdef"}', { kv_secret: 1 }],
    ["a token behind a name, which is found as what it is", `token=${secrets.github_token}`, { github_token: 1 }],
  ])("agentao R1: %s", (_what, text, hits) => {
    expect(scanText(text).hits).toEqual(hits);
  });

  it.each([
    ["a text under 20 characters", "password=12345678"],
    ["a word that only ends like a name of a secret", "the mytoken=abcdefghijkl value"],
    ["a short value", "the password: none so far"],
    ["text about secrets", "Ask for the token, then keep the secret where it is."],
  ])("agentao R1: %s stays", (_what, text) => {
    expect(scanText(text)).toEqual({ value: text, hits: {} });
  });

  it("agentao R1: nested values are scanned, and a clean payload is not changed", () => {
    const nested = { list: [{ deep: secrets.github_token }], number: 3, nothing: null };
    expect(scanValue(nested)).toEqual({
      value: { list: [{ deep: "[REDACTED:github_token]" }], number: 3, nothing: null },
      hits: { github_token: 1 },
    });
    const clean = { hook_name: "Stop", list: ["a long enough text without anything"], nested: { flag: true } };
    expect(kept(clean)).toEqual(clean);
  });

  it.each([
    ["beginnings of keys", `-----BEGIN ${"KEY-----"}`],
    ["beginnings of tokens", "eyJ"],
    ["parts of tokens", ".eyJabcdefgh"],
    ["dots and parts", "eyJabcdefgh.eyJabcdefgh."],
    ["dashes", "sk-"],
    ["names", "token="],
    ["names and blanks", "token:  "],
    ["bearers", "bearer "],
  ])("agentao R1: a megabyte of %s is scanned in one pass", (_what, piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(scanText(text).value.length).toBeLessThanOrEqual(text.length);
  });
});

describe("output_preview", () => {
  const cut = "\n\n[… truncated …]\n\n";

  it("agentao R2: over 500 characters it is cut in the middle, and the cut is described", () => {
    const preview = `${"a".repeat(400)}${"b".repeat(400)}`;
    expect(kept({ output_preview: preview })).toEqual({
      output_preview: `${"a".repeat(250)}${cut}${"b".repeat(250)}`,
      output_preview_truncation: { truncated: true, original_chars: 800, omitted_chars: 300 },
    });
  });

  it("agentao R2: up to 500 it stays, and characters are counted, not their halves", () => {
    const preview = "😀".repeat(500);
    expect(kept({ output_preview: preview })).toEqual({ output_preview: preview });
    expect(kept({ output_preview: `${preview}x` })?.output_preview).toBe(
      `${"😀".repeat(250)}${cut}${"😀".repeat(249)}x`,
    );
  });

  it("agentao R2: a secret on the edge of the cut is taken out whole", () => {
    const preview = `${"a".repeat(230)} ${secrets.github_token} ${"b".repeat(400)}`;
    const payload = kept({ output_preview: preview });
    expect(payload).toMatchObject({ redaction_hits: { github_token: 1 } });
    expect(payload?.output_preview).not.toContain("a1B2");
    expect(payload?.output_preview_truncation).toMatchObject({ original_chars: Array.from(preview).length });
  });

  it("agentao R2: the length before the scan decides, and what is short enough after it is not cut", () => {
    const preview = `${"a".repeat(480)} ${secrets.github_token}`;
    expect(kept({ output_preview: preview })).toMatchObject({
      output_preview:
        `${"a".repeat(480)} [REDACTED:github_token]`.slice(0, 250) +
        cut +
        `${"a".repeat(480)} [REDACTED:github_token]`.slice(-250),
      output_preview_truncation: { original_chars: 521, omitted_chars: 4 },
    });
    const shrunk = `${"a".repeat(440)} ${secrets.jwt}${"x".repeat(80)}`;
    expect(kept({ output_preview: shrunk })).toMatchObject({
      output_preview: `${"a".repeat(440)} [REDACTED:jwt]`,
      output_preview_truncation: { omitted_chars: 0 },
    });
  });

  it("agentao R2: with the flag it is kept whole and scanned all the same", () => {
    const preview = `${"a".repeat(900)} ${secrets.github_token}`;
    expect(kept({ output_preview: preview }, { capture_flags: { capture_plugin_hook_output_full: true } })).toEqual({
      output_preview: `${"a".repeat(900)} [REDACTED:github_token]`,
      redaction_hits: { github_token: 1 },
    });
  });

  it("agentao R2: only the preview of a hook's event is cut", () => {
    const long = "word ".repeat(400);
    expect(kept({ other: long })).toEqual({ other: long });
    expect(kept({ output_preview: long }, {}, "other_kind")).toEqual({ output_preview: long });
  });
});

describe("replay settings", () => {
  const settingsOf = (replay: unknown) => parseReplaySettings(JSON.stringify({ replay }));
  const defaults = {
    enabled: false,
    maxInstances: 20,
    captureFlags: {
      capture_llm_delta: true,
      capture_full_llm_io: false,
      capture_tool_result_full: false,
      capture_plugin_hook_output_full: false,
    },
  };

  it.each([
    ["", {}],
    ["{", {}],
    ["[]", {}],
    ['{"replay": []}', {}],
    ["\uFEFF{}", {}],
  ])("agentao R3: %j says nothing", (text) => {
    expect(parseReplaySettings(text)).toEqual(defaults);
  });

  it.each([
    [true, true],
    ["yes", true],
    ["anything", true],
    ["false", false],
    [" OFF ", false],
    ["0", false],
    ["no", false],
    ["", false],
    [0, false],
    [1, true],
    [null, false],
  ])("agentao R3: enabled %j means %j", (written, enabled) => {
    expect(settingsOf({ enabled: written }).enabled).toBe(enabled);
  });

  it("agentao R3: flags that are given join the defaults, unknown ones do not", () => {
    expect(
      settingsOf({ capture_flags: { capture_llm_delta: "off", capture_full_llm_io: null, strange: true } }),
    ).toEqual({
      ...defaults,
      captureFlags: { ...defaults.captureFlags, capture_llm_delta: false },
    });
  });

  it.each([
    [5, 5],
    ["7", 7],
    [2.9, 2],
    [0, 20],
    [-1, 20],
    ["many", 20],
    [true, 20],
    [null, 20],
  ])("agentao R3: max_instances %j means %j", (written, count) => {
    expect(settingsOf({ max_instances: written }).maxInstances).toBe(count);
  });

  it("agentao R3: they are read from the project, and no file means the defaults", () => {
    const project = newProject();
    expect(loadReplaySettings(project)).toEqual(defaults);
    mkdirSync(join(project, ".agentao"));
    writeFileSync(join(project, ".agentao/settings.json"), '{"replay": {"enabled": "true"}}');
    expect(loadReplaySettings(project).enabled).toBe(true);
  });
});

describe("replay files", () => {
  it("agentao R3: a file begins with a header and ends with totals", () => {
    const project = newProject();
    const recorder = recorderIn(project, { capture_flags: { capture_llm_delta: false } }, { sessionId: "a/b:c" });
    recorder.record(
      "plugin_hook_fired",
      { text: `a ${secrets.github_token}`, output_preview: "x".repeat(501) },
      { turnId: "t1" },
    );
    recorder.record("plugin_hook_fired", { text: `a ${secrets.github_token}`, bad: 1n });
    recorder.close();
    recorder.close();
    recorder.record("plugin_hook_fired", { late: true });

    const flags = { ...parseReplaySettings("").captureFlags, capture_llm_delta: false };
    const lines = linesOf(recorder);
    const [header, first, second, footer] = lines;
    expect(recorder.path).toMatch(/\.agentao\/replays\/a_b_c\.id\d+\.jsonl$/);
    expect(statSync(recorder.path ?? "").mode & 0o777).toBe(0o600);
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(header).toMatchObject({
      kind: "replay_header",
      session_id: "a/b:c",
      payload: { schema_version: "1.2", session_id: "a/b:c", created_at: expect.any(String), capture_flags: flags },
    });
    expect(Object.keys(header ?? {})).toEqual([
      "event_id",
      "session_id",
      "instance_id",
      "seq",
      "ts",
      "kind",
      "turn_id",
      "parent_turn_id",
      "payload",
    ]);
    expect(first).toMatchObject({ turn_id: "t1", payload: { redaction_hits: { github_token: 1 } } });
    expect(second).toMatchObject({ payload: { redacted: "filter_error", redacted_fields: ["bad"] } });
    expect(footer).toMatchObject({
      kind: "replay_footer",
      payload: {
        closed_at: expect.any(String),
        event_count: 3,
        redaction_hits: { github_token: 2 },
        dropped_field_hits: { bad: 1 },
        truncated_field_hits: { output_preview: 1 },
        capture_flags: flags,
      },
    });
  });

  it("agentao R3: nothing is written when replays are off", () => {
    const project = newProject();
    const recorder = recorderIn(project, { enabled: false });
    recorder.record("plugin_hook_fired", {});
    recorder.close();
    expect(recorder.path).toBeNull();
    expect(readdirSync(project)).toEqual([]);
  });

  it("agentao R3: the oldest files go, the new one and what is not ours stay", () => {
    const project = newProject();
    const folder = join(project, ".agentao/replays");
    mkdirSync(folder, { recursive: true });
    for (const [at, name] of ["old.1.jsonl", "older.2.jsonl", "new.3.jsonl", "notes.txt"].entries()) {
      writeFileSync(join(folder, name), "");
      const time = name.startsWith("older") ? 1 : 1000 + at;
      utimesSync(join(folder, name), time, time);
    }
    const recorder = recorderIn(project, { max_instances: 2 });
    recorder.close();
    expect(readdirSync(folder).sort()).toEqual(["new.3.jsonl", "notes.txt", recorder.path?.split("/").at(-1)].sort());
  });

  it("agentao R3: a folder that leads elsewhere is not followed, and that is said", () => {
    const project = newProject();
    const elsewhere = newProject();
    mkdirSync(join(project, ".agentao"));
    symlinkSync(elsewhere, join(project, ".agentao/replays"));
    const warnings: string[] = [];
    const recorder = recorderIn(project, {}, { warn: (why) => warnings.push(why) });
    recorder.record("plugin_hook_fired", {});
    recorder.close();
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("no replay")]);
  });

  it("agentao R3: what a link leads to is not deleted either", () => {
    const [project, other] = [newProject(), newProject()];
    mkdirSync(join(other, "replays"));
    for (const name of ["theirs.1.jsonl", "theirs.2.jsonl"]) writeFileSync(join(other, "replays", name), "");
    symlinkSync(other, join(project, ".agentao"));
    recorderIn(project, { max_instances: 1 }).close();
    expect(readdirSync(join(other, "replays"))).toEqual(["theirs.1.jsonl", "theirs.2.jsonl"]);
  });

  it("agentao R3: settings that never end, or are no file, mean the defaults", () => {
    for (const target of ["/dev/zero", "/dev"]) {
      const project = newProject();
      mkdirSync(join(project, ".agentao"));
      symlinkSync(target, join(project, ".agentao/settings.json"));
      expect(loadReplaySettings(project).enabled).toBe(false);
    }
  });

  it("agentao R3: what cannot be written is not thrown", () => {
    const project = newProject();
    writeFileSync(join(project, ".agentao"), "a file");
    const recorder = recorderIn(project);
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(() => recorder.record("kind", loop)).not.toThrow();
    expect(kept({ loop, ok: 1 })).toEqual({ ok: 1, redacted: "filter_error", redacted_fields: ["loop"] });
  });

  it("agentao R3: the events of a session's hooks are in its file, with what they printed", async () => {
    const recorder = recorderIn(newProject());
    await using agentao = openAgentao(
      { SessionStart: [`echo hello; echo ${secrets.github_token}`] },
      { replay: recorder },
    );
    await agentao.hooks.sessionStart();
    await agentao.hooks.sessionEnd();
    recorder.close();
    expect(linesOf(recorder).map(({ kind }) => kind)).toEqual(["replay_header", "plugin_hook_fired", "replay_footer"]);
    expect(linesOf(recorder)[1]?.payload).toMatchObject({
      hook_name: "SessionStart",
      outcome: "allow",
      matched_rule_count: 1,
      output_preview: "hello\n[REDACTED:github_token]",
    });
  });
});
