import type { Effects } from "../../engine/effects.ts";
import type { Failure, ProcessOutput } from "../../engine/ports.ts";
import { effectsOf } from "./reply-effects.ts";
import { type ReplyRules, readAnswer } from "./reply-read.ts";

export type { ReplyRules } from "./reply-read.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads what a finished hook asks for. */
export function readReply(rules: ReplyRules, output: ProcessOutput, _payload: Fields): Effects | Failure {
  const answer = readAnswer(rules, output);
  return answer.kind === "failure" ? answer : effectsOf(rules, answer);
}
