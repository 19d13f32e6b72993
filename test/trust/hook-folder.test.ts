import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRepository } from "./repository.ts";

const folder = ".agents/hooks/guard";
const hookFile = "---\nname: guard\ndescription: d\ntrigger: before_tool\n---\n";

describe("code in a hook's own folder is part of what is trusted", () => {
  it.each<[how: string, script: string, file: string, says: (word: string) => string]>([
    [
      "that a shell script sources by AGENT_HOOK_DIR",
      '#!/bin/sh\n. "$AGENT_HOOK_DIR/lib.sh"\n',
      "lib.sh",
      (word) => `echo ${word} >> note\n`,
    ],
    [
      "that a shell script sources by another name of the folder",
      '#!/bin/sh\ndir=$AGENT_HOOK_DIR\nname=lib\n. "$dir/$name.sh"\n',
      "lib.sh",
      (word) => `echo ${word} >> note\n`,
    ],
    [
      "that a Node script loads by AGENT_HOOK_DIR",
      '#!/usr/bin/env node\nrequire(require("node:path").join(process.env.AGENT_HOOK_DIR, "lib", "rules.cjs"));\n',
      "lib/rules.cjs",
      (word) => `require("node:fs").appendFileSync("note", "${word}\\n");\n`,
    ],
  ])("%s", async (_how, script, file, says) => {
    const repository = openRepository({
      [`${folder}/HOOK.md`]: hookFile,
      [`${folder}/scripts/run`]: script,
    });
    const note = `${repository.root}/note`;
    repository.write(`${folder}/${file}`, says("good"), 0o644);
    repository.write(`${folder}/data.txt`, "data", 0o644);
    await repository.trustAll();
    const opened = repository.open();
    await opened.fire("tool.pre_call", { tool_name: "Shell" });
    expect(readFileSync(note, "utf8")).toBe("good\n");
    // Data may change; that is what it is for.
    repository.write(`${folder}/data.txt`, "other data", 0o644);
    await opened.fire("tool.pre_call", { tool_name: "Shell" });
    expect(readFileSync(note, "utf8")).toBe("good\ngood\n");

    repository.write(`${folder}/${file}`, says("evil"), 0o644);
    for (const fired of [
      await opened.fire("tool.pre_call", { tool_name: "Shell" }),
      await repository.fire("tool.pre_call", { tool_name: "Shell" }),
    ])
      expect(fired.verdict.runs).toMatchObject([{ failure: "trust-refused" }]);
    expect(readFileSync(note, "utf8")).toBe("good\ngood\n");
    await opened.close();
  });
});
