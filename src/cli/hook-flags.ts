import type { Flags } from "./command.ts";

/** Further places to look for hooks; for commands that look at hooks. */
export const sourceFlags = {
  "agent-file": {
    type: "string",
    many: true,
    value: "<file>",
    kind: "file",
    summary: "Also read the hooks of this docker-agent file (YAML). Can be repeated.",
  },
  include: {
    type: "string",
    many: true,
    value: "<program>",
    choices: ["claude-code", "agentao"],
    summary: "Also read the hook files of this program: .claude/settings*.json, or .agentao/plugins. Can be repeated.",
  },
  "plugin-dir": {
    type: "string",
    many: true,
    value: "<folder>",
    kind: "file",
    summary: "Also read the hooks of the plugin in this folder. Can be repeated.",
  },
} as const satisfies Flags;

/** Stands for a decision where nobody can be asked; for commands that run hooks or say which would run. */
export const trustFlag = {
  "trust-fingerprint": {
    type: "string",
    value: "<sha256>",
    summary: "Trust the workspace's hooks if their fingerprint is exactly this one; hookline trust --check prints it.",
  },
} as const satisfies Flags;

const hookFlag = (summary: string) => ({ type: "string", many: true, value: "<command>", summary }) as const;

/** docker-agent's own flags for a hook that stands in no file; for commands that run hooks or say which would run. */
export const hookFlags = {
  "hook-pre-tool-use": hookFlag(
    "Also run this shell command before every tool call. Can be repeated, like all --hook flags.",
  ),
  "hook-post-tool-use": hookFlag("Also run this shell command after every tool call."),
  "hook-session-start": hookFlag("Also run this shell command when a session starts."),
  "hook-session-end": hookFlag("Also run this shell command when a session ends."),
  "hook-on-user-input": hookFlag("Also run this shell command when the agent waits for input."),
  "hook-stop": hookFlag("Also run this shell command when the model has finished."),
} as const satisfies Flags;
