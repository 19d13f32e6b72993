import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Block, BlockBody } from "./block.ts";
import { blockLines } from "./block-lines.ts";
import type { HookDeed } from "./hook-notes.ts";
import { sampleRequest } from "./live-events.fixture.ts";
import { nothingSpent } from "./spent.ts";

const me = { depth: 0, agent: null };
const wide = { width: 100, color: false };

/** One block of each kind, with one text in every place where a text of others can be. */
function everyBlock(text: string): BlockBody[] {
  const note = (what: HookDeed): BlockBody => ({
    kind: "hook",
    note: { what, hook: text, dialect: "agh", event: "tool.pre_call", text, fix: text, tookMs: 3 },
  });
  return [
    { kind: "session-started", source: text, agent: text, id: text },
    { kind: "session-ended", reason: text, spent: nothingSpent },
    { kind: "input", origin: "user", text },
    { kind: "input", origin: "stop-hook", text },
    { kind: "model", agent: text, model: text, isScripted: true },
    { kind: "text", voice: "text", line: text, isFirst: true },
    { kind: "text", voice: "thought", line: text, isFirst: false },
    { kind: "text-replaced", text },
    { kind: "tool-called", tool: text, title: text },
    {
      kind: "asked",
      request: { ...sampleRequest, tool_name: text, reason: text, tool_input: { cmd: text, [text]: text } },
    },
    {
      kind: "asked",
      request: { ...sampleRequest, title: text, tool_input: { content: text }, metadata: { [text]: text } },
    },
    { kind: "asked", request: { ...sampleRequest, tool_input: { old_text: "", new_text: text, path: text } } },
    { kind: "permission", decision: "deny", source: text, reason: text, changedInput: { a: text }, title: text },
    {
      kind: "tool-returned",
      tool: text,
      title: text,
      text,
      isError: true,
      outcome: text,
      changes: [{ path: text, diff: `+${text}`, added: 1, removed: 0 }],
    },
    ...(["deny", "ask", "allow", "context", "failed", "skipped", "problem", "none"] as const).map(note),
    { kind: "notice", level: "error", code: text, message: text },
    { kind: "compaction-started", reason: text },
    { kind: "compaction-ended", outcome: "applied", summary: text },
    { kind: "agent-switched", before: text, after: text, how: text },
    { kind: "subagent-started", agent: text, task: text },
    { kind: "subagent-stopped", agent: text, response: text, error: null },
    { kind: "subagent-stopped", agent: text, response: text, error: text },
    { kind: "turn-ended", reason: "canceled", spent: nothingSpent, isScripted: true },
  ];
}

describe("a block in lines", () => {
  const hostile = `a\u001b[2J\u001b]0;title\u0007\u202eb\tc\r\u0008 ${"wide 漢字 ".repeat(12)}${"x".repeat(90)}`;

  describe.each([
    ["the user's session", me],
    ["a sub-agent", { depth: 2, agent: hostile }],
  ])("of %s", (_who, from) => {
    it.each(everyBlock(hostile).map((body) => [body.kind, body] as const))(
      "%s fits and is safe to print",
      (_kind, body) => {
        for (const width of [40, 77, 120]) {
          const lines = blockLines({ width, color: false }, { from, ...body });
          for (const line of lines) {
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
            // A name that is long itself may take more than its share of a narrow page.
            if (from === me || width > 60) expect(stringWidth(line)).toBeLessThanOrEqual(width);
          }
        }
      },
    );

    it.each(everyBlock("plain words").map((body) => [body.kind, body] as const))(
      "%s says the same in colours",
      (_kind, body) => {
        const block: Block = { from, ...body };
        const painted = blockLines({ width: 100, color: true }, block).map((line) => stripVTControlCharacters(line));
        expect(painted).toEqual(blockLines({ width: 100, color: false }, block));
      },
    );
  });

  it.each<[what: string, body: BlockBody, lines: string[]]>([
    [
      "a hook that refuses",
      {
        kind: "hook",
        note: {
          what: "deny",
          hook: "block-secret-file-edits",
          dialect: "agh",
          event: "tool.pre_call",
          text: "Protected secret file path.",
          fix: null,
          tookMs: 12,
        },
      },
      ["● deny  block-secret-file-edits (agh)  Protected secret file path.  tool.pre_call, 12ms"],
    ],
    [
      "a hook that did not run, with what to do",
      {
        kind: "hook",
        note: {
          what: "skipped",
          hook: "h",
          dialect: "claude",
          event: "turn.end",
          text: "Not trusted.",
          fix: "Trust it.",
          tookMs: 0,
        },
      },
      ["● skipped  h (claude)  Not trusted.  turn.end", "  → Trust it."],
    ],
    [
      "a scripted model",
      { kind: "model", agent: "root", model: "scripted/a.yaml", isScripted: true },
      ["root asks scripted/a.yaml (scripted model)"],
    ],
    [
      "a real model",
      { kind: "model", agent: "root", model: "openai/gpt", isScripted: false },
      ["root asks openai/gpt"],
    ],
    [
      "who allowed a call",
      { kind: "permission", decision: "allow", source: "readonly_hint", reason: null, changedInput: null, title: null },
      ["  allowed (the tool only reads)"],
    ],
    [
      "who refused a call, and what hooks made of its input",
      {
        kind: "permission",
        decision: "deny",
        source: "user_rejected",
        reason: "Too risky.",
        changedInput: { a: 1 },
        title: "shell  x",
      },
      ["  shell  x: refused (you): Too risky.", '  hooks changed the input to {"a":1}'],
    ],
    [
      "a change of a file",
      {
        kind: "tool-returned",
        tool: "edit_file",
        title: null,
        text: "edited",
        isError: false,
        outcome: "ran",
        changes: [{ path: "a.ts", diff: "@@ line 1 @@\n-old\n+new", added: 1, removed: 1 }],
      },
      ["  ✓ done", "  a.ts  +1 -1", "    @@ line 1 @@", "    -old", "    +new"],
    ],
    [
      "the end of a turn on a scripted model",
      { kind: "turn-ended", reason: "normal", spent: { ...nothingSpent, steps: 2 }, isScripted: true },
      ["", "Done  2 steps, 0 tool calls · 0 tokens in, 0 out · $0 · scripted model"],
    ],
    [
      "one more turn, and who wants it",
      {
        kind: "input",
        origin: "stop-hook",
        text: "<system-reminder>A hook speaks.</system-reminder>\nRun the tests.",
      },
      ["", "› a hook asks for one more turn: Run the tests."],
    ],
  ])("shows %s", (_what, body, lines) => {
    expect(blockLines(wide, { from: me, ...body })).toEqual(lines);
  });

  it("leaves out the middle of long output and says how much", () => {
    const text = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join("\n");
    const body: BlockBody = {
      kind: "tool-returned",
      tool: "shell",
      title: null,
      text,
      isError: false,
      outcome: "ran",
      changes: [],
    };
    expect(blockLines(wide, { from: me, ...body })).toEqual([
      "  ✓ done",
      ...[1, 2, 3, 4].map((at) => `  │ line ${at}`),
      "  │ … 13 lines left out …",
      ...[18, 19, 20].map((at) => `  │ line ${at}`),
    ]);
  });

  it("colours added and removed lines", () => {
    const body: BlockBody = {
      kind: "tool-returned",
      tool: "edit_file",
      title: null,
      text: "",
      isError: false,
      outcome: "ran",
      changes: [{ path: "a", diff: "-old\n+new", added: 1, removed: 1 }],
    };
    const lines = blockLines({ width: 80, color: true }, { from: me, ...body });
    expect(lines.slice(2)).toEqual(["    \u001b[31m-old\u001b[39m", "    \u001b[32m+new\u001b[39m"]);
  });
});
