import { describe, expect, it } from "vitest";
import { readAgentFile } from "./agent-file.ts";
import { compileDeclaration } from "./compile-declaration.ts";
import { readConfigFile } from "./config-file.ts";
import type { HookFile } from "./hook-file.ts";
import type { Owner } from "./owner.ts";
import { readSkillFile } from "./skill-file.ts";
import { aghWire } from "./wire.ts";

const owner: Owner = {
  source: "config",
  skillSource: null,
  defaultName: null,
  agentName: null,
  workspace: null,
  cwd: "/",
  processCwd: "/",
  knownBuiltins: null,
  builtinEvents: null,
  extension: null,
  wire: aghWire(),
};
const config = (text: string) => readConfigFile("/c.toml", "workspace", text);
const agent = (text: string) => readAgentFile("/AGENT.md", "coder", text);
const skill = (text: string) => readSkillFile("/SKILL.md", "notes", text);

/** Each of these was found by changing good files at random. */
const files: readonly (readonly [when: string, file: HookFile])[] = [
  ["the heading is missing", config(`[hooks]\nname = "a"\nevent = "tool.pre_call"\nrequired = true\n`)],
  [
    "the heading is misspelt and what it runs stands elsewhere",
    config(
      `[[hooks.declaration]]\nevent = "tool.pre_call"\nrequired = true\n[hooks.declarations.executor]\ncommand = "x"\n`,
    ),
  ],
  [
    "heading and event are misspelt",
    config(`[[hooks.declaration]]\nevent = "tool.pre_cal"\nmode = "sync"\nrequired = true\n`),
  ],
  [
    "the heading is misspelt and there is no event",
    config(`[[hooks.declaration]]\nmode = "sync"\non_failure = "block"\n`),
  ],
  [
    "required is a table",
    config(`[[hooks.declarations]]\nname = "a"\nevent = "tool.pre_call"\nrequired = {}\ncommand = "x"\n`),
  ],
  [
    "the list is one hook, and its event is misspelt",
    agent("---\nname: coder\nhooks:\n  evnt: tool.pre_call\n  on_failure: block\n---\n"),
  ],
  ["the hook stands at the top", agent(`---\nname = "coder"\nmode = "sync"\nrequired = true\n---\n`)],
  [
    "a skill's list is one hook without an event",
    skill("---\nmetadata:\n  agh:\n    hooks:\n      on_failure: block\n      command: x\n---\n"),
  ],
];

describe("a guard in a file with more than one mistake", () => {
  it.each(files)("is told of when %s", (_when, { drafts, findings }) => {
    const compiled = drafts.map((draft) => compileDeclaration(draft, owner));
    expect(compiled.filter(({ broken }) => broken !== null)).not.toEqual([]);
    const lines = [...findings, ...compiled.flatMap((one) => one.findings)].map(({ line }) => line);
    expect(lines).not.toEqual([]);
  });
});
