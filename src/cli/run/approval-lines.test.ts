import { describe, expect, it } from "vitest";
import type { ConfirmationRequest } from "../../agent/live-event.ts";
import { approvalLines } from "./approval-lines.ts";
import { sampleRequest } from "./live-events.fixture.ts";

const page = { width: 100, color: false };
const linesOf = (fields: Partial<ConfirmationRequest>) => approvalLines(page, { ...sampleRequest, ...fields });

describe("what a call is judged by", () => {
  it("is its blast radius, category, reason and command", () => {
    expect(linesOf({})).toEqual([
      "May shell do this?  [blast radius: high]",
      "  class: execute",
      "  category: git",
      "  reason: It rewrites what others have.",
      "  $ git push --force",
    ]);
  });

  it.each([
    ["low", "\u001b[32m"],
    ["medium", "\u001b[33m"],
    ["high", "\u001b[31m"],
    ["unknown", "\u001b[2m"],
    [undefined, "\u001b[2m"],
    ["enormous", "\u001b[2m"],
  ])("shows a blast radius of %s in its colour", (blast_radius, color) => {
    const [head = ""] = approvalLines({ width: 100, color: true }, { ...sampleRequest, metadata: { blast_radius } });
    expect(head).toContain(`${color}  [blast radius: ${blast_radius ?? "unknown"}]`);
  });

  it.each([
    [{ path: "a.ts", old_text: "one\ntwo", new_text: "one\nthree" }],
    [{ path: "a.ts", oldText: "one\ntwo", newText: "one\nthree" }],
    [{ path: "a.ts", edits: [{ oldText: "one\ntwo", newText: "one\nthree" }] }],
  ])("is the change of a file", (tool_input) => {
    expect(linesOf({ tool_name: "edit_file", title: "a.ts", tool_input, metadata: {}, reason: null }).slice(2)).toEqual(
      ["  a.ts", "  path: a.ts", "     one", "    -two", "    +three"],
    );
  });

  it("is what a new file would hold", () => {
    const tool_input = { path: "a.ts", content: "one\ntwo\n" };
    expect(linesOf({ title: "a.ts", tool_input }).slice(-3)).toEqual(["  path: a.ts", "    +one", "    +two"]);
  });

  it("is everything that the call is given where nothing else is known", () => {
    const tool_input = { url: "https://example.test", depth: 2 };
    expect(linesOf({ title: "", tool_input }).slice(-2)).toEqual(["  url: https://example.test", "  depth: 2"]);
  });

  it("shows characters that would be invisible, so that nothing is approved unseen", () => {
    expect(linesOf({ tool_input: { cmd: "rm \u202e-rf\u200b /" } }).at(-1)).toBe("  $ rm \\u{202e}-rf\\u{200b} /");
  });

  it("shows every line of a command", () => {
    expect(linesOf({ tool_input: { cmd: "echo a\nrm -rf b" } }).slice(-2)).toEqual(["  $ echo a", "    rm -rf b"]);
  });

  it.each<[hidden: string, input: Record<string, unknown>, lines: string[]]>([
    ["a second command", { cmd: "ls", command: "rm -rf /" }, ["  $ ls", "  command: rm -rf /"]],
    ["a command that is none", { cmd: ["rm", "x"], command: "ls" }, ["  $ ls", '  cmd: ["rm","x"]']],
    ["what a file would hold, behind a command", { cmd: "ls", path: "a", content: "x" }, ["  path: a", "  content: x"]],
    ["edits behind a text", { content: "x", edits: [{ oldText: "a" }] }, ['  edits: [{"oldText":"a"}]', "    +x"]],
    ["a change behind changes", { edits: [{ oldText: "a", newText: "b" }], new_text: "c" }, ["  new_text: c"]],
    [
      "how far a change goes",
      { edits: [{ oldText: "a", newText: "b", replace_all: true }] },
      ["  replace_all: true", "    -a", "    +b"],
    ],
  ])("hides no part of what is given: %s", (_hidden, tool_input, lines) => {
    expect(linesOf({ title: "", tool_input })).toEqual(expect.arrayContaining(lines));
  });

  it("tells what hooks say besides", () => {
    expect(linesOf({ metadata: { reason: "A hook's note.", ticket: 7 } })).toContain("  note: A hook's note.");
    expect(linesOf({ metadata: { reason: "A hook's note.", ticket: 7 } })).toContain("  ticket: 7");
  });
});
