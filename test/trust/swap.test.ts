import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canary, openRepository } from "./repository.ts";

const dispatches = 2000;
const atOnce = 8;

describe("T4 a file that is swapped all the time", () => {
  it(`${dispatches} dispatches run nothing but what was trusted, or nothing`, { timeout: 240_000 }, async () => {
    const repository = openRepository({});
    const { root, write } = repository;
    const note = canary(repository, "note");
    const names = ["renamed", "written", "linked", "sourced", "appearing", "folder"] as const;
    for (const name of names) {
      const path = join(root, "hooks", `${name}.sh`);
      for (const word of ["good", "evil"]) write(`${path}.${word}`, `#!/bin/sh\necho ${word} >> ${note.path}\n`);
      if (name === "linked") symlinkSync(`${path}.good`, path);
      else if (name !== "appearing") cpSync(`${path}.good`, path);
    }
    write("tools/folder.sh", `#!/bin/sh\necho good >> ${note.path}\n`);
    write("tools.other/folder.sh", `#!/bin/sh\necho evil >> ${note.path}\n`);
    write("hooks/outer.sh", "#!/bin/sh\n. ./hooks/sourced.sh\n");
    const command = (name: string) =>
      name === "folder" ? "./tools/folder.sh" : `./hooks/${name === "sourced" ? "outer" : name}.sh`;
    write(
      ".hookline/config.toml",
      names
        .map(
          (name, at) =>
            `[[hooks.declarations]]\nname = "${name}"\nevent = "tool.pre_call"\nmode = "sync"\nmatcher = { tool_name = "${at}" }\ncommand = "${command(name)}"\n`,
        )
        .join("\n"),
    );
    await repository.trustAll();
    const opened = repository.open();
    const swapping = [
      startSwapping([`rename:${join(root, "hooks/renamed.sh")}`, `write:${join(root, "hooks/written.sh")}`]),
      startSwapping([`link:${join(root, "hooks/linked.sh")}`, `rename:${join(root, "hooks/sourced.sh")}`]),
      startSwapping([`appear:${join(root, "hooks/appearing.sh")}`, `folder:${join(root, "tools")}`]),
    ];
    try {
      await Promise.all(swapping.map(({ ready }) => ready));
      let next = 0;
      const lane = async () => {
        while (next < dispatches) {
          const at = next++;
          await opened.engine.fire("tool.pre_call", { session_id: "s", tool_name: String(at % names.length) } as never);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    } finally {
      await Promise.all(swapping.map(({ stop }) => stop()));
      await opened.close();
    }
    expect(opened.records).toHaveLength(dispatches);
    const outcomes = Map.groupBy(opened.records, ({ outcome, failure }) => `${outcome} ${failure}`);
    // Both must have happened, or nothing was tried; the file that is not there never is.
    const seen = [...outcomes.keys()].sort();
    expect(seen).toEqual(expect.arrayContaining(["applied null", "skipped trust-refused"]));
    expect(
      seen.filter((outcome) => !/^(?:applied null|skipped trust-refused|failed not-found)$/.test(outcome)),
    ).toEqual([]);
    expect(new Set(note.lines())).toEqual(new Set(["good"]));
    expect(note.lines()).toHaveLength(outcomes.get("applied null")?.length ?? 0);
    rmSync(note.path);
  });
});

describe("T4 a file that is swapped while hooks are loaded again and again", () => {
  it("nothing but what was trusted runs, whatever names it", { timeout: 240_000 }, async () => {
    const repository = openRepository({});
    const { root, write } = repository;
    const note = canary(repository, "note");
    const forms: readonly (readonly [args: readonly string[], file: string])[] = [
      [["-r", "./hooks/required.js", "-e", "0"], "required.js"],
      [["--require=./hooks/attached.js", "-e", "0"], "attached.js"],
      [["--import=./hooks/imported.mjs", "-e", "0"], "imported.mjs"],
      [["hooks/short"], "short.js"],
    ];
    for (const [, file] of forms)
      for (const word of ["good", "evil"]) {
        const fs = file.endsWith(".mjs") ? 'process.getBuiltinModule("fs")' : 'require("fs")';
        write(`hooks/${file}.${word}`, `${fs}.appendFileSync(${JSON.stringify(note.path)}, "${word}\\n");\n`);
        if (word === "good") cpSync(join(root, "hooks", `${file}.good`), join(root, "hooks", file));
      }
    write(
      ".hookline/config.toml",
      forms
        .map(
          ([args], at) =>
            `[[hooks.declarations]]\nname = "${at}"\nevent = "tool.pre_call"\nmode = "sync"\nmatcher = { tool_name = "${at}" }\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(args)}\n`,
        )
        .join("\n"),
    );
    await repository.trustAll();
    const swapping = startSwapping(forms.map(([, file]) => `rename:${join(root, "hooks", file)}`));
    await swapping.ready;
    const outcomes = new Set<string>();
    for (let at = 0; at < 120; at++) {
      const { records } = await repository.fire("tool.pre_call", {
        session_id: "s",
        tool_name: String(at % forms.length),
      });
      for (const { outcome } of records) outcomes.add(outcome);
    }
    await swapping.stop();
    expect([...outcomes].sort()).toEqual(["applied", "skipped"]);
    expect(new Set(note.lines())).toEqual(new Set(["good"]));
  });
});

function startSwapping(jobs: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "swap.fixture.ts"), ...jobs], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  return {
    ready: once(child.stdout, "data"),
    stop: async () => {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}
