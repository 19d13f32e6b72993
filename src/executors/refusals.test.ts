import { expect, it } from "vitest";
import { runBroken } from "./broken.ts";
import { executionOf } from "./testing.ts";
import { runWasm } from "./wasm.ts";

it("C158 wasm → not implemented", () => {
  expect(runWasm(executionOf({ kind: "wasm" }))).toMatchObject({
    failure: "not-supported",
    detail: expect.stringContaining("not implemented"),
  });
});

it("a broken declaration fails with what is wrong with it", () => {
  expect(runBroken(executionOf({ kind: "broken", detail: "its event is missing" }))).toMatchObject({
    failure: "not-supported",
    detail: "its event is missing",
  });
});
