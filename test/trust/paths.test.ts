import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canary, openRepository, type Repository } from "./repository.ts";

const extension = ".hookline/extensions/tools";

/** Ways in which an extension could reach a program that lies outside of its own folder. `{out}` is that program. */
const tricks: readonly string[] = [
  "../run.sh",
  "../../run.sh",
  "./../run.sh",
  ".//../run.sh",
  "./././../run.sh",
  "bin/../../run.sh",
  "bin/../../../run.sh",
  "bin/./../../run.sh",
  "./bin/..//../run.sh",
  "..",
  "../",
  "../tools/../run.sh",
  "../tools-evil/run.sh",
  "{{config_dir}}/../run.sh",
  "{{config_dir}}/../../run.sh",
  "{{config_dir}}/./../run.sh",
  "{{config_dir}}//../run.sh",
  "{{ config_dir }}/../run.sh",
  "{{config_dir}}/bin/../../run.sh",
  "{{config_dir}}/link/run.sh",
  "{{config_dir}}/link-file",
  "{{config_dir}}/link-loop",
  "{{config_dir}}/link-loop/run.sh",
  "{{config_dir}}/link-up/run.sh",
  "{{config_dir}}/../tools-evil/run.sh",
  "{{config_dir}}-evil/run.sh",
  "link/run.sh",
  "./link/run.sh",
  "link/../link/run.sh",
  "./link-file",
  "./link-loop",
  "./link-loop/run.sh",
  "link-up/run.sh",
  "./link-up/../run.sh",
  "./link-broken",
  "link-root/{out}",
  "./link-root{out}",
  "./bin/../link-root{out}",
  "./a\0/../../run.sh",
  "bin/run.sh\0",
  "~/../run.sh",
  "./~/../../run.sh",
];

function repositoryWith(command: string): { repository: Repository; lines: () => string[] } {
  const repository = openRepository({});
  const { root, directory, write } = repository;
  const { path, lines } = canary(repository);
  const program = `#!/bin/sh\necho ran >> ${path}\n`;
  for (const place of [".hookline/extensions/run.sh", ".hookline/run.sh", ".hookline/extensions/tools-evil/run.sh"])
    write(place, program);
  const out = write(join(directory, "out/run.sh"), program);
  mkdirSync(join(root, extension, "bin"), { recursive: true });
  const link = (target: string, name: string) => symlinkSync(target, join(root, extension, name));
  link(join(directory, "out"), "link");
  link(out, "link-file");
  link("link-loop", "link-loop");
  link("..", "link-up");
  link("nowhere/at/all/../../..", "link-broken");
  link("/", "link-root");
  const hook = {
    name: "c",
    event: "tool.pre_call",
    mode: "sync",
    command: command.replace("{out}", command.includes("/{out}") ? out.slice(1) : out),
  };
  write(`${extension}/extension.json`, JSON.stringify({ name: "tools", resources: { hooks: [hook] } }));
  return { repository, lines };
}

describe("T6 a program outside of the extension's folder", () => {
  it(`there are ${tricks.length} tricks`, () => {
    expect(tricks.length).toBeGreaterThanOrEqual(40);
  });

  it.each(tricks.map((command) => [JSON.stringify(command), command]))("%s", async (_shown, command) => {
    const { repository, lines } = repositoryWith(command);
    await repository.trustAll();
    await repository.fire();
    expect(lines()).toEqual([]);
  });

  it("while one inside of it runs", async () => {
    const { repository, lines } = repositoryWith("{{config_dir}}/bin/run.sh");
    const { path } = canary(repository);
    repository.write(`${extension}/bin/run.sh`, `#!/bin/sh\necho ran >> ${path}\n`);
    await repository.trustAll();
    await repository.fire();
    expect(lines()).toEqual(["ran"]);
  });
});

describe("T6 a bare name", () => {
  it("is what it was when it was trusted, although the workspace has a folder on the PATH", async () => {
    const repository = openRepository({});
    const { path, lines } = canary(repository);
    const bin = join(repository.root, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    const place = {
      ...repository.place,
      environment: { ...repository.place.environment, PATH: `${bin}:/usr/bin:/bin` },
    };
    for (const [name, command, args] of [
      ["exec", "printf", ["{}"]],
      ["shell", "/bin/sh", ["-c", "env printf '{}' | cat"]],
    ] as const) {
      const again = openRepository({}, { ...place, workspace: repository.root, home: repository.home });
      repository.write(
        ".hookline/config.toml",
        `[[hooks.declarations]]\nname = "${name}"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`,
      );
      await again.trustAll();
      const opened = again.open();
      await opened.fire();
      for (const program of ["printf", "env", "cat"])
        repository.write(join(bin, program), `#!/bin/sh\necho ran >> ${path}\n`);
      await opened.fire();
      await opened.close();
      expect(lines(), name).toEqual([]);
      for (const program of ["printf", "env", "cat"]) repository.write(join(bin, program), "", 0o644);
    }
  });

  it("is not looked for in the directory the hook runs in", async () => {
    const repository = openRepository({
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "c"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "run.sh"\n`,
    });
    const { path, lines } = canary(repository);
    repository.write("run.sh", `#!/bin/sh\necho ran >> ${path}\n`);
    await repository.trustAll();
    expect((await repository.fire()).records).toMatchObject([{ failure: "not-found" }]);
    expect(lines()).toEqual([]);
  });
});
