import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { DialectName } from "../../dialects/translation.ts";
import { convertFiles } from "./convert-files.ts";
import { writeConversion } from "./write-conversion.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-convert-hooks-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let count = 0;

interface Files {
  readonly agh?: string;
  readonly docker?: string;
  readonly claude?: object;
  /** The frontmatter of a HOOK.md, without its name and description. */
  readonly hook?: string;
}

function open({ agh, docker, claude, hook }: Files) {
  const root = join(base, `w${count++}`);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(root);
  if (agh !== undefined) write(".hookline/config.toml", `[[hooks.declarations]]\n${agh}\n`);
  if (docker !== undefined) write("hookline.yaml", docker);
  if (claude !== undefined) write(".hookline/hooks.json", JSON.stringify({ hooks: claude }));
  if (hook !== undefined) {
    write(".agents/hooks/gate/HOOK.md", `---\nname: gate\ndescription: A gate.\n${hook}\n---\n`);
    write(".agents/hooks/gate/scripts/run", "#!/bin/sh\n");
    chmodSync(join(root, ".agents/hooks/gate/scripts/run"), 0o755);
  }
  const place = { home: join(root, "home"), workspace: root, cwd: root, environment: { HOME: root, SHELL: "/bin/sh" } };
  const request = { paths: [], isUser: false, isPlain: false };
  return {
    root,
    place,
    to: (to: DialectName, more: Partial<Parameters<typeof convertFiles>[1]> = {}) =>
      convertFiles(place, { ...request, to, ...more }),
  };
}

const guard = 'name = "g"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "./g.sh"';
const builtin = `name = "b"\nevent = "tool.pre_call"\nmode = "sync"\nexecutor = { kind = "builtin", command = "safer_shell" }`;
const ofFirstAgent =
  "agents:\n  a:\n    hooks:\n      session_end:\n        - { name: g, type: command, command: x }\n";
const prompt = { UserPromptSubmit: [{ type: "prompt", prompt: "hi" }] };
const description: [string, string][] = [["metadata", "description"]];
const inDocker = (entry: string, hook: string) =>
  `hooks:\n  pre_tool_use:\n    - ${entry}\n      hooks:\n        - { name: g, type: command, command: ./g.sh${hook} }\n`;

describe("what gets lost", () => {
  it.each<[what: string, files: Files, to: DialectName, lost: [aspect: string, field: string][]]>([
    ["nothing about a plain guard", { agh: guard }, "docker-agent", []],
    ["nothing about a plain guard", { agh: guard }, "claude", []],
    ["nothing about a plain guard", { agh: guard }, "agent-hooks", []],
    ["a priority", { agh: `${guard}\npriority = 7` }, "docker-agent", [["order", "priority"]]],
    ["a priority beyond the range", { agh: `${guard}\npriority = 5000` }, "agent-hooks", [["order", "priority"]]],
    ["part of a second", { agh: `${guard}\ntimeout = "1500ms"` }, "claude", [["timeout", "timeout"]]],
    ["a very long limit", { agh: `${guard}\ntimeout = "1h"` }, "agent-hooks", [["timeout", "timeout"]]],
    ["metadata", { agh: `${guard}\nmetadata = { team = "x" }` }, "docker-agent", [["metadata", "metadata"]]],
    [
      "a field that others do not tell",
      { agh: `${guard}\nmatcher = { tool_namespace = "fs" }` },
      "claude",
      [["matcher", "tool_namespace"]],
    ],
    ["not a field that others tell", { agh: `${guard}\nmatcher = { tool_name = "a*" }` }, "docker-agent", []],
    ["not waiting", { agh: guard.replace("sync", "async") }, "docker-agent", [["mode", "mode"]]],
    ["nothing of not waiting", { agh: guard.replace("sync", "async") }, "claude", []],
    ["nothing of a built-in", { agh: builtin }, "claude", []],
    ["nothing of a built-in", { agh: builtin }, "docker-agent", []],
    ["an event", { agh: guard.replace("tool.pre_call", "turn.start") }, "claude", [["event", "event"]]],
    ["a lane", { docker: inDocker("preempt_yolo: true", "") }, "claude", [["lane", "preempt_yolo"]]],
    [
      "quiet failures",
      { docker: inDocker("matcher: x", ", on_failure: open, on_error: ignore") },
      "claude",
      [["failure", "on_error"]],
    ],
    ["who asks", { docker: ofFirstAgent }, "claude", [["scope", "agents"]]],
    ["nothing of who asks where that is told", { docker: ofFirstAgent }, "agh", []],
    [
      "a model",
      { docker: "hooks:\n  turn_start:\n    - { name: m, type: model, model: a/b, prompt: hi }\n" },
      "agh",
      [["executor", "model"]],
    ],
    ["nothing of a text to add", { claude: prompt }, "agent-hooks", []],
    ["nothing of a text to add", { claude: prompt }, "docker-agent", []],
    ["a text to add", { claude: prompt }, "agh", [["answer", "answer"]]],
    ["a gate", { hook: "trigger: before_stop" }, "docker-agent", [...description, ["answer", "answer"]]],
    ["a question", { docker: inDocker("matcher: x", "") }, "agh", [["answer", "answer"]]],
    ["no answer of a hook that gives none", { hook: "trigger: before_stop\nasync: true" }, "agh", []],
    [
      "an address",
      { claude: { PreToolUse: [{ type: "http", url: "http://127.0.0.1/x" }] } },
      "docker-agent",
      [["executor", "http"]],
    ],
    [
      "a description",
      { hook: "trigger: session_end\nasync: true" },
      "docker-agent",
      [["mode", "async"], ...description],
    ],
    ["nothing of a description", { hook: "trigger: session_end" }, "agh", []],
    [
      "a failure that nobody can refuse",
      { agh: guard.replace("tool.pre_call", "session.end").concat("\nrequired = true") },
      "claude",
      [
        ["answer", "answer"],
        ["failure", "on_failure"],
      ],
    ],
    ["a declaration that is broken", { agh: `${guard}\ncolour = "red"` }, "claude", [["declaration", "declaration"]]],
  ])("%s (%j to %s)", (_what, files, to, lost) => {
    expect(
      open(files)
        .to(to)
        .losses.map(({ aspect, field }) => [aspect, field]),
    ).toEqual(lost);
  });

  it("is said with what was done instead", () => {
    const [loss] = open({ agh: `${guard}\npriority = 7` }).to("claude").losses;
    expect(loss).toMatchObject({ hook: "g", line: 1, what: "claude has no priorities." });
    expect(loss?.instead).toContain("in the order in which they ran");
  });

  it("is a value of the user's environment, which must not get into a file", () => {
    const { files, losses } = open({
      docker: inDocker("matcher: x", ', env: { TOKEN: "${env.SHELL}", LANG: C }'),
    }).to("agh");
    expect(losses.map(({ aspect, field }) => [aspect, field])).toEqual([
      ["place", "env"],
      ["answer", "answer"],
    ]);
    expect(files[0]?.text).toContain('LANG = "C"');
    expect(files[0]?.text).not.toContain("/bin/sh");
  });

  it("is told in words that help", () => {
    const [built] = open({ agh: builtin }).to("claude", { isPlain: true }).losses;
    expect(built?.instead).toBe("The hook was not converted. Convert without --plain.");
    const [model] = open({ docker: "hooks:\n  turn_start:\n    - { type: model, model: a/b, prompt: hi }\n" }).to(
      "agh",
    ).losses;
    expect(model?.instead).toContain("Hookline reads the files of all dialects");
    const [gate] = open({ claude: { Stop: [{ type: "command", command: "x" }] } }).to("docker-agent").losses;
    expect(gate?.what).toBe(
      "On stop agents that speak docker-agent give a hook no way to refuse, send the agent back to work or end the run.",
    );
    const [ask] = open({ docker: inDocker("matcher: x", "") }).to("agh").losses;
    expect(ask?.instead).toContain("a wish to have the user asked is a refusal");
    const [name] = open({ agh: guard.replace('"g"', '"My guard"') }).to("agent-hooks", { isPlain: true }).losses;
    expect([name?.aspect, name?.instead]).toEqual(["name", "It is called my-guard."]);
    const plain = open({ docker: inDocker("matcher: a|b", "") }).to("agh", { isPlain: true });
    expect(plain.losses.map(({ what }) => what)).toContain("agh cannot say a|b as the name of a tool.");
  });

  it("is said once of one declaration, however many events it listens to", () => {
    const both =
      "hooks:\n  post_tool_use:\n    - { matcher: x, hooks: [{ name: g, type: command, command: x, timeout: 1, env: { A: '${env.SHELL}' } }] }\n";
    const { losses } = open({ docker: both }).to("agh");
    expect(losses.filter(({ aspect }) => aspect === "place")).toHaveLength(1);
  });

  it("is the program's JSON when nobody wants an adapter", () => {
    const { files, losses } = open({ agh: `${guard}\nargs = ["a b"]` }).to("claude", { isPlain: true });
    expect(losses.map(({ aspect }) => aspect)).toEqual(["payload"]);
    expect(JSON.parse(files[0]?.text ?? "")).toMatchObject({ hooks: { PreToolUse: [{ command: "./g.sh 'a b'" }] } });
  });
});

describe("matchers", () => {
  const dockerMatcher = (text: string) => /matcher: (.*)/.exec(text)?.[1];
  const claudeMatcher = (text: string) => JSON.parse(text).hooks.PreToolUse[0].matcher?.tool_name;
  const aghMatcher = (text: string) => /tool_name = (.*)/.exec(text)?.[1];
  const hookMatcher = (text: string) => /tool: (.*)/.exec(text)?.[1];
  const ofDocker = (matcher: string): Files => ({ docker: inDocker(`matcher: ${JSON.stringify(matcher)}`, "") });
  const ofAgh = (matcher: string): Files => ({ agh: `${guard}\nmatcher = { tool_name = ${JSON.stringify(matcher)} }` });
  const ofClaude = (tool_name: unknown): Files => ({
    claude: { PreToolUse: [{ type: "command", command: "x", matcher: { tool_name } }] },
  });
  const ofHook = (tool: string): Files => ({ hook: `trigger: before_tool\nmatcher:\n  tool: ${JSON.stringify(tool)}` });

  it.each<[files: Files, to: DialectName, read: (text: string) => unknown, own: unknown, adapter: string | null]>([
    [ofAgh("shell"), "docker-agent", dockerMatcher, "shell", null],
    [ofAgh("a*?"), "docker-agent", dockerMatcher, "a[^/]*[^/]", null],
    [ofAgh("a.b"), "docker-agent", dockerMatcher, "a\\.b", null],
    [ofAgh("shell"), "agent-hooks", hookMatcher, "^(?:shell)$", null],
    [ofAgh("shell"), "claude", claudeMatcher, "shell", null],
    [ofAgh("Bash"), "claude", claudeMatcher, undefined, "--tool Bash"],
    [ofDocker("shell"), "agh", aghMatcher, '"shell"', null],
    [ofDocker("a|b"), "agh", aghMatcher, undefined, '"--tool", "a|b"'],
    [ofDocker("a|b"), "claude", claudeMatcher, "^(?:a|b)$", null],
    [ofDocker("Edit|replace"), "claude", claudeMatcher, "^(?:Edit|replace)$", null],
    [ofDocker(".*"), "claude", claudeMatcher, "^(?:.*)$", null],
    [ofClaude("Bash"), "docker-agent", dockerMatcher, "Bash|run_shell_command", null],
    [ofClaude("mcp_*"), "docker-agent", dockerMatcher, "mcp_(?s:.*)", null],
    [ofClaude(["a", "b?"]), "docker-agent", dockerMatcher, "(?:a)|(?:b(?s:.))", null],
    [ofHook("Shell"), "docker-agent", dockerMatcher, "(?s:.*)(?:Shell)(?s:.*)", null],
    [ofHook("^(Edit|Write)$"), "docker-agent", dockerMatcher, "Edit|Write", null],
    [ofHook("^Edit|Write$"), "docker-agent", dockerMatcher, "(?s:.*)(?:^Edit|Write$)(?s:.*)", null],
    [ofHook("^shell$"), "agh", aghMatcher, '"shell"', null],
  ])("%j to %s", (files, to, read, own, adapter) => {
    const { files: written, losses } = open(files).to(to);
    const text = written[0]?.text ?? "";
    expect(read(text)).toEqual(own);
    if (adapter !== null) expect(text).toContain(adapter);
    expect(losses.filter(({ aspect }) => aspect === "matcher")).toEqual([]);
  });
});

describe("a guard that must hold", () => {
  const required = { agh: `${guard}\nrequired = true\ntimeout = "1500ms"` };

  it("refuses under an agent that goes on without what fails, is missing or takes too long", () => {
    const line = "hookline adapt agh tool.pre_call --timeout 1500ms --on-failure block -- ./g.sh || exit 2";
    const { files, losses } = open(required).to("claude");
    const rule = { type: "command", command: line, name: "g", timeout: 4, on_failure: "block" };
    expect([JSON.parse(files[0]?.text ?? ""), losses]).toEqual([{ hooks: { PreToolUse: [rule] } }, []]);
    expect(open(required).to("agent-hooks").files[1]?.text).toBe(`#!/bin/sh\n${line}\n`);
  });

  it("is said in docker-agent's own words where it does not refuse anyway", () => {
    const submit = required.agh.replace("tool.pre_call", "input.pre_submit");
    expect(open({ agh: submit }).to("docker-agent").files[0]?.text).toContain("on_error: block");
    expect(open(required).to("docker-agent").files[0]?.text).not.toContain("on_");
  });
});

describe("what is no program", () => {
  it.each<[what: string, files: Files, to: DialectName, line: string]>([
    ["a built-in", { agh: builtin }, "claude", "hookline adapt agh tool.pre_call --builtin -- safer_shell"],
    [
      "a built-in of one agent",
      { docker: ofFirstAgent.replace("command, command: x", "builtin, command: snapshot") },
      "claude",
      "hookline adapt docker-agent session_end --match agent_name=a --builtin -- snapshot",
    ],
    ["a text", { claude: prompt }, "docker-agent", "hookline adapt claude UserPromptSubmit --prompt -- hi"],
  ])("is run by the adapter: %s", (_what, files, to, line) => {
    expect(open(files).to(to).files[0]?.text).toContain(line);
  });

  it("stands by itself where the target has the same", () => {
    expect(open({ agh: builtin }).to("docker-agent").files[0]?.text).toContain("type: builtin");
  });

  it("comes home as what it was", () => {
    const away = open({ claude: prompt }).to("docker-agent").files[0]?.text ?? "";
    const home = open({ docker: away }).to("claude");
    expect(JSON.parse(home.files[0]?.text ?? "")).toEqual({ hooks: prompt });
  });
});

describe("notes", () => {
  it.each<[what: string, files: Files, to: DialectName, notes: RegExp[]]>([
    [
      "about names of tools",
      { docker: inDocker("matcher: shell", "") },
      "claude",
      [/Names of tools/, /PATH/, /group/, /twice/],
    ],
    ["about where the adapter must be found", { agh: guard }, "agent-hooks", [/PATH/, /twice/]],
    ["about what is there already", { agh: builtin }, "docker-agent", [/twice/]],
    ["not where nothing was converted", { agh: guard }, "agh", []],
  ])("%s", (_what, files, to, notes) => {
    expect(open(files).to(to).notes).toEqual(notes.map((note) => expect.stringMatching(note)));
  });
});

describe("files", () => {
  it("are written where they belong, scripts so that they can be run", () => {
    const workspace = open({ agh: guard });
    const paths = writeConversion(workspace.to("agent-hooks"));
    expect(paths).toEqual(["HOOK.md", "scripts/run"].map((file) => join(workspace.root, ".agents/hooks/g", file)));
    expect(statSync(paths[1] ?? "").mode & 0o111).toBe(0o111);
    expect(readFileSync(paths[1] ?? "", "utf8")).toBe("#!/bin/sh\nexec hookline adapt agh tool.pre_call -- ./g.sh\n");
  });

  it("are never overwritten, and then none is written", () => {
    const workspace = open({ agh: guard });
    const conversion = workspace.to("agent-hooks");
    mkdirSync(join(workspace.root, ".agents/hooks/g/scripts"), { recursive: true });
    writeFileSync(join(workspace.root, ".agents/hooks/g/scripts/run"), "mine");
    expect(() => writeConversion(conversion)).toThrow(expect.objectContaining({ code: "CONVERT_FILE_EXISTS" }));
    expect(existsSync(join(workspace.root, ".agents/hooks/g/HOOK.md"))).toBe(false);
  });

  it("are not written through a link that leads out of the workspace", () => {
    const workspace = open({ agh: guard });
    const outside = join(base, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(workspace.root, ".agents"));
    const conversion = workspace.to("agent-hooks");
    expect(() => writeConversion(conversion)).toThrow(expect.objectContaining({ code: "CONVERT_LEADS_OUT" }));
    expect(readdirSync(outside)).toEqual([]);
  });

  it("are taken back when not all of them can be written", () => {
    const workspace = open({ agh: guard });
    mkdirSync(join(workspace.root, ".agents/hooks/g"), { recursive: true });
    writeFileSync(join(workspace.root, ".agents/hooks/g/scripts"), "not a folder");
    const conversion = workspace.to("agent-hooks");
    expect(() => writeConversion(conversion)).toThrow(expect.objectContaining({ code: "CONVERT_NOT_WRITTEN" }));
    expect(readdirSync(join(workspace.root, ".agents/hooks/g"))).toEqual(["scripts"]);
  });

  it("of a repository do not become the user's own", () => {
    const workspace = open({ agh: guard });
    const named = { isUser: true, paths: [".hookline/config.toml"] };
    expect(() => workspace.to("docker-agent", named)).toThrow(expect.objectContaining({ code: "CONVERT_NOTHING" }));
  });

  it("of the user go into the user's folder", () => {
    const workspace = open({});
    mkdirSync(workspace.place.home, { recursive: true });
    writeFileSync(join(workspace.place.home, "config.toml"), `[[hooks.declarations]]\n${guard}\n`);
    const { root, files } = workspace.to("docker-agent", { isUser: true });
    expect([root, files.map(({ path }) => path)]).toEqual([workspace.place.home, ["hooks.d/converted.yaml"]]);
    expect(() => workspace.to("docker-agent")).toThrow(expect.objectContaining({ code: "CONVERT_NOTHING" }));
  });

  it("can be named, wherever they lie", () => {
    const workspace = open({ agh: guard });
    writeFileSync(join(workspace.root, "agent.yaml"), inDocker("matcher: x", ""));
    const { converted, files } = workspace.to("claude", { paths: ["agent.yaml"] });
    expect([converted, files[0]?.text.includes("docker-agent pre_tool_use")]).toEqual([1, true]);
  });

  it("of a hook that was in the dialect already are left out and counted", () => {
    const workspace = open({ agh: guard, claude: { SessionEnd: [{ type: "command", command: "x", name: "there" }] } });
    expect(workspace.to("claude")).toMatchObject({ converted: 1, kept: ["there"] });
  });

  it("come home without a trace of the adapter", () => {
    const there = open({ docker: inDocker("matcher: a.*", ", timeout: 7, on_error: block, strict_exit: true") });
    const [away] = there.to("agent-hooks").files.slice(1);
    expect(away?.text).toBe(
      "#!/bin/sh\nhookline adapt docker-agent pre_tool_use --timeout 7s --strict-exit --on-error block -- ./g.sh || exit 2\n",
    );
    const elsewhere = open({});
    for (const { path, text } of there.to("agent-hooks").files) {
      mkdirSync(dirname(join(elsewhere.root, path)), { recursive: true });
      writeFileSync(join(elsewhere.root, path), text, { mode: 0o755 });
    }
    const home = elsewhere.to("docker-agent");
    expect(home.losses).toEqual([]);
    expect(home.files[0]?.text).toBe(
      "hooks:\n  pre_tool_use:\n    - matcher: a.*\n      hooks:\n        - name: g\n          type: command\n" +
        "          command: ./g.sh\n          timeout: 7\n          strict_exit: true\n          on_error: block\n",
    );
  });
});
