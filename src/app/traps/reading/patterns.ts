import type { Hook } from "../../../engine/hook.ts";

/** One text pattern of a hook's matcher. */
export interface Pattern {
  readonly key: string;
  readonly text: string;
  readonly test: (value: unknown) => boolean;
  /** It is about the name of a tool. */
  readonly isTool: boolean;
  /** How it is read: as a glob, as an expression for the whole value, or as one to be found somewhere in it. */
  readonly kind: "glob" | "whole" | "anywhere";
}

/** What only means something in a regular expression. */
const expression = /[|()[\]{}+^$\\]|\.[*+?]/;

/** The patterns of a matcher, with how the hook's dialect reads each. */
export function patternsOf({ matcher, dialect }: Hook): readonly Pattern[] {
  return matcher.conditions.flatMap(({ key, path, pattern, test }) => {
    if (typeof pattern !== "string" || pattern === "") return [];
    const isTool = /tool_name|tool_call\.kind/.test(path);
    return [{ key, text: pattern, test, isTool, kind: kindOf(dialect, pattern) }];
  });
}

function kindOf(dialect: string, pattern: string): Pattern["kind"] {
  if (dialect === "agent-hooks") return "anywhere";
  if (dialect === "docker-agent") return "whole";
  return dialect === "claude" && expression.test(pattern) ? "whole" : "glob";
}

/** What stands between the bars of a pattern; the whole of it where they stand inside of brackets. */
export function alternativesOf(pattern: string): readonly string[] {
  const inner = /^\^?\(?([^()[\]]*)\)?\$?$/.exec(pattern)?.[1];
  return inner === undefined ? [pattern] : inner.split("|");
}

/** What the key of a pattern may be called where it is written: some matchers are a text of their own. */
export function matcherKeys({ key }: Pattern): readonly string[] {
  return [key.slice(key.lastIndexOf(".") + 1), "matcher"];
}
