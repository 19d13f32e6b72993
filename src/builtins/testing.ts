import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Effects } from "../engine/effects.ts";
import { parseAllowed } from "../lib/address-rules.ts";
import { createGuardedFetch } from "../lib/guarded-fetch.ts";
import type { Builtin, BuiltinInput, World } from "./builtin.ts";

/** Calls a built-in the way its executor does: on the first of its events unless told otherwise. For tests. */
export async function call(
  builtin: Builtin,
  input: Partial<BuiltinInput> = {},
  world: Partial<World> = {},
): Promise<Effects | undefined> {
  const event = input.event ?? builtin.events[0];
  if (event === undefined) throw new Error(`${builtin.name} is for no event`);
  const defaults = { payload: {}, args: [], env: {}, cwd: null, signal: null };
  return builtin.run({ ...defaults, ...input, event }, { ...quietWorld, ...world });
}

/** The texts of the context that a built-in adds, as one. */
export function contextOf(effects: Effects | undefined): string | null {
  return effects?.contexts?.map(({ text }) => text).join("\n") ?? null;
}

/** A machine on which nothing depends on where the tests run. */
export const quietWorld: World = {
  now: () => new Date(2026, 0, 31, 12),
  home: join(tmpdir(), "hookline-no-such-home"),
  dataDir: join(tmpdir(), "hookline-no-such-data"),
  environment: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  platform: "linux",
  arch: "x64",
  hostname: () => "workbench",
  userInfo: () => ({ username: "ada", fullName: "Ada Lovelace" }),
  fetch: createGuardedFetch(parseAllowed("")),
};

/** A directory of its own with the given files; call `remove` when done. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): {
  readonly path: string;
  readonly write: (name: string, text: string) => void;
  readonly remove: () => void;
} {
  const path = realpathSync.native(mkdtempSync(join(tmpdir(), "hookline-builtin-")));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
