import { describe, expect, it } from "vitest";
import { expandEnvironment, expandPath, workingDirectory } from "./expand.ts";
import { hookShell } from "./shell.ts";

type Environment = Readonly<Record<string, string>>;

describe("the shell of a command hook", () => {
  it.each<[platform: NodeJS.Platform, environment: Environment, onPath: string[], command: string, first: string]>([
    ["linux", { SHELL: "/bin/zsh" }, [], "/bin/zsh", "-c"],
    ["linux", {}, [], "/bin/sh", "-c"],
    ["darwin", { SHELL: "" }, [], "/bin/sh", "-c"],
    ["win32", {}, ["powershell.exe", "pwsh.exe"], "pwsh.exe", "-NoProfile"],
    ["win32", {}, ["powershell.exe"], "powershell.exe", "-NoProfile"],
    ["win32", { ComSpec: "C:\\cmd.exe" }, [], "C:\\cmd.exe", "/C"],
    ["win32", { SystemRoot: "C:\\Windows" }, [], "C:\\Windows\\System32\\cmd.exe", "/C"],
    ["win32", {}, [], "cmd.exe", "/C"],
  ])("docker §3.4: on %s with %j and %j it is %s %s", (platform, environment, onPath, command, first) => {
    const shell = hookShell(environment, platform, (program) => onPath.includes(program));
    expect([shell.command, shell.args[0]]).toEqual([command, first]);
  });
});

describe("what is filled in", () => {
  const environment = { TEAM: "blue", A: "1" };

  it.each<[text: string, filled: string]>([
    ["x-${env.TEAM}", "x-blue"],
    ["${env.MISSING}!", "!"],
    ["$TEAM ${TEAM} $(date)", "$TEAM ${TEAM} $(date)"],
  ])("docker §3.4: in a value of env %j becomes %j", (text, filled) => {
    expect(expandEnvironment(text, environment)).toBe(filled);
  });

  it.each<[path: string, filled: string]>([
    ["~", "/home/me"],
    ["~/x", "/home/me/x"],
    ["~other/x", "~other/x"],
    ["$TEAM/${A}/${env.TEAM}", "blue/1/blue"],
    ["a/$MISSING", "a/"],
  ])("docker §3.4: the working_dir %j becomes %j", (path, filled) => {
    expect(expandPath(path, environment, "/home/me")).toBe(filled);
  });

  it("docker §2.1: an absolute working_dir wins, a relative one is below the agent's directory", () => {
    expect(workingDirectory("/abs", "/base")).toBe("/abs");
    expect(workingDirectory("./rel", "/base")).toBe("/base/rel");
  });
});
