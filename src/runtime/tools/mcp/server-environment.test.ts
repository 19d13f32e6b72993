import { describe, expect, it } from "vitest";
import { serverEnvironment } from "./server-environment.ts";

describe("the environment of a server", () => {
  it("holds what is safe and what is declared, and nothing else", () => {
    const ours = { PATH: "/bin:.:relative", HOME: "/home/a", OPENAI_API_KEY: "secret", GITHUB_TOKEN: "secret" };
    expect(serverEnvironment(ours, { GITHUB_TOKEN: "meant", HOME: "/elsewhere" }, "run")).toEqual({
      PATH: "/bin",
      HOME: "/elsewhere",
      GITHUB_TOKEN: "meant",
      SHLVL: "1",
      HOOKLINE_RUN: "run",
    });
  });

  it("belongs to the run that we are part of, and is as deeply nested", () => {
    const ours = { HOOKLINE_RUN: "outer", HOOKLINE_DEPTH: "2" };
    expect(serverEnvironment(ours, { HOOKLINE_DEPTH: "0", HOOKLINE_RUN: "" }, "run")).toEqual({
      SHLVL: "1",
      HOOKLINE_RUN: "outer/run",
      HOOKLINE_DEPTH: "2",
    });
  });
});
