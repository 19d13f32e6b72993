import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChatMessage, readChatMessages } from "./chat-message.ts";
import { conversationOf, createConversation, estimateTokens } from "./conversation.ts";
import {
  calls,
  cleared,
  compacted,
  done,
  returns,
  says,
  system,
  thinks,
  transcriptOf,
  usage,
  user,
} from "./transcript.fixture.ts";
import type { Entry } from "./transcript.ts";

/** A message in a few characters: who said what, and which calls. */
const brief = (message: ChatMessage): string => {
  if (message.role === "tool") return `tool ${message.tool_call_id}: ${message.content}${message.is_error ? " !" : ""}`;
  const called = message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [];
  return `${message.role}: ${message.content}${called.length > 0 ? ` [${called.join(", ")}]` : ""}`;
};
const briefly = (...entries: Entry[]) => conversationOf(transcriptOf(entries)).map(brief);
const summary = (text: string) =>
  `user: The conversation was shortened here. This is a summary of everything before:\n\n${text}`;

describe("the conversation that a transcript stands for", () => {
  it.each<[what: string, entries: Entry[], expected: string[]]>([
    ["nothing yet", [], []],
    ["question and answer", [user("Hi"), usage(), says("Hello"), done], ["user: Hi", "assistant: Hello"]],
    [
      "calls belong to the message before them",
      [user("Hi"), usage(), says("Let me see"), calls("a"), calls("b"), returns("a"), returns("b"), says("Done")],
      ["user: Hi", "assistant: Let me see [a, b]", "tool a: result of a", "tool b: result of b", "assistant: Done"],
    ],
    [
      "results stand in the order of the calls",
      [user("Hi"), calls("a"), calls("b"), returns("b"), returns("a")],
      ["user: Hi", "assistant:  [a, b]", "tool a: result of a", "tool b: result of b"],
    ],
    [
      "calls of one answer that were recorded one by one are still one message",
      [user("Hi"), says("Both"), calls("a"), returns("a"), calls("b"), returns("b")],
      ["user: Hi", "assistant: Both [a, b]", "tool a: result of a", "tool b: result of b"],
    ],
    [
      "answers without a text are told apart by their usage, recorded before them",
      [user("Hi"), usage(), calls("a"), returns("a"), usage(), calls("b"), returns("b")],
      ["user: Hi", "assistant:  [a]", "tool a: result of a", "assistant:  [b]", "tool b: result of b"],
    ],
    [
      "or after them",
      [user("Hi"), calls("a"), usage(), returns("a"), calls("b"), returns("b"), usage(), calls("c"), returns("c")],
      [
        "user: Hi",
        "assistant:  [a, b]",
        "tool a: result of a",
        "tool b: result of b",
        "assistant:  [c]",
        "tool c: result of c",
      ],
    ],
    [
      "a call without a result gets one",
      [user("Hi"), calls("a"), calls("b"), returns("b"), user("Well?")],
      ["user: Hi", "assistant:  [a, b]", "tool a: No result is known. !", "tool b: result of b", "user: Well?"],
    ],
    ["a result without a call is left out", [user("Hi"), returns("a"), says("Hm")], ["user: Hi", "assistant: Hm"]],
    [
      "so is a second one",
      [user("Hi"), calls("a"), returns("a"), returns("a", "again")],
      ["user: Hi", "assistant:  [a]", "tool a: result of a"],
    ],
    [
      "an error stays one",
      [user("Hi"), calls("a"), returns("a", "No!", true)],
      ["user: Hi", "assistant:  [a]", "tool a: No! !"],
    ],
    [
      "a result that a hook replaced is read as it replaced it",
      [
        user("Hi"),
        calls("a"),
        returns("a"),
        system({ kind: "result_replaced", tool_call_id: "a", text: "new", by: "x" }),
      ],
      ["user: Hi", "assistant:  [a]", "tool a: new"],
    ],
    [
      "what is said while a call runs comes after its result",
      [user("Hi"), calls("a"), user("Stop that"), returns("a"), says("Stopped")],
      ["user: Hi", "assistant:  [a]", "tool a: result of a", "user: Stop that", "assistant: Stopped"],
    ],
    [
      "an answer that says nothing is left out",
      [user("Hi"), says(" \n"), user("Hello?")],
      ["user: Hi", "user: Hello?"],
    ],
    ["a question that says nothing is not", [user(" "), says("Yes?")], ["user: (no text)", "assistant: Yes?"]],
    [
      "an answer that broke off and the next are one",
      [user("Hi"), says("Hel"), usage(), says("Hello"), calls("a"), returns("a")],
      ["user: Hi", "assistant: Hel\n\nHello [a]", "tool a: result of a"],
    ],
    [
      "an id that is used again gets another one",
      [user("Hi"), says("1"), calls("a"), returns("a", "one"), says("2"), calls("a"), returns("a", "two")],
      ["user: Hi", "assistant: 1 [a]", "tool a: one", "assistant: 2 [a_2]", "tool a_2: two"],
    ],
    ["it begins anew when it was cleared", [user("Hi"), says("Hello"), cleared, user("Again")], ["user: Again"]],
    [
      "a summary stands for what was put away",
      [user("1"), says("one"), user("2"), says("two"), compacted("One.", 3), user("3")],
      [summary("One."), "user: 2", "assistant: two", "user: 3"],
    ],
    [
      "also when nothing was kept",
      [user("1"), says("one"), compacted("One.", 3), user("2")],
      [summary("One."), "user: 2"],
    ],
    [
      "of two summaries the later one counts",
      [user("1"), says("one"), compacted("One.", 2), user("2"), compacted("Both.", 4), user("3")],
      [summary("Both."), "user: 2", "user: 3"],
    ],
    [
      "what was cleared or put away does not come back",
      [user("1"), cleared, user("2"), user("3"), compacted("Two.", 4), compacted("All.", 1)],
      [summary("All."), "user: 3"],
    ],
    ["a summary is cleared like all else", [user("1"), compacted("One.", 2), cleared, user("2")], ["user: 2"]],
    [
      "a cut between a call and its result takes both away",
      [user("1"), calls("a"), returns("a"), user("2"), compacted("One.", 3)],
      [summary("One."), "user: 2"],
    ],
  ])("%s", (_what, entries, expected) => {
    expect(briefly(...entries)).toEqual(expected);
  });

  it("hands a provider back what it gave, with the thought it vouches for", () => {
    const call = { ...calls("a"), content: { ...calls("a").content, provider_data: { part: 1 } } } as Entry;
    const entries = [user("Hi"), thinks("Hm, "), thinks("well."), says("", { signature: "x" }), call, returns("a")];
    expect(conversationOf(transcriptOf(entries))[1]).toEqual({
      role: "assistant",
      content: "",
      reasoning_content: "Hm, well.",
      provider_data: { signature: "x" },
      tool_calls: [
        { id: "a", type: "function", function: { name: "shell", arguments: "{}" }, provider_data: { part: 1 } },
      ],
    });
  });

  it("keeps a thought to itself that no provider vouches for", () => {
    const [, answer] = conversationOf(transcriptOf([user("Hi"), thinks("Hm"), says("Hello")]));
    expect(answer).toEqual({ role: "assistant", content: "Hello" });
  });

  it("is one that every provider accepts, wherever a transcript ends", () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), (whole, cut) => {
        const entries = transcriptOf(whole.slice(0, cut % (whole.length + 1)));
        const messages = conversationOf(entries);
        expect(readChatMessages(messages)).toBe(messages);
        expect(objections(messages)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("is the same when its entries come one by one", () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), (whole, cut) => {
        const entries = transcriptOf(whole);
        const already = cut % (entries.length + 1);
        const conversation = createConversation(entries.slice(0, already));
        for (const [at, entry] of entries.entries()) {
          if (at < already) continue;
          conversation.add(entry);
          expect(conversation.messages()).toEqual(conversationOf(entries.slice(0, at + 1)));
        }
      }),
    );
  });

  it("loses nothing and keeps the order", () => {
    fc.assert(
      fc.property(fc.array(turns, { maxLength: 6 }), (some) => {
        const entries = numbered(some.flat());
        const said = entries.flatMap(({ type, content }) =>
          type === "user_message" || type === "tool_result" || (type === "agent_message" && content.text !== "")
            ? [content.text]
            : [],
        );
        const read = conversationOf(transcriptOf(entries)).flatMap(({ content }) =>
          content.split("\n\n").filter(Boolean),
        );
        expect(new Set(read)).toEqual(new Set(said));
        const users = (list: readonly string[]) => list.filter((text) => text.startsWith("user"));
        expect(users(read)).toEqual(users(said));
      }),
    );
  });
});

describe("the estimate of tokens", () => {
  it.each<[what: string, messages: ChatMessage[], tokens: number]>([
    ["nothing", [], 0],
    ["an empty message", [{ role: "user", content: "" }], 5],
    ["four characters", [{ role: "user", content: "abcd" }], 6],
    ["a rest does not count", [{ role: "tool", tool_call_id: "a", content: "abcdefg" }], 6],
    [
      "each message",
      [
        { role: "user", content: "abcd" },
        { role: "assistant", content: "abcd" },
      ],
      12,
    ],
    [
      "thoughts, names and arguments",
      [
        {
          role: "assistant",
          content: "abcd",
          reasoning_content: "abcd",
          tool_calls: [{ id: "ignored", type: "function", function: { name: "abcd", arguments: "abcd" } }],
        },
      ],
      9,
    ],
  ])("counts %s", (_what, messages, tokens) => {
    expect(estimateTokens(messages)).toBe(tokens);
  });
});

/** Why a provider would refuse these messages. */
function objections(messages: readonly ChatMessage[]): string[] {
  const found: string[] = [];
  const ids = new Set<string>();
  let waiting: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (at === 0 && message.role !== "user") found.push("does not begin with the user");
    if (message.role === "tool") {
      if (waiting.shift() !== message.tool_call_id) found.push(`${at}: a result that nobody waits for`);
      continue;
    }
    if (waiting.length > 0) found.push(`${at}: results are missing`);
    waiting = [];
    if (message.role === "user" && message.content.trim() === "") found.push(`${at}: an empty message`);
    if (message.role !== "assistant") continue;
    if (messages[at - 1]?.role === "assistant") found.push(`${at}: two answers in a row`);
    const called = (message.tool_calls ?? []).map(({ id }) => id);
    if (called.length === 0 && message.content.trim() === "") found.push(`${at}: an empty answer`);
    for (const id of called) {
      if (ids.has(id)) found.push(`${at}: an id comes twice`);
      ids.add(id);
    }
    waiting = called;
  }
  if (waiting.length > 0) found.push("the last results are missing");
  return found;
}

const texts = fc.constantFrom("", " ", "text", "more text");
const steps = fc
  .record({
    order: fc.constantFrom("usage first", "usage last", "no usage"),
    thought: fc.boolean(),
    message: fc.option(texts, { nil: undefined }),
    data: fc.option(fc.constant({ signature: "x" }), { nil: undefined }),
    ids: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
    steering: fc.boolean(),
    replaced: fc.boolean(),
    inTurn: fc.boolean(),
  })
  .map(({ order, thought, message, data, ids, steering, replaced, inTurn }): Entry[] => [
    ...(order === "usage first" ? [usage()] : []),
    ...(thought ? [thinks("hm")] : []),
    ...(message === undefined ? [] : [says(message, data)]),
    ...(inTurn
      ? ids.flatMap((id) => [calls(id), returns(id)])
      : [...ids.map((id) => calls(id)), ...ids.map((id) => returns(id))]),
    ...(replaced && ids[0] ? [system({ kind: "result_replaced", tool_call_id: ids[0], text: "new", by: "x" })] : []),
    ...(order === "usage last" ? [usage()] : []),
    ...(steering ? [user("steering")] : []),
  ]);
const turns = fc
  .tuple(texts, fc.array(steps, { maxLength: 4 }))
  .map(([text, taken]): Entry[] => [user(text), ...taken.flat(), done]);
const transcripts = fc
  .array(fc.oneof({ weight: 5, arbitrary: turns }, fc.constant("cleared" as const), fc.nat()), { maxLength: 8 })
  .map((parts) => {
    const entries: Entry[] = [];
    for (const part of parts) {
      if (part === "cleared") entries.push(cleared);
      // A compaction may keep any number of entries, also none.
      else if (typeof part === "number") entries.push(compacted("Summary.", 1 + (part % (entries.length + 1))));
      else entries.push(...part);
    }
    return entries;
  });

/** The same entries with texts that can be told apart, and calls that are used once. */
function numbered(entries: readonly Entry[]): Entry[] {
  let open: string[] = [];
  return entries.flatMap((entry, at): Entry[] => {
    if (entry.type === "user_message") return [user(`user ${at}`)];
    if (entry.type === "agent_message") return [says(entry.content.text.trim() === "" ? "" : `answer ${at}`)];
    if (entry.type === "tool_call") {
      open.push(`call-${at}`);
      return [calls(`call-${at}`)];
    }
    if (entry.type === "tool_result") {
      const [id = "none", ...rest] = open;
      open = rest;
      return [returns(id, `result ${at}`)];
    }
    return entry.type === "usage" || entry.type === "thought" || entry.type === "done" ? [entry] : [];
  });
}
