import { existsSync } from "node:fs";
import { printableLine } from "../lib/printable.ts";
import type { Builtin, World } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";
import { findUpwards } from "./find-upwards.ts";

export const addEnvironmentInfo: Builtin = {
  name: "add_environment_info",
  summary:
    "Tells the model the working directory, whether it is in a git repository, the operating system and the CPU.",
  events: bestOn("session.start"),
  args: "",
  example: "",
  run: ({ event, cwd }, world) => (cwd === null ? undefined : asContext(event, describe(cwd, world))),
};

function describe(cwd: string, { platform, arch }: World): string {
  return [
    "The environment you work in:",
    "<env>",
    `Working directory: ${printableLine(cwd)}`,
    `Is directory a git repo: ${isInRepository(cwd) ? "Yes" : "No"}`,
    `Operating System: ${systems[platform] ?? platform}`,
    `CPU Architecture: ${arch === "amd64" ? "x64" : arch}`,
    "</env>",
  ].join("\n");
}

const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "MacOS",
  linux: "Linux",
  win32: "Windows",
};

/** A linked worktree has a file where others have the folder, and is a repository all the same. */
function isInRepository(cwd: string): boolean {
  return findUpwards(cwd, ".git", existsSync) !== null;
}
