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
    const names = ["renamed", "written", "linked", "sourced"] as const;
    for (const name of names) {
      const path = join(root, "hooks", `${name}.sh`);
      for (const word of ["good", "evil"]) write(`${path}.${word}`, `#!/bin/sh\necho ${word} >> ${note.path}\n`);
      if (name === "linked") symlinkSync(`${path}.good`, path);
      else cpSync(`${path}.good`, path);
    }
    write("hooks/outer.sh", "#!/bin/sh\n. ./hooks/sourced.sh\n");
    const command = (name: string) => `./hooks/${name === "sourced" ? "outer" : name}.sh`;
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
    // Both must have happened, or nothing was tried.
    expect([...outcomes.keys()].sort()).toEqual(["applied null", "skipped trust-refused"]);
    expect(new Set(note.lines())).toEqual(new Set(["good"]));
    expect(note.lines()).toHaveLength(outcomes.get("applied null")?.length ?? 0);
    rmSync(note.path);
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
