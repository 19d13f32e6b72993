import { trustCommand } from "../../app/agent/trust-command.ts";
import type { Finding } from "../../errors/problem.ts";
import { shortPath } from "../../lib/short-path.ts";
import type { LoadedHooks } from "../../sources/load-hooks.ts";
import { brokenLines } from "../broken.ts";
import type { Terminal } from "../terminal.ts";
import { untrustedLine } from "../untrusted.ts";
import { warnOn } from "../warn.ts";

export interface OpeningFacts {
  readonly loaded: LoadedHooks;
  /** What is not quite right about the agents. */
  readonly warnings: readonly Finding[];
  /** The files of agents that the run was started with. */
  readonly files: readonly string[];
  readonly cwd: string;
  /** Every call is approved in advance. */
  readonly isYolo: boolean;
}

/** Says before a run begins what will not be as its files suggest: keys that nobody reads, hooks that do not run. */
export function sayOpeningWords(terminal: Terminal, facts: OpeningFacts): void {
  const { loaded, warnings, files, cwd } = facts;
  const command = trustCommand(files, cwd);
  for (const { what, fix, file, line } of toldOnce([...warnings, ...loaded.findings], loaded.broken)) {
    const place = `${file === null ? "" : shortPath(file, cwd)}${line === null ? "" : `:${line}`}`;
    // Whoever reads a file does not know that it has to be named for its review.
    warnOn(terminal)(`${place} ${what}`.trim(), fix.replace('"hookline trust"', JSON.stringify(command)));
  }
  const hooks = loaded.hooks.map(({ trust }) => ({ refusal: trust?.refusal ?? null }));
  const lines = [untrustedLine(terminal, hooks, command), brokenLines(terminal, loaded.broken)];
  for (const line of lines) if (line !== "") terminal.err(`${line}\n`);
  const silent = facts.isYolo ? notAsked(loaded) : null;
  if (silent !== null) warnOn(terminal)(...silent);
}

/** A guard that is not asked must not look like one that had nothing to say. */
function notAsked({ hooks }: LoadedHooks): Parameters<ReturnType<typeof warnOn>> | null {
  const names = hooks
    .filter(({ lane, trust }) => lane === "unless-approved" && !trust?.refusal)
    .map(({ name }) => JSON.stringify(name));
  if (names.length === 0) return null;
  const [subject, verb] = names.length === 1 ? ["The hook", "is"] : ["The hooks", "are"];
  return [
    `${subject} ${names.join(", ")} on pre_tool_use ${verb} not asked about calls that were approved in advance, and here that is every call.`,
    "Add preempt_yolo: true to the entry in its file to have it asked about every call.",
  ];
}

/** What breaks a declaration is told with the declaration, and what two readers of a file found only once. */
function toldOnce(findings: readonly Finding[], broken: LoadedHooks["broken"]): readonly Finding[] {
  const byText = new Map(findings.map((one) => [textOf(one), one]));
  for (const one of broken) byText.delete(textOf(one));
  return [...byText.values()];
}

function textOf({ file, line, what }: Pick<Finding, "file" | "line" | "what">): string {
  return JSON.stringify([file, line, what]);
}
