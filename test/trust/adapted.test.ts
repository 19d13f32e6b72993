import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canary, declaration, openRepository, type Repository } from "./repository.ts";

/** A repository whose hook is run through `hookline adapt`, in every way to write that. */
const ways: Readonly<Record<string, (line: string) => Record<string, string>>> = {
  "a program's arguments": (line) => ({
    ".hookline/config.toml": declaration("c", "hookline", line.split(" ").slice(1)),
  }),
  "hooks.json": (command) => ({
    ".hookline/hooks.json": JSON.stringify({ hooks: { PreToolUse: [{ type: "command", command }] } }),
  }),
  "docker-agent's YAML": (command) => ({
    "hookline.yaml": `hooks:\n  pre_tool_use:\n    - hooks: [{ type: command, command: ${JSON.stringify(command)} }]\n`,
  }),
  "a HOOK.md": (line) => ({
    ".agents/hooks/c/HOOK.md": "---\nname: c\ndescription: C.\ntrigger: before_tool\n---\n",
    ".agents/hooks/c/scripts/run": `#!/bin/sh\nexec ${line}\n`,
  }),
};

/** Without what comes with every agent file. */
const ofWorkspace = ({ hooks }: Repository) => hooks().filter(({ fromWorkspace }) => fromWorkspace);

const says = (word: string, file: string) => `#!/bin/sh\necho ${word} >> ${file}\n`;

function opened(files: Record<string, string>): { repository: Repository; note: ReturnType<typeof canary> } {
  const repository = openRepository(files);
  // Whoever cloned this has Hookline, and it does what it says.
  repository.write(
    join(repository.directory, "bin/hookline"),
    '#!/bin/sh\nwhile [ "$1" != -- ]; do [ "$1" = --cwd ] && cd "$2"; shift; done\nshift\nexec "$@"\n',
  );
  const { environment } = repository.place;
  Object.assign(environment, { PATH: `${join(repository.directory, "bin")}:${environment.PATH}` });
  const note = canary(repository);
  repository.write("hooks/a.sh", says("good", note.path));
  return { repository, note };
}

describe.each(Object.entries(ways))("a hook behind hookline adapt in %s", (_where, files) => {
  const line = "hookline adapt agh tool.pre_call -- ./hooks/a.sh";

  it("does not run before it is trusted, and then runs what was trusted", async () => {
    const { repository, note } = opened(files(line));
    await repository.fire();
    expect(note.lines()).toEqual([]);
    await repository.trustAll();
    await repository.fire();
    expect(note.lines()).toEqual(["good"]);
  });

  it("does not run when its program has changed, neither after loading nor before", async () => {
    const { repository, note } = opened(files(line));
    await repository.trustAll();
    const running = repository.open();
    repository.write("hooks/a.sh", says("evil", note.path));
    await running.fire();
    await running.close();
    await repository.fire();
    expect(note.lines()).not.toContain("evil");
    expect(ofWorkspace(repository).map(({ trust }) => trust?.state)).toEqual(["changed"]);
  });

  it("does not run when it is told something else", async () => {
    const { repository, note } = opened(files(line));
    repository.write("hooks/b.sh", says("evil", note.path));
    await repository.trustAll();
    for (const [path, text] of Object.entries(files(line.replace("a.sh", "b.sh")))) repository.write(path, text);
    await repository.fire();
    expect(note.lines()).toEqual([]);
  });
});

describe("a line that only a shell can read", () => {
  const quoted = 'hookline adapt agh tool.pre_call -- "./hooks/a.sh"';
  const elsewhere = 'hookline adapt agh tool.pre_call --cwd hooks -- "./a.sh"';

  it.each([
    ["hooks.json", quoted],
    ["docker-agent's YAML", quoted],
    ["a HOOK.md", quoted],
    ["hooks.json", elsewhere],
    ["docker-agent's YAML", elsewhere],
    ["a HOOK.md", elsewhere],
  ])("in %s has its program looked at as well: %s", async (where, line) => {
    const { repository, note } = opened(ways[where]?.(line) ?? {});
    await repository.trustAll();
    await repository.fire();
    expect(note.lines()).toEqual(["good"]);
    repository.write("hooks/a.sh", says("evil", note.path));
    await repository.fire();
    expect(note.lines()).toEqual(["good"]);
    expect(ofWorkspace(repository).map(({ trust }) => trust?.state)).toEqual(["changed"]);
  });
});

describe("a name that a hook is given", () => {
  it("does not let an untrusted hook take the place of the user's own", async () => {
    const mine = declaration("guard", "true");
    const theirs = declaration("guard", "hookline", [
      "adapt",
      "agh",
      "tool.pre_call",
      "--name",
      "other",
      "--",
      "./hooks/a.sh",
    ]);
    const { repository, note } = opened({ ".hookline/config.toml": theirs });
    repository.write(join(repository.home, "config.toml"), mine);
    const running = () =>
      repository
        .hooks()
        .filter(({ trust }) => typeof trust?.refusal !== "string")
        .map(({ name }) => name);
    await repository.trustAll();
    expect(running()).toEqual(["other"]);
    repository.write("hooks/a.sh", says("evil", note.path));
    expect(running()).toEqual(["guard"]);
  });
});

describe("what a hook may read of the environment", () => {
  it.each<[what: string, files: Record<string, string>, seen: string]>([
    ["a skill's through docker-agent", skillRunning("hookline adapt docker-agent pre_tool_use -- ./hooks/env.sh"), ""],
    ["a skill's through hooks.json", skillRunning("hookline adapt claude PreToolUse -- ./hooks/env.sh"), ""],
    [
      "hooks.json's own",
      ways["hooks.json"]?.("hookline adapt docker-agent pre_tool_use -- ./hooks/env.sh") ?? {},
      "s3cret",
    ],
  ])("is not more than its place allows: %s", async (_what, files, seen) => {
    const { repository, note } = opened(files);
    Object.assign(repository.place.environment, { SECRET_TOKEN: "s3cret" });
    repository.write("hooks/env.sh", `#!/bin/sh\necho "[$SECRET_TOKEN]" >> ${note.path}\n`);
    await repository.trustAll();
    await repository.fire();
    expect(note.lines()).toEqual([`[${seen}]`]);
  });
});

function skillRunning(line: string): Record<string, string> {
  const [command = "", ...args] = line.split(" ");
  const hook = `{ event: tool.pre_call, mode: sync, command: ${command}, args: ${JSON.stringify(args)} }`;
  return {
    ".hookline/skills/notes/SKILL.md": `---\nname: notes\ndescription: N.\nmetadata:\n  agh:\n    hooks:\n      - ${hook}\n---\n`,
  };
}
