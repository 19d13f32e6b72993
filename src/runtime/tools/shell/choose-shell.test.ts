import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { temporaryTree } from "../testing.ts";
import { chooseShell } from "./choose-shell.ts";

describe("chooseShell", () => {
  it("takes the user's shell if its language is the common one and it can be run", () => {
    const tree = temporaryTree();
    try {
      const own = (name: string) => tree.write(name, "#!/bin/sh\n");
      const usual = chooseShell({});
      expect(usual).toMatch(/\/(?:bash|sh)$/);
      const dash = own("dash");
      expect(chooseShell({ SHELL: dash })).toBe(usual);
      chmodSync(dash, 0o755);
      expect(chooseShell({ SHELL: dash })).toBe(dash);
      const fish = own("fish");
      chmodSync(fish, 0o755);
      expect(chooseShell({ SHELL: fish })).toBe(usual);
      expect(chooseShell({ SHELL: "bash" })).toBe(usual);
    } finally {
      tree.remove();
    }
  });
});
