import type { Effects } from "../../../engine/effects.ts";
import type { Failure, ProcessOutput } from "../../../engine/ports.ts";
import { effectsOf } from "./effects.ts";
import { type ReplyRules, readAnswer } from "./read.ts";

export type { ReplyRules } from "./read.ts";

/** Reads what a finished hook asks for. */
export function readReply(rules: ReplyRules, output: ProcessOutput): Effects | Failure {
  const answer = readAnswer(rules, output);
  return answer.kind === "failure" ? answer : effectsOf(rules, answer);
}
