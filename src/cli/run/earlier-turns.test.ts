import { describe, expect, it } from "vitest";
import { calls, done, returns, says, thinks, transcriptOf, usage, user } from "../../agent/transcript.fixture.ts";
import { earlierTurns } from "./earlier-turns.ts";

const page = { width: 100, color: false };

describe("what is shown of a session that is taken up again", () => {
  it("is nothing when nothing was said", () => {
    expect(earlierTurns(page, "sess_1", transcriptOf([]))).toBe("");
  });

  it("is its last two turns, without thoughts and tokens, and where the rest is", () => {
    const turn = (number: number) => [
      user(`question ${number}`),
      thinks("hm"),
      usage(),
      says(`answer ${number}`),
      done,
    ];
    const entries = [...turn(1), ...turn(2), user("question 3"), calls("c1", "shell", '{"cmd":"ls"}'), returns("c1")];
    expect(earlierTurns(page, "sess_1", transcriptOf(entries))).toBe(
      `Earlier in this session (hookline sessions show sess_1 --full shows all of it):
user        question 2
root        answer 2
turn ended  normal

user        question 3
call        shell {"cmd":"ls"}
result      result of c1

`,
    );
  });
});
