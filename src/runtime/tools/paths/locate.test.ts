import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Problem } from "../../../errors/problem.ts";
import { type TemporaryTree, temporaryTree } from "../testing.ts";
import { locate } from "./locate.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

let inside: TemporaryTree;
let outside: TemporaryTree;
let workspace: Workspace;

beforeAll(() => {
  inside = temporaryTree({ "a.txt": "", "src/b.txt": "", "..hidden": "" });
  outside = temporaryTree({ "secret.txt": "", "allowed/c.txt": "" });
  const link = (target: string, path: string) => symlinkSync(target, join(inside.root, path));
  link(outside.root, "out");
  link(join(outside.root, "secret.txt"), "secret-link");
  link(join(outside.root, "not-yet.txt"), "dangling");
  link("src", "in");
  link("in", "in-twice");
  link("loop-b", "loop-a");
  link("loop-a", "loop-b");
  link(join(outside.root, "allowed"), "to-allowed");
  mkdirSync(join(inside.root, "sub"));
  link("../..", "sub/up");
  workspace = openWorkspace({
    cwd: join(inside.root, "src"),
    workspaceRoot: inside.root,
    allowedPaths: [join(outside.root, "allowed")],
  });
});
afterAll(() => {
  inside.remove();
  outside.remove();
});

const codeFor = (path: string) => {
  try {
    locate(workspace, path);
    return "found";
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
};

describe("locate", () => {
  it.each([
    ["relative to the working directory", "b.txt", "src/b.txt"],
    ["upwards inside the workspace", "../a.txt", "a.txt"],
    ["the workspace itself", "..", "."],
    ["a name that begins with two dots", "../..hidden", "..hidden"],
    ["a link inside", "../in/b.txt", "src/b.txt"],
    ["a link to a link", "../in-twice/b.txt", "src/b.txt"],
    ["a file that does not exist yet", "new/deep/file.txt", "src/new/deep/file.txt"],
    ["a new file below a link", "../in/new.txt", "src/new.txt"],
  ])("finds %s", (_case, path, shown) => {
    expect(locate(workspace, path)).toEqual({ path: join(inside.root, shown), shown });
  });

  it("finds absolute paths, and what is allowed outside", () => {
    expect(locate(workspace, join(inside.root, "a.txt")).shown).toBe("a.txt");
    const allowed = join(outside.root, "allowed", "c.txt");
    expect(locate(workspace, allowed)).toEqual({ path: allowed, shown: allowed });
    expect(locate(workspace, "../to-allowed/c.txt").path).toBe(allowed);
  });

  it.each([
    ["above the workspace", "../../x", "TOOL_PATH_OUTSIDE"],
    ["an absolute path elsewhere", "/etc/passwd", "TOOL_PATH_OUTSIDE"],
    ["a link to a directory outside", "../out/secret.txt", "TOOL_PATH_OUTSIDE"],
    ["a link to a file outside", "../secret-link", "TOOL_PATH_OUTSIDE"],
    ["a new file below a link that leads out", "../out/new/file.txt", "TOOL_PATH_OUTSIDE"],
    ["a link upwards", "../sub/up/x", "TOOL_PATH_OUTSIDE"],
    ["a link to nothing, which would create a file outside", "../dangling", "TOOL_PATH_UNUSABLE"],
    ["something below a link to nothing", "../dangling/x", "TOOL_PATH_UNUSABLE"],
    ["links in a circle", "../loop-a", "TOOL_PATH_UNUSABLE"],
    ["something below a file", "b.txt/c", "TOOL_PATH_UNUSABLE"],
    ["an empty path", "", "TOOL_PATH_UNUSABLE"],
    ["a zero byte", "a\0b", "TOOL_PATH_UNUSABLE"],
    ["a very long name", "n".repeat(300), "TOOL_PATH_UNUSABLE"],
    ["a very long path", "d/".repeat(5000), "TOOL_PATH_UNUSABLE"],
  ])("refuses %s", (_case, path, code) => {
    expect(codeFor(path)).toBe(code);
  });

  it("refuses a neighbour whose name begins like the workspace's", () => {
    expect(codeFor(`${inside.root}-other/x`)).toBe("TOOL_PATH_OUTSIDE");
  });

  it("works in a workspace that is reached by a link", () => {
    const link = join(outside.root, "link-to-workspace");
    symlinkSync(inside.root, link);
    const linked = openWorkspace({ cwd: link, workspaceRoot: link });
    expect(locate(linked, join(link, "a.txt"))).toEqual({ path: join(inside.root, "a.txt"), shown: "a.txt" });
    expect(linked.root).toBe(realpathSync(inside.root));
  });

  it("says when there is no workspace", () => {
    const open = () => openWorkspace({ cwd: inside.root, workspaceRoot: join(inside.root, "a.txt") });
    expect(open).toThrow(/cannot work in .*: it is not a directory/);
  });
});
