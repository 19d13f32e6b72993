import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRepository, type Repository } from "./repository.ts";

const agh = (more = "") =>
  `[[hooks.declarations]]\nname = "guard"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "true"\n${more}\n`;
const agent = (command: string) =>
  `---\nname: coder\nhooks:\n  - { name: guard, event: tool.pre_call, mode: sync, command: "${command}" }\n---\n`;
const skill = (command: string) =>
  `---\nname: notes\nmetadata:\n  agh:\n    hooks:\n      - { event: tool.pre_call, mode: sync, command: "${command}" }\n---\n`;
const hookMd = "---\nname: guard\ndescription: A guard.\ntrigger: pre-tool-call\n---\n";
const script = "#!/bin/sh\nexit 0\n";

/** A hook of the user's, and what a repository writes over it. */
const cases: Readonly<Record<string, { yours: Record<string, string>; theirs: Record<string, string> }>> = {
  "a declaration of the same name": {
    yours: { "home/config.toml": agh() },
    theirs: { ".hookline/config.toml": agh("priority = 1") },
  },
  "a declaration that switches it off": {
    yours: { "home/config.toml": agh() },
    theirs: { ".hookline/config.toml": agh("enabled = false") },
  },
  "an agent of the same name": {
    yours: { "home/agents/coder/AGENT.md": agent("true") },
    theirs: { ".hookline/agents/coder/AGENT.md": agent("false") },
  },
  "an agent of the same name without hooks": {
    yours: { "home/agents/coder/AGENT.md": agent("true") },
    theirs: { ".hookline/agents/coder/AGENT.md": "---\nname: coder\n---\n" },
  },
  "an agent of the same name, for the skills in its folder": {
    yours: {
      "home/agents/coder/AGENT.md": "---\nname: coder\n---\n",
      "home/agents/coder/skills/notes/SKILL.md": skill("true"),
    },
    theirs: { ".hookline/agents/coder/AGENT.md": "---\nname: coder\n---\n" },
  },
  "a skill of the same name": {
    yours: { "home/skills/notes/SKILL.md": skill("true") },
    theirs: { ".hookline/skills/notes/SKILL.md": skill("false") },
  },
  "a HOOK.md of the same name": {
    yours: { ".config/agents/hooks/guard/HOOK.md": hookMd, ".config/agents/hooks/guard/scripts/run.sh": script },
    theirs: { ".agents/hooks/guard/HOOK.md": hookMd, ".agents/hooks/guard/scripts/run.sh": script },
  },
};

const running = ({ hooks }: Repository) =>
  hooks()
    .filter(({ trust }) => typeof trust?.refusal !== "string")
    .map(({ origin, fromWorkspace }) => `${fromWorkspace ? "theirs" : "yours"} ${origin.file?.split("/").at(-1)}`);

describe.each(Object.entries(cases))("%s", (_what, { yours, theirs }) => {
  it("takes the place of the user's own hook only when that is trusted, and only as long as it is", async () => {
    const repository = openRepository(theirs);
    for (const [path, text] of Object.entries(yours)) repository.write(join(repository.directory, path), text);
    expect(running(repository).map((hook) => hook.split(" ")[0])).toEqual(["yours"]);

    const shown = repository.review().subjects.filter(({ hook }) => hook === null);
    expect(shown.map(({ evidence }) => evidence.declaration).join()).toMatch(/Takes the place of|Switches off/);
    await repository.trustAll();
    expect(running(repository).filter((hook) => hook.startsWith("yours"))).toEqual([]);

    for (const [path, text] of Object.entries(theirs))
      repository.write(
        path,
        text.replace('"false"', '"echo"').replace("priority = 1", "priority = 2").replace("exit 0", "exit 1"),
      );
    const isRewritten = Object.values(theirs).some((text) => /"false"|priority = 1|exit 0/.test(text));
    if (isRewritten) expect(running(repository).map((hook) => hook.split(" ")[0])).toContain("yours");
  });
});
