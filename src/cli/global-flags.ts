import type { Flags } from "./command.ts";
import { outputFormats } from "./output.ts";

/** Flags that every command takes. */
export const globalFlags = {
  output: {
    type: "string",
    short: "o",
    value: "<format>",
    choices: outputFormats,
    summary: "How to print the result: human (default), json, jsonl or toon.",
  },
  workspace: {
    type: "string",
    value: "<name|id|path>",
    kind: "workspace",
    summary: "Which workspace to work on. Default: the current directory.",
  },
  "no-color": { type: "boolean", summary: "Print without colour. So does setting NO_COLOR." },
  help: { type: "boolean", short: "h", summary: "Show help for the command." },
  version: { type: "boolean", summary: "Print the version." },
} as const satisfies Flags;
