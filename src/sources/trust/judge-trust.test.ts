import { expect, it } from "vitest";
import { sha256Of } from "./covered-file.ts";
import type { Evidence } from "./evidence.ts";
import { judgeTrust } from "./judge-trust.ts";

const hook = { hook: "guard", event: "tool.pre_call", dialect: "agh", file: ".hookline/config.toml" };
const earlier = {
  ...hook,
  fingerprint: "then",
  trusted_at: "2026-11-15T10:00:00.000Z",
  declaration: sha256Of("declared"),
  files: [{ path: "a.sh", sha256: "1" }],
};
const file = (place: string, sha256: string) => ({ place, sha256 });

it.each<[what: string, now: object, said: RegExp]>([
  ["a file", { files: [file("a.sh", "2")] }, /^its file a\.sh changed since it was trusted on 2026-11-15$/],
  ["a file more", { files: [file("a.sh", "1"), file("b.sh", "2")] }, /^the file b\.sh became part of it since/],
  ["a file less", { files: [] }, /^its file a\.sh went away since/],
  ["the declaration", { declaration: "declared anew" }, /^its declaration changed since/],
  [
    "where a program is",
    { programs: [{ word: "node", path: "/opt/node" }] },
    /^a program that it needs was found elsewhere \(now node is \/opt\/node\) since/,
  ],
])("says that %s is what changed", (_what, now, said) => {
  const before = { ...hook, declaration: "declared", files: [file("a.sh", "1")], programs: [], problem: null };
  // Only what is judged here is given; the rest of the evidence is for showing and running.
  const evidence = { ...before, fingerprint: "now", ...now } as unknown as Evidence;
  expect(judgeTrust(evidence, [earlier as never])).toMatchObject({
    state: "changed",
    refusal: expect.stringMatching(said),
  });
});
