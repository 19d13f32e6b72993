import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree } from "../../test/support/hook-tree.ts";
import { Problem } from "../errors/problem.ts";
import { resolveWorkspace } from "./workspace.ts";

const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

describe("resolveWorkspace", () => {
  it.each([".hookline", ".agh", ".git"])(
    "walks up from the current directory to the nearest folder with %s",
    (mark) => {
      const tree = makeTree({ "ws/a/b/file": "" });
      mkdirSync(join(tree.root, mark));
      const { root, name } = resolveWorkspace(null, { home: tree.home, cwd: join(tree.root, "a/b") });
      expect({ root, name }).toEqual({ root: tree.root, name: "ws" });
    },
  );

  it("takes the current directory when no folder around it has a mark, and the user's own folder is none", () => {
    const tree = makeTree({ "ws/a/file": "" });
    const home = join(tree.directory, ".hookline");
    mkdirSync(home);
    const cwd = join(tree.root, "a");
    const found = resolveWorkspace(null, { home, cwd }).root;
    // A temporary directory may itself lie in a repository; it never is the one that holds the user's folder.
    expect(found).not.toBe(tree.directory);
    expect(cwd.startsWith(found)).toBe(true);
  });

  it("has an id that depends on the real path alone", () => {
    const tree = makeTree({});
    symlinkSync(tree.root, join(tree.directory, "link"));
    const place = { home: tree.home, cwd: tree.directory };
    const { id, root } = resolveWorkspace("./ws", place);
    expect(id).toMatch(/^ws_[0-9a-f]{12}$/);
    expect(root).toBe(tree.root);
    expect(resolveWorkspace("link", place)).toEqual(resolveWorkspace(tree.root, place));
  });

  it("lets the workspace name itself, and the user overrule it", () => {
    const tree = makeTree({
      "ws/.hookline/config.toml": '[workspace]\nid = "ws_own"\nname = "own"\nadditional_roots = ["../more"]\n',
    });
    const place = { home: tree.home, cwd: tree.root };
    const more = join(tree.directory, "more");
    expect(resolveWorkspace(null, place)).toEqual({
      id: "ws_own",
      name: "own",
      root: tree.root,
      additionalRoots: [more],
    });
    tree.write("home/config.toml", `[[workspaces]]\nid = "ws_user"\nroot = "${tree.root}"\n`);
    expect(resolveWorkspace(null, place)).toMatchObject({ id: "ws_user", name: "own" });
    expect(resolveWorkspace("ws_user", place).root).toBe(tree.root);
  });

  it.each<[reference: string, code: string]>([
    ["checkuot", "WORKSPACE_UNKNOWN"],
    ["./missing", "WORKSPACE_MISSING"],
    ["/no/such/place", "WORKSPACE_MISSING"],
    ["gone", "WORKSPACE_MISSING"],
  ])("refuses %s with %s", (reference, code) => {
    const entries =
      '[[workspaces]]\nname = "gone"\nroot = "/no/such/place"\n[[workspaces]]\nname = "checkout"\nroot = "../ws"\n';
    const tree = makeTree({ "home/config.toml": entries });
    expect(codeOf(() => resolveWorkspace(reference, { home: tree.home, cwd: tree.directory }))).toBe(code);
  });

  it("is not stopped by a broken config file", () => {
    const tree = makeTree({ "home/config.toml": "[[workspaces]\n", "ws/.hookline/config.toml": "workspace = 5\n" });
    expect(resolveWorkspace(null, { home: tree.home, cwd: tree.root }).name).toBe("ws");
  });
});
