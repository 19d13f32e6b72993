import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCommand } from "./find-command.ts";

describe.skipIf(process.platform === "win32")("findCommand", () => {
  let root: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-find-")));
    for (const directory of ["first", "second", "work"]) mkdirSync(join(root, directory));
    program("first/plain", 0o644);
    program("second/plain");
    program("first/both");
    program("second/both");
    program("work/local");
    program("first/unusable", 0o644);
    mkdirSync(join(root, "first/folder"));
    program("second/folder");
    symlinkSync("../second/both", join(root, "work/link"));
    symlinkSync("loop", join(root, "work/loop"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ["a bare name is the first on PATH", "both", "first/both"],
    ["a bare name passes over what cannot be run", "plain", "second/plain"],
    ["a bare name passes over directories", "folder", "second/folder"],
    ["a relative path is resolved in the working directory", "./local", "work/local"],
    ["a relative path may lead out of it", "../first/both", "first/both"],
    ["a link is run by its own name", "./link", "work/link"],
  ])("%s", (_rule, command, found) => {
    expect(find(command)).toEqual({ path: join(root, found) });
  });

  it("takes an absolute path as it is", () => {
    expect(find(join(root, "work/local"))).toEqual({ path: join(root, "work/local") });
  });

  it.each([
    ["a bare name is not looked for in the working directory", "local", "not-found", "was not found; PATH is "],
    ["a name that cannot be run anywhere is not called missing", "unusable", "spawn-error", "not executable"],
    ["a path through a file leads nowhere", "./local/x", "not-found", "was not found at "],
    ["a link in a loop", "./loop", "spawn-error", "ELOOP"],
    ["a name that is too long", `./${"x".repeat(5000)}`, "spawn-error", "ENAMETOOLONG"],
    ["a name with a zero byte", "./lo\0cal", "spawn-error", "null bytes"],
    ["no name", "", "not-found", "empty"],
  ])("%s", (_rule, command, failure, words) => {
    expect(find(command)).toMatchObject({ failure, detail: expect.stringContaining(words) });
  });

  it("ignores relative entries of PATH, which would mean whatever the working directory holds", () => {
    expect(findCommand("local", join(root, "work"), ".::work")).toMatchObject({
      failure: "not-found",
      detail: expect.stringContaining("PATH names no absolute directory"),
    });
  });

  const find = (command: string) => findCommand(command, join(root, "work"), `${root}/first:${root}/second`);

  function program(name: string, mode = 0o755): void {
    writeFileSync(join(root, name), "#!/bin/sh\n");
    chmodSync(join(root, name), mode);
  }
});
