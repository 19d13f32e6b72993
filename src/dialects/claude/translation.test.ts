import { expect, it } from "vitest";
import { contractOf } from "../../catalog/catalog.ts";
import type { ProcessOutput } from "../../engine/ports.ts";
import { type AdapterRules, adapterWords, parseAdapterCall, plainCall } from "../adapter-call.ts";
import { claudeTranslation } from "./translation.ts";

const around = {
  environment: {},
  platform: "linux",
  cwd: "/project",
  outputLimit: null,
  isOnPath: () => true,
} as const;

/** How the answer of an adapted hook is understood, after its rules have been written into a command line and read again. */
function read(rules: AdapterRules, event: string, said: string, exitCode: number) {
  const call = parseAdapterCall(adapterWords({ ...plainCall("claude", event, ["x"]), rules }).slice(2));
  const output: ProcessOutput = { kind: "output", exitCode, stdout: said, stderr: "", stderrBytes: 0 };
  const [ours = "tool.pre_call"] = claudeTranslation.eventsOf(event);
  return call && claudeTranslation.wireOf(call, "x", around)?.decode(contractOf(ours), output, {});
}

const allow = '{"hookSpecificOutput": {"permissionDecision": "allow"}}';

it.each<[what: string, rules: AdapterRules, expected: object]>([
  ["that allows has its word", {}, { decision: "allow" }],
  ["with a condition that nobody checks has not", { if: "Bash(git *)" }, { messages: [{ level: "warning" }] }],
])("an adapted hook %s", (_what, rules, expected) => {
  expect(read(rules, "PreToolUse", allow, 0)).toMatchObject(expected);
  expect(read(rules, "PreToolUse", "", 2)).toMatchObject({ decision: "deny" });
});

it.each<[policy: string, expected: object]>([
  ["open", { contexts: [{ text: "looking" }] }],
  ["block", { kind: "failure", failure: "exit-code" }],
])("an adapted guard that dies while it speaks, on failure %s", (policy, expected) => {
  expect(read({ "on-failure": policy }, "UserPromptSubmit", "looking", 1)).toMatchObject(expected);
});
