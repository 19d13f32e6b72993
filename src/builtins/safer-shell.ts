import type { Effects } from "../engine/effects.ts";
import { classifyCommand, classifyWords } from "../lib/shell/classify.ts";
import { unknown, type Verdict, worst } from "../lib/shell/verdict.ts";
import type { Builtin, BuiltinInput } from "./builtin.ts";

const modes = ["strict", "safer", "unsafe"] as const;
/** What is asked about: everything that is not known to be safe, only what destroys something, or nothing. */
type Mode = (typeof modes)[number];

/** What agents call the tool that runs a shell command, in small letters. */
const shellTools: ReadonlySet<string> = new Set([
  "shell",
  "bash",
  "shell_command",
  "local_shell",
  "exec_command",
  "execute_command",
  "run_command",
  "run_shell_command",
  "run_terminal_cmd",
  "run_background_job",
  "terminal",
]);

export const saferShell: Builtin = {
  name: "safer_shell",
  summary:
    "Reads a shell command before it runs: asks when it would destroy something and when nobody can tell, and stays out of the way when it only reads.",
  events: ["tool.pre_call"],
  args: 'a mode: "strict" (the default), "safer" to ask about destructive commands only, or "unsafe" to never ask',
  example: '["safer"]',
  run(input) {
    const { tool_name: tool, tool_input: given } = input.payload;
    if (typeof tool !== "string" || !shellTools.has(tool.toLowerCase())) return undefined;
    const mode = modeFor(input);
    return mode === "unsafe" ? undefined : effectsOf(verdictOn(given), mode);
  },
};

/** The argument goes before what the session prefers. Only these say so: approving everything in advance changes nothing here. */
function modeFor({ args, payload }: BuiltinInput): Mode {
  return modeNamed(args[0]) ?? modeNamed(payload.safety_policy) ?? "strict";
}

function modeNamed(name: unknown): Mode | undefined {
  return modes.find((mode) => mode === name);
}

/** The command is in `cmd` or in `command`. When both are there, nobody knows which of them will run. */
function verdictOn(given: unknown): Verdict {
  const { cmd, command } = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  const commands = [cmd, command].filter((value) => value !== undefined && value !== null);
  return commands.length === 0 ? noCommand : worst(commands, classify);
}

const noCommand = unknown("There is no command.");

function classify(command: unknown): Verdict {
  if (typeof command === "string") return classifyCommand(command);
  const isList = Array.isArray(command) && command.every((word) => typeof word === "string");
  return isList ? classifyWords(command) : unknown("The command is not a text.");
}

function effectsOf(verdict: Verdict, mode: Exclude<Mode, "unsafe">): Effects | undefined {
  switch (verdict.kind) {
    case "safe":
      return undefined;
    case "destructive": {
      const { category, radius, reason } = verdict;
      return {
        decision: "ask",
        reason: `${reason} (${category})`,
        metadata: { blast_radius: radius, category, reason },
      };
    }
    case "unknown": {
      // What was not looked at may be destructive as well as anything else.
      if (mode === "safer" && !verdict.unread) return undefined;
      return { decision: "ask", reason: verdict.reason, metadata: { blast_radius: "unknown", reason: verdict.reason } };
    }
  }
}
