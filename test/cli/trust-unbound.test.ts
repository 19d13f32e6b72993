import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookline, openTestWorkspace, type TestWorkspace } from "./workspace.ts";

const declaration = (name: string, command: string) =>
  `[[hooks.declarations]]\nname = "${name}"\nevent = "turn.start"\nmode = "sync"\ncommand = "/bin/sh"\nargs = ["-c", "${command}"]\n`;

/** A workspace with nothing but a hook that can be bound and one that cannot. */
function openTwo(): TestWorkspace {
  const workspace = openTestWorkspace();
  const root = join(workspace.root, "two");
  mkdirSync(join(root, ".hookline"), { recursive: true });
  writeFileSync(
    join(root, ".hookline/config.toml"),
    `${declaration("safe", "true")}${declaration("open", "make check")}`,
  );
  return { ...workspace, root };
}

const states = async (workspace: TestWorkspace) => {
  const { stdout } = await hookline(workspace, ["list", "--event", "turn.start", "-o", "json"], { trusts: false });
  return (JSON.parse(stdout) as { name: string; trust: string }[]).map(({ name, trust }) => `${name} ${trust}`).sort();
};

describe("a hook that runs what cannot be bound", () => {
  it("is shown as such", async () => {
    const workspace = openTwo();
    const { stdout } = await hookline(workspace, ["trust", "open"], { trusts: false });
    expect(stdout).toContain("CANNOT BE BOUND: this may run although it changed after you have trusted the hook");
    expect(stdout).toContain("  - make: what it runs depends on the Makefile, which is not looked at");
    expect((await hookline(workspace, ["trust", "safe"], { trusts: false })).stdout).not.toContain("CANNOT BE BOUND");
  });

  it.each<[answers: string[], expected: string[]]>([
    [["n"], ["open new", "safe new"]],
    [
      ["y", "n"],
      ["open new", "safe trusted"],
    ],
    [
      ["y", ""],
      ["open new", "safe trusted"],
    ],
    [
      ["y", "y"],
      ["open trusted", "safe trusted"],
    ],
  ])("needs a second yes: %j", async (answers, expected) => {
    const workspace = openTwo();
    const { stdout } = await hookline(workspace, ["trust"], { trusts: false, answers });
    expect(await states(workspace)).toEqual(expected);
    expect(stdout.includes('"open" runs code that cannot be bound')).toBe(answers.length > 1);
  });

  it.each<[answers: string[], expected: string[]]>([
    [
      ["y", "y", "n"],
      ["open new", "safe trusted"],
    ],
    [
      ["n", "y", "y"],
      ["open trusted", "safe new"],
    ],
  ])("needs a second yes one by one: %j", async (answers, expected) => {
    const workspace = openTwo();
    await hookline(workspace, ["trust", "--each"], { trusts: false, answers });
    expect(await states(workspace)).toEqual(expected);
  });

  it("is trusted with --yes, which says so, and stays marked in --check and in JSON", async () => {
    const workspace = openTwo();
    const { stdout } = await hookline(workspace, ["trust", "--yes"], { trusts: false });
    expect(stdout).toMatch(/Trusted 2 hooks\..*\n"open" runs code that cannot be bound/);
    const check = await hookline(workspace, ["trust", "--check"], { trusts: false });
    expect(check).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^ {2}cannot be bound: open: make: /m) });
    const json = await hookline(workspace, ["trust", "--check", "-o", "json"], { trusts: false });
    const { hooks } = JSON.parse(json.stdout) as { hooks: { hook: string; cannot_be_bound: string[] }[] };
    expect(hooks.map(({ hook, cannot_be_bound }) => [hook, cannot_be_bound.length])).toEqual([
      ["safe", 0],
      ["open", 1],
    ]);
  });
});
