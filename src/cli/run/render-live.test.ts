import { describe, expect, it } from "vitest";
import type { LiveEvent, LiveEventBody } from "../../agent/live-event.ts";
import { live, ran, sampleRecord, sampleUsage } from "./live-events.fixture.ts";
import { renderLive } from "./render-live.ts";

function printer(width = 80) {
  const printed: string[] = [];
  const live = renderLive({ out: (text) => printed.push(text), width, color: false });
  return { ...live, printed, text: () => printed.join("") };
}

function printAll(bodies: readonly (LiveEventBody | LiveEvent)[], width?: number): string {
  const { show, finish, text } = printer(width);
  for (const body of bodies) show("session_id" in body ? body : live(body));
  finish();
  return text();
}

const delta = (text: string): LiveEventBody => ({ kind: "message_delta", message_id: "m", delta: "text", text });
const opened: LiveEventBody = { kind: "message_started", message_id: "m", agent: "root" };

describe("the plain printer", () => {
  it("tells a session from its beginning to its end", () => {
    const child = (body: LiveEventBody) => live(body, "child");
    expect(
      printAll([
        { kind: "session_started", source: "startup", session: sampleRecord },
        { kind: "turn_started", message: "Repair the bridge.", origin: "user" },
        { kind: "step_started", iteration: 1, agent: "root", model: "scripted/a.yaml", is_scripted: true },
        opened,
        delta("On my "),
        delta("way.\n"),
        { kind: "message_ended", message_id: "m", text: "On my way.\n" },
        { kind: "model_called", model: "scripted/a.yaml", usage: sampleUsage, cost: 0, context_limit: 9000 },
        { kind: "tool_called", tool_call_id: "1", tool_name: "shell", title: "rm -rf /", tool_input: {} },
        ran({ outcome: "denied", hook_name: "guard" }, { decision: "deny", reason: "Never." }),
        {
          kind: "permission_decided",
          tool_call_id: "1",
          decision: "deny",
          source: "pre_tool_use_hook_deny",
          reason: "Never.",
        },
        {
          kind: "tool_returned",
          tool_call_id: "1",
          tool_name: "shell",
          text: "Never.",
          is_error: true,
          outcome: "denied",
          changes: [],
        },
        { kind: "subagent_started", child_session_id: "child", agent: "reviewer", task: "Look." },
        child({ kind: "notice", level: "warning", code: "x", message: "It sways." }),
        { kind: "subagent_stopped", child_session_id: "child", agent: "reviewer", response: "Good.", error: null },
        { kind: "turn_ended", reason: "normal", answer: "" },
      ]),
    ).toBe(
      `Session session-1 (startup), agent root

› Repair the bridge.
root asks scripted/a.yaml (scripted model)

On my way.

▸ shell  rm -rf /
● deny  guard (agh)  Never.  tool.pre_call, 4.0ms
  refused (a hook)

▼ reviewer  Look.
reviewer │ ! warning: It sways.
▲ reviewer is done  Good.

Done  1 step, 1 tool call · 1.2k tokens in, 80 out · $0 · scripted model

HOOK   DIALECT  EVENT          RUNS  OUTCOMES   TIME
guard  agh      tool.pre_call     1  denied    4.0ms
`,
    );
  });

  it("prints the rows of a long line as they fill, and each word once", () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`);
    const { show, finish, printed, text } = printer(30);
    show(live(opened));
    for (const word of words) show(live(delta(`${word} `)));
    expect(printed.length).toBeGreaterThan(5);
    show(live({ kind: "message_ended", message_id: "m", text: `${words.join(" ")} ` }));
    const answer = text();
    expect(answer.split(/\s+/).filter((word) => word !== "")).toEqual(words);
    expect(Math.max(...answer.split("\n").map((line) => line.length))).toBeLessThanOrEqual(30);
    finish();
  });

  it.each([1, 2, 3, 5, 8, 13])("prints an answer the same whatever its pieces are (%d characters each)", (size) => {
    const answer = `A first line.\n\n  - a list with /a/very/long/path/that/does/not/fit/on/one/row/at/all and more words\nlast`;
    const pieces = answer.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
    const whole = printAll([opened, delta(answer), { kind: "message_ended", message_id: "m", text: answer }], 40);
    expect(printAll([opened, ...pieces.map(delta), { kind: "message_ended", message_id: "m", text: answer }], 40)).toBe(
      whole,
    );
  });

  it("ends a line that was left open", () => {
    expect(printAll([opened, delta("half a li")])).toBe("half a li\n\nNo hook ran.\n");
  });

  it("prints text of others without what a terminal would obey, also when it comes in pieces", () => {
    const printed = printAll([
      opened,
      delta("a\u001b"),
      delta("[2Jb\u202e"),
      delta("c"),
      { kind: "message_ended", message_id: "m", text: "a\u001b[2Jb\u202ec" },
    ]);
    expect(printed).toBe("abc\n\nNo hook ran.\n");
  });

  it("shows hooks without an opinion only when asked to", () => {
    const shown = (isVerbose: boolean) => {
      const printed: string[] = [];
      renderLive({ out: (text) => printed.push(text), width: 80, color: false }, { isVerbose }).show(live(ran({})));
      return printed.join("");
    };
    expect(shown(false)).toBe("");
    expect(shown(true)).toBe("● no opinion  guard (agh)  no opinion  tool.pre_call, 4.0ms\n");
  });
});
