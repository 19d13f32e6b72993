import { describe, expect, it } from "vitest";
import { randomName, whyNotAName } from "./name.ts";

describe("names of worktrees", () => {
  it.each([
    ["is empty", ""],
    ["has a slash", "a/b"],
    ["has a backslash", "a\\b"],
    ["leads upward", ".."],
    ["is a dot", "."],
    ["is many dots", "...."],
    ["is hidden", ".git"],
    ["looks like an option", "-rf"],
    ["has a range in it", "a..b"],
    ["has a control character", "a\u0007b"],
    ["has a line break", "a\n"],
    ["has a NUL", "a\0b"],
    ["has a blank", "a b"],
    ["has what a shell reads", "a$(id)"],
    ["has what git reads in a revision", "a~1"],
    ["has an invisible character", "a\u200bb"],
    ["ends in a dot", "a."],
    ["ends as git's own locks do", "a.LOCK"],
    ["is too long", "a".repeat(65)],
  ])("docker §10.71: one that %s is refused", (_what, name) => {
    expect(whyNotAName(name)).toEqual(expect.any(String));
  });

  it.each(["fix-login", "v1.2", "a", "7", "under_score", "a".repeat(64)])("%s is one", (name) => {
    expect(whyNotAName(name)).toBeNull();
  });

  it("are readable and differ when nobody chooses", () => {
    const names = Array.from({ length: 50 }, randomName);
    for (const name of names) expect(name).toMatch(/^[a-z]+-[a-z]+-[0-9a-f]{4}$/);
    for (const name of names) expect(whyNotAName(name)).toBeNull();
    expect(new Set(names).size).toBeGreaterThan(40);
  });
});
