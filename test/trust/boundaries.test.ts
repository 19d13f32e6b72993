import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readHooks } from "../../src/app/read-hooks.ts";
import { reviewTrust, revoke } from "../../src/app/trust.ts";
import { openLiveHooks } from "../../src/sources/live-hooks.ts";
import { lockPath } from "../../src/sources/trust/lock-file.ts";
import { resolveWorkspace } from "../../src/sources/workspace.ts";
import { canary, declaration, openRepository, type Repository } from "./repository.ts";

const claudeFile = (command: string) =>
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command }] }] } });

const origins = ({ place, directory }: Repository, include: Repository["place"]["include"] = []) =>
  readHooks({ ...place, include: include ?? [] })
    .hooks.map(({ origin }) => origin.file?.slice(directory.length + 1))
    .sort();

describe("[sources] in a config.toml", () => {
  const files = (yours: string, theirs: string) => {
    const repository = openRepository({
      ".hookline/config.toml": theirs,
      ".claude/settings.json": claudeFile("true"),
      ".agentao/plugins/p/hooks/hooks.json": claudeFile("true"),
    });
    repository.write(join(repository.directory, ".claude/settings.json"), claudeFile("echo"));
    repository.write(join(repository.directory, ".agentao/plugins/q/hooks/hooks.json"), claudeFile("echo"));
    repository.write(join(repository.home, "config.toml"), yours);
    return repository;
  };
  const on = "[sources]\nclaude_code = true\nagentao = true\n";
  const off = "[sources]\nclaude_code = false\nagentao = false\n";
  const theirs = ["repo/.agentao/plugins/p/hooks/hooks.json", "repo/.claude/settings.json"];
  const yours = [".agentao/plugins/q/hooks/hooks.json", ".claude/settings.json"];

  it.each<[what: string, yours: string, theirs: string, read: string[]]>([
    ["of nobody reads nothing", "", "", []],
    ["of a workspace reads the workspace's files and not the user's", "", on, theirs],
    ["of the user reads both", on, "", [...yours, ...theirs]],
    ["of a workspace switches off nothing of the user's", on, off, [...yours, ...theirs]],
  ])("%s", (_what, user, workspace, read) => {
    expect(origins(files(user, workspace))).toEqual(read);
  });

  it("does not let a workspace around what the user's settings forbid", () => {
    const repository = files("", on);
    repository.write(join(repository.directory, ".claude/settings.json"), '{ "disableAllHooks": true }');
    expect(origins(repository)).toEqual(["repo/.agentao/plugins/p/hooks/hooks.json"]);
  });
});

describe("the user's own folder", () => {
  it("does not count inside of the workspace: neither its hooks nor its decisions", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("theirs", "./a.sh") });
    const note = canary(repository);
    repository.write("a.sh", `#!/bin/sh\necho ran >> ${note.path}\n`);
    await repository.trustAll();
    // Everything as it was decided, but where a repository can write it.
    const inside = join(repository.root, ".home");
    renameSync(repository.home, inside);
    writeFileSync(join(inside, "config.toml"), declaration("yours", join(repository.root, "a.sh")));
    const place = { ...repository.place, home: inside };
    const moved = openRepository({}, { ...place, workspace: repository.root });
    const { records } = await moved.fire();
    expect(note.lines()).toEqual([]);
    expect(records.map(({ hook_name, failure }) => `${hook_name} ${failure}`).sort()).toEqual([
      "theirs trust-refused",
      "yours trust-refused",
    ]);
    expect(readHooks(place).findings.map(({ code }) => code)).toEqual(["TRUST_HOME_IN_WORKSPACE"]);
    expect(() => reviewTrust(place)).toThrow(/HOOKLINE_HOME lies inside this workspace/);
  });

  it("counts in its usual place, also for somebody who works in the home directory", async () => {
    const repository = openRepository({});
    const home = join(repository.root, ".hookline");
    mkdirSync(home);
    writeFileSync(join(home, "config.toml"), declaration("yours", "true"));
    const environment = { ...repository.place.environment, HOME: repository.root, HOOKLINE_HOME: home };
    const { hooks, findings } = readHooks({ ...repository.place, home, environment });
    expect(findings).toEqual([]);
    expect(hooks).toMatchObject([{ name: "yours" }]);
    expect(hooks[0]?.trust).toBeUndefined();
  });
});

describe("the file of decisions", () => {
  const trusted = async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "true") });
    await repository.trustAll();
    return repository;
  };

  it.each<[what: string, spoil: (path: string, repository: Repository) => void]>([
    [
      "a link",
      (path, { directory }) => {
        renameSync(path, join(directory, "elsewhere.json"));
        symlinkSync(join(directory, "elsewhere.json"), path);
      },
    ],
    ["in a folder that others may write", (_path, { home }) => chmodSync(join(home, "trust"), 0o777)],
  ])("does not count as %s", async (_what, spoil) => {
    const repository = await trusted();
    spoil(lockPath(repository.home, repository.root), repository);
    expect((await repository.fire()).records).toMatchObject([{ failure: "trust-refused" }]);
    expect(repository.review().findings).toMatchObject([{ code: "TRUST_FILE_BROKEN" }]);
  });

  it("may be longer than a file with hooks", async () => {
    const repository = openRepository({
      ".hookline/config.toml": `${declaration("one", "true")}\n${declaration("two", "true")}`,
    });
    await repository.trustAll();
    const path = lockPath(repository.home, repository.root);
    const lock = JSON.parse(readFileSync(path, "utf8"));
    const more = Array.from({ length: 3000 }, (_, at) => ({
      ...lock.hooks[0],
      hook: `gone-${at}`,
      fingerprint: String(at).padStart(64, "0"),
      event: "x".repeat(200),
    }));
    writeFileSync(path, JSON.stringify({ ...lock, hooks: [...more, ...lock.hooks] }));
    expect(repository.hooks().map(({ trust }) => trust?.state)).toEqual(["trusted", "trusted"]);
    await revoke(repository.review(), "one");
    expect(repository.hooks().map(({ trust }) => trust?.state)).toEqual(["new", "trusted"]);
    expect(repository.review().gone).toHaveLength(3000);
  });
});

describe("what was taken back", () => {
  it("does not go on because another file has a mistake", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "true") });
    const { place, root, home } = repository;
    await repository.trustAll();
    const workspace = resolveWorkspace(root, { home, cwd: root });
    using live = openLiveHooks({ home, cwd: root, environment: place.environment, workspace });
    live.refresh();
    expect(live.current.hooks).toMatchObject([{ trust: { refusal: null } }]);
    const review = repository.review();
    repository.write("hookline.yaml", "hooks: [");
    await revoke(review, null);
    live.refresh();
    expect(live.problems).not.toEqual([]);
    expect(live.current.hooks).toMatchObject([{ trust: { refusal: "its trust was taken back" } }]);
  });
});

describe("copies", () => {
  const script = (word: string) => `#!/bin/sh\necho ${word}\n`;
  const age = (path: string, days: number) => {
    const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    utimesSync(path, then, then);
  };

  it("that no decision names are cleared away after a month; others stay, and so does what is new", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./a.sh"), "a.sh": script("one") });
    const folder = join(repository.home, "trust/copies");
    await repository.trustAll();
    const [named = ""] = readdirSync(folder);
    for (const [name, days] of [
      ["left", 31],
      ["recent", 29],
      ["draft.new", 2],
      ["draft2.new", 0],
    ] as const) {
      mkdirSync(join(folder, name));
      age(join(folder, name), days);
    }
    age(join(folder, named), 400);
    repository.write("a.sh", script("two"));
    await repository.trustAll();
    const left = readdirSync(folder);
    expect(left).toEqual(expect.arrayContaining([named, "recent", "draft2.new"]));
    expect(left).not.toEqual(expect.arrayContaining(["left"]));
    expect(left).not.toEqual(expect.arrayContaining(["draft.new"]));
    expect(left).toHaveLength(4);
  });

  it("are kept when there is a file of decisions that cannot be read", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./a.sh"), "a.sh": script("one") });
    const left = join(repository.home, "trust/copies/left");
    mkdirSync(left, { recursive: true });
    age(left, 100);
    writeFileSync(join(repository.home, "trust/other.json"), "{");
    await repository.trustAll();
    expect(existsSync(left)).toBe(true);
  });

  it("of which half was written when somebody was interrupted are made whole", async () => {
    const repository = openRepository({
      ".hookline/config.toml": declaration("c", "./a.sh"),
      "a.sh": "#!/bin/sh\n. ./b.sh\n",
      "b.sh": "echo '{}'\n",
    });
    await repository.trustAll();
    const folder = join(repository.home, "trust/copies");
    const [id = ""] = readdirSync(folder);
    renameSync(join(folder, id, "b.sh"), join(folder, id, "c.sh"));
    expect((await repository.fire()).records).toMatchObject([{ outcome: "applied" }]);
  });

  it("of a folder with thousands of files hold what scripts name", async () => {
    const repository = openRepository({
      ".hookline/config.toml": declaration("c", "./hooks/a.sh"),
      "hooks/a.sh": '#!/bin/sh\ncat "$(dirname "$0")/words.txt" > read\n',
    });
    repository.write("hooks/words.txt", "words", 0o644);
    for (let at = 0; at < 600; at++) writeFileSync(join(repository.root, "hooks", `data-${at}.txt`), "");
    await repository.trustAll();
    await repository.fire();
    expect(readFileSync(join(repository.root, "read"), "utf8")).toBe("words");
    const [id = ""] = readdirSync(join(repository.home, "trust/copies"));
    expect(readdirSync(join(repository.home, "trust/copies", id, "hooks")).sort()).toEqual(["a.sh", "words.txt"]);
  });
});

describe("hooks that nobody has asked for", () => {
  it("are not looked at as long as nobody has trusted them", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./a.sh"), "a.sh": "#!/bin/sh\n" });
    expect(repository.hooks()).toMatchObject([{ trust: { state: "new", fingerprint: null } }]);
    await repository.trustAll();
    expect(repository.hooks()).toMatchObject([{ trust: { state: "trusted", fingerprint: expect.any(String) } }]);
  });

  it("come back when their files are again what was trusted", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./a.sh"), "a.sh": "#!/bin/sh\n" });
    await repository.trustAll();
    repository.write("a.sh", "#!/bin/sh\nexit 1\n");
    const [hook] = repository.hooks();
    expect(hook?.trust?.state).toBe("changed");
    repository.write("a.sh", "#!/bin/sh\n");
    await expect.poll(() => hook?.trust?.state, { timeout: 20_000 }).toBe("trusted");
  });

  it("are not looked through: one that cannot be checked keeps no other from running", async () => {
    const repository = openRepository({
      ".hookline/config.toml": `${declaration("fine", "true")}\n${declaration("strange", "./hooks/a.sh")}`,
    });
    await repository.trustAll();
    const hooks = repository.hooks();
    // Decided when it is asked for, on what the files are then.
    repository.write("hooks/a.sh", "#!/bin/sh\n");
    expect(hooks.find(({ name }) => name === "strange")?.trust?.state).toBe("changed");
    expect(hooks.find(({ name }) => name === "fine")?.trust?.state).toBe("trusted");
  });

  it("run only as they were when a fingerprint was named, also when that is looked at later", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./a.sh") });
    const note = canary(repository);
    repository.write("a.sh", `#!/bin/sh\necho good >> ${note.path}\n`);
    const { fingerprint } = repository.review();
    const once = openRepository({}, { ...repository.place, workspace: repository.root, trust: { fingerprint } });
    const opened = once.open();
    repository.write("a.sh", `#!/bin/sh\necho evil >> ${note.path}\n`);
    const { records } = await opened.fire();
    await opened.close();
    expect(records).toMatchObject([{ failure: "trust-refused", error: "it changed since it was loaded" }]);
    expect(note.lines()).toEqual([]);
  });
});

describe("the search path of a hook's programs", () => {
  it("has no folder that the workspace decides about", async () => {
    const repository = openRepository({ jq: "#!/bin/sh\necho evil\n" });
    const note = canary(repository);
    const environment = { ...repository.place.environment, PATH: `:.:node_modules/.bin:${process.env.PATH}` };
    repository.write(
      join(repository.home, "config.toml"),
      declaration("mine", "/bin/sh", ["-c", `echo "$PATH" > ${note.path}`]),
    );
    await openRepository({}, { ...repository.place, workspace: repository.root, environment }).fire();
    expect(note.lines()).toEqual([process.env.PATH]);
  });
});
