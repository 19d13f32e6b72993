import { describe, expect, it } from "vitest";
import { belongsToRun, runMarker } from "./run-marker.ts";

describe("runMarker", () => {
  it.each([
    ["alone", undefined, "run-1"],
    ["when the outer one is empty", "", "run-1"],
    ["inside another run", "run-0", "run-0/run-1"],
    ["inside two", "run-a/run-b", "run-a/run-b/run-1"],
  ])("%s", (_case, outer, expected) => {
    expect(runMarker(outer, "run-1")).toBe(expected);
  });
});

describe("belongsToRun", () => {
  it.each([
    ["the run itself", "A=1\0HOOKLINE_RUN=run-1\0B=2\0", true],
    ["a run nested in it", "HOOKLINE_RUN=run-1/run-2\0", true],
    ["a run it is nested in", "HOOKLINE_RUN=run-0/run-1\0", true],
    ["a run whose id is longer", "HOOKLINE_RUN=run-10\0", false],
    ["a variable that only ends in the name", "NOT_HOOKLINE_RUN=run-1\0", false],
    ["a value that only mentions it", "A=HOOKLINE_RUN=run-1\0", false],
    ["an empty environment", "", false],
  ])("%s", (_case, environ, expected) => {
    expect(belongsToRun(environ, "run-1")).toBe(expected);
  });
});
