import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookline, openTestWorkspace, type TestWorkspace } from "./workspace.ts";

const states = async (workspace: TestWorkspace): Promise<string[]> => {
  const { stdout } = await hookline(workspace, ["list", "-o", "json"], { trusts: false });
  return (JSON.parse(stdout) as { trust: string }[]).map(({ trust }) => trust);
};
const count = async (workspace: TestWorkspace, state: string) =>
  (await states(workspace)).filter((one) => one === state).length;

describe("somebody at a terminal", () => {
  it.each([
    ["y", 0],
    ["Yes", 0],
    ["", 1],
    ["n", 1],
    ["yikes", 1],
  ])("answers %j for all of them", async (answer, exitCode) => {
    using workspace = openTestWorkspace();
    const call = { trusts: false, answers: [answer] };
    const result = await hookline(workspace, ["trust"], call);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout).toMatch(/Trust these \d+ hooks, exactly as shown\? \[y\/N\]/);
    expect(new Set(await states(workspace))).toEqual(new Set([exitCode === 0 ? "trusted" : "new"]));
    // What is trusted is not asked for again.
    const again = await hookline(workspace, ["trust"], { trusts: false, answers: [] });
    expect(again.stdout.includes("[y/N]")).toBe(exitCode === 1);
  });

  it("answers one by one", async () => {
    using workspace = openTestWorkspace();
    const all = (await states(workspace)).length;
    const result = await hookline(workspace, ["trust", "--each"], { trusts: false, answers: ["y", "n", "y"] });
    expect(result.exitCode).toBe(1);
    expect(result.stdout.match(/Trust it, exactly as shown\?/g)).toHaveLength(all);
    expect(await count(workspace, "trusted")).toBe(2);
    expect(result.stdout).toContain(`${all - 2} hooks are not trusted and do not run.`);
  });

  it("is not asked where a program reads the answer", async () => {
    using workspace = openTestWorkspace();
    const { stdout, exitCode } = await hookline(workspace, ["trust", "-o", "json"], { trusts: false, answers: ["y"] });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ trusted_now: 0, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await count(workspace, "trusted")).toBe(0);
  });

  it("sees what a script contains, and nothing that it does to the terminal", async () => {
    using workspace = openTestWorkspace();
    const evil = "#!/bin/sh\nrm -rf x #\u001b[2K\u001b[1Gharmless\rprintf '{}' \u202e\u200b\n";
    writeFileSync(join(workspace.root, "hooks", "claim-policy"), evil);
    for (const format of ["human", "json", "jsonl", "toon"]) {
      const { stdout } = await hookline(workspace, ["trust", "-o", format], { trusts: false });
      expect(stdout, format).toContain("rm -rf x");
      expect(stdout, format).not.toMatch(/[\u001b\r\u202e\u200b]/);
    }
    const { stdout } = await hookline(workspace, ["trust"], { trusts: false });
    expect(stdout).toContain("  | rm -rf x #\\u{1b}[2K\\u{1b}[1Gharmless\\u{d}printf '{}' \\u{202e}\\u{200b}");
  });

  it("is never locked out: listing, validating and trusting are subject to no hook", async () => {
    using workspace = openTestWorkspace();
    const everything = `[[hooks.declarations]]\nname = "no"\nevent = "tool.pre_call"\nmode = "sync"\nrequired = true\ncommand = "sleep"\nargs = ["600"]\ntimeout = "10m"\n`;
    writeFileSync(join(workspace.root, ".hookline", "config.toml"), everything);
    await hookline(workspace, ["trust", "--yes"], { trusts: false });
    for (const argv of [["list"], ["validate"], ["trust"], ["trust", "--revoke", "no"]])
      expect((await hookline(workspace, argv, { trusts: false })).exitCode, argv.join(" ")).toBe(0);
    expect(await states(workspace)).toContain("new");
  });
});
