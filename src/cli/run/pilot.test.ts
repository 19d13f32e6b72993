import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { blockLines } from "./block-lines.ts";
import { live, sampleRecord } from "./live-events.fixture.ts";
import { createOperatorDesk } from "./operator-desk.ts";
import { createPilot } from "./pilot.ts";
import { type SessionScript, scriptedSession } from "./scripted-session.fixture.ts";
import type { SlashCommands } from "./slash-commands.ts";

const page = { width: 100, color: false };

/** A pilot with a session that follows a script; what is shown is kept as lines. */
function fly(script: Partial<SessionScript> = {}, commands: SlashCommands = []) {
  const shown: string[] = [];
  const givenBack: string[] = [];
  let now = 0;
  const desk = createOperatorDesk();
  const session = scriptedSession({ turn: async ({ answer }) => answer("Here."), ...script }, desk.operator);
  const pilot = createPilot(
    { session, commands },
    {
      show: (block) => shown.push(...blockLines(page, block).filter((line) => line !== "")),
      say: (text) => shown.push(...stripVTControlCharacters(text).split("\n")),
      refresh: () => {},
      page: () => page,
      giveBack: (line) => givenBack.push(line),
    },
    () => now,
  );
  session.watch(pilot.take);
  return {
    pilot,
    session,
    shown,
    givenBack,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

/** Lets everything that is ready happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const untilCanceled: SessionScript["turn"] = async (stage) => stage.untilCanceled();

describe("a line", () => {
  it("is sent, and shown once", async () => {
    const { pilot, session, shown } = fly();
    pilot.enter("Hello");
    await settle();
    expect(session.calls).toEqual(["submit Hello"]);
    expect(shown.filter((line) => line.includes("Hello"))).toEqual(["› Hello"]);
    expect(shown).toContain("Here.");
  });

  it("that is empty is nothing", () => {
    const { pilot, session } = fly();
    pilot.enter("  \n ");
    pilot.queue(" ");
    expect(session.calls).toEqual([]);
  });

  it("steers the agent while it works, and is queued until it is taken", async () => {
    const { pilot, session, shown } = fly({
      turn: async ({ untilSteered, takeSteering }) => {
        await untilSteered();
        takeSteering();
      },
    });
    pilot.enter("go");
    pilot.enter("left");
    expect(pilot.queued()).toEqual([{ kind: "steering", text: "left" }]);
    await settle();
    expect(session.calls).toEqual(["submit go", "steer left"]);
    expect(pilot.queued()).toEqual([]);
    expect(shown).toContain("› steering: left");
  });

  it("is kept for afterwards when it is queued, by key or by command", async () => {
    const { pilot, session, shown } = fly({ turn: untilCanceled });
    pilot.enter("go");
    pilot.queue("then this");
    pilot.enter("/queue and that");
    expect(pilot.queued().map(({ text }) => text)).toEqual(["then this", "and that"]);
    pilot.cancel();
    await settle();
    expect(session.calls).toEqual(["submit go", "follow up then this", "follow up and that", "cancel"]);
    expect(pilot.queued()).toEqual([]);
    expect(shown).toContain("› follow-up: then this");
  });

  it("that is queued while nothing runs is sent", async () => {
    const { pilot, session } = fly();
    pilot.queue("now");
    await settle();
    expect(session.calls).toEqual(["submit now"]);
  });

  it("is given back when too many wait", async () => {
    const { pilot, shown, givenBack } = fly({ turn: untilCanceled });
    pilot.enter("go");
    for (const text of ["1", "2", "3", "4", "5", "6"]) pilot.enter(text);
    expect(pilot.queued()).toHaveLength(5);
    expect(givenBack).toEqual(["6"]);
    expect(shown).toContain("Too many messages wait already; this one was not taken.");
    pilot.cancel();
    await settle();
  });
});

describe("a line that comes when a turn is over but not yet closed", () => {
  it("is sent next", async () => {
    const closing = Promise.withResolvers<void>();
    const { pilot, session } = fly({ close: () => closing.promise });
    pilot.enter("one");
    await settle();
    pilot.enter("two");
    pilot.queue("three");
    expect(pilot.queued().map(({ text }) => text)).toEqual(["two", "three"]);
    closing.resolve();
    await settle();
    expect(session.calls).toEqual(["submit one", "submit two", "submit three"]);
    expect(pilot.queued()).toEqual([]);
  });
});

describe("Ctrl-C", () => {
  it("cancels the turn and says so", async () => {
    const { pilot, session, shown } = fly({ turn: untilCanceled });
    pilot.enter("go");
    pilot.interrupt();
    expect(pilot.isCanceling()).toBe(true);
    await settle();
    expect(session.calls).toEqual(["submit go", "cancel"]);
    expect(shown).toContain("Canceling the turn. Ctrl-C again within two seconds ends the session.");
    expect(pilot.isBusy()).toBe(false);
  });

  it("twice ends the session", async () => {
    const { pilot, session } = fly({ turn: untilCanceled });
    pilot.enter("go");
    pilot.interrupt();
    pilot.interrupt();
    expect((await pilot.finished).how).toBe("stopped");
    expect(session.calls).toEqual(["submit go", "cancel", "stop prompt_input_exit"]);
  });

  it("gives a hint while nothing runs, and ends the session only when it comes again soon", async () => {
    const { pilot, session, shown, wait } = fly();
    pilot.interrupt();
    wait(5_000);
    pilot.interrupt();
    expect(session.calls).toEqual([]);
    expect(shown).toEqual(Array(2).fill("Ctrl-C again within two seconds ends the session."));
    wait(1_000);
    pilot.interrupt();
    expect((await pilot.finished).how).toBe("stopped");
  });

  it("ends the session whatever hooks say, once they have refused", async () => {
    const { pilot, session, shown } = fly({ stop: async () => ({ isStopped: false, reason: "the tests fail" }) });
    pilot.quit();
    await settle();
    expect(shown).toContain("The session goes on, because a hook refuses to end it: the tests fail");
    pilot.interrupt();
    expect((await pilot.finished).how).toBe("forced");
    expect(session.calls).toEqual(["stop prompt_input_exit", "force stop prompt_input_exit"]);
  });

  it("asks hooks again when the user went on working after a refusal", async () => {
    const { pilot, session } = fly({ stop: async () => ({ isStopped: false, reason: "no" }) });
    pilot.quit();
    await settle();
    pilot.enter("well then");
    await settle();
    pilot.interrupt();
    pilot.interrupt();
    await settle();
    expect(session.calls).toEqual(["stop prompt_input_exit", "submit well then", "stop prompt_input_exit"]);
  });

  it("does not wait for a session that does not end", async () => {
    const { pilot } = fly({ stop: () => new Promise(() => {}) });
    pilot.quit();
    pilot.interrupt();
    expect((await pilot.finished).how).toBe("forced");
  });
});

describe("a slash command", () => {
  it.each([
    [
      "/compact keep names",
      ["compact keep names"],
      "The conversation was shortened; the agent goes on from this summary:",
    ],
    ["/clear", ["clear"], "The conversation begins anew. What was said before is still in the session's transcript."],
    ["/cost", [], "0 steps, 0 tool calls · 0 tokens in, 0 out · $0"],
    ["/hooks", [], "No hook ran."],
    ["/yolo", ["yolo on"], "Every call is approved from now on. Hooks and deny rules still count. /yolo off ends it."],
    ["/yolo off", ["yolo off"], "You are asked again."],
    ["/yolo perhaps", [], "Say /yolo on or /yolo off."],
    ["/queue", [], "Say what to keep: /queue TEXT"],
    ["/hepl", [], "There is no command /hepl; did you mean /help?"],
    ["/undo", [], "Took back 1 file."],
    ["/quit", ["stop prompt_input_exit"], "Ending the session…"],
  ])("%s does what it says", async (line, calls, answer) => {
    const undo = { name: "undo", summary: "x", run: async () => "Took back 1 file." };
    const { pilot, session, shown } = fly({}, [undo]);
    pilot.enter(line);
    await settle();
    expect(session.calls).toEqual(calls);
    expect(shown).toContain(answer);
  });

  it("that needs a pause is refused while the agent works", async () => {
    const { pilot, session, shown } = fly({ turn: untilCanceled });
    pilot.enter("go");
    pilot.enter("/compact");
    await settle();
    expect(session.calls).toEqual(["submit go"]);
    expect(shown).toContain("/compact has to wait: the agent is working. Esc cancels the turn.");
    pilot.cancel();
    await settle();
  });

  it("that fails says why, and the screen goes on", async () => {
    const broken = { name: "undo", summary: "x", run: () => Promise.reject(new Error("no \u001b[2Jgit")) };
    const { pilot, session, shown } = fly({}, [broken]);
    pilot.enter("/undo");
    await settle();
    expect(shown).toContain("! no git");
    pilot.enter("hello");
    await settle();
    expect(session.calls).toEqual(["submit hello"]);
  });
});

describe("the end", () => {
  it("comes when the session is over by itself", async () => {
    const { pilot } = fly();
    pilot.take(live({ kind: "session_started", source: "startup", session: sampleRecord }));
    pilot.take(live({ kind: "session_ended", reason: "other", session: sampleRecord }));
    expect((await pilot.finished).how).toBe("ended");
  });

  it("does not come with a sub-agent's end", async () => {
    const { pilot } = fly();
    pilot.take(live({ kind: "session_started", source: "startup", session: sampleRecord }));
    pilot.take(live({ kind: "session_ended", reason: "other", session: { ...sampleRecord, id: "child" } }, "child"));
    const first = await Promise.race([pilot.finished.then(() => "over"), settle().then(() => "still there")]);
    expect(first).toBe("still there");
  });
});
