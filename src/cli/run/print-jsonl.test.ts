import { expect, it } from "vitest";
import { live } from "./live-events.fixture.ts";
import { printJsonl } from "./print-jsonl.ts";

it("prints one event per line, kind and session first, and nothing that a terminal would obey", () => {
  const printed: string[] = [];
  const print = printJsonl((text) => printed.push(text));
  print(live({ kind: "notice", level: "info", code: "x", message: "a\u001b[2J\u202e\nb" }));
  print(live({ kind: "turn_ended", reason: "normal", answer: "" }));
  expect(printed).toEqual([
    '{"kind":"notice","session_id":"session-1","turn_id":"turn-1","level":"info","code":"x","message":"a\\u001b[2J\\u202e\\nb"}\n',
    '{"kind":"turn_ended","session_id":"session-1","turn_id":"turn-1","reason":"normal","answer":""}\n',
  ]);
});
