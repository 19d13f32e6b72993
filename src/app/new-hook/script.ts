import type { DialectEvent, DialectName } from "../dialect-events.ts";
import { againTests, answerOf } from "./answers.ts";
import { type HookKind, isGate } from "./kind.ts";
import { sampleOf } from "./samples.ts";

export const languages = ["sh", "node"] as const;
export type Language = (typeof languages)[number];

export interface ScriptRequest {
  readonly name: string;
  readonly dialect: DialectName;
  readonly event: DialectEvent;
  readonly kind: HookKind;
}

/** Writes the program of an example hook, in portable sh without further tools or for Node. */
export function scriptText(language: Language, request: ScriptRequest): string {
  const parts = partsOf(language, request);
  return language === "sh" ? shScript(parts) : nodeScript(parts);
}

/** What the hook does, as the end of a sentence that begins with its name. */
export function purposeOf({ event, kind }: Pick<ScriptRequest, "event" | "kind">): string {
  if (kind === "context") return "adds a house rule to the conversation";
  if (kind === "observe") return "writes down when it happens";
  return sampleOf(event.events[0])?.does ?? "refuses";
}

interface Parts {
  readonly comments: readonly string[];
  readonly name: string;
  /** What is searched for; null when there is nothing to decide. */
  readonly word: string | null;
  /** The test that tells a second time from the first; null where it makes no difference. */
  readonly again: string | null;
  readonly stdout: string | null;
  readonly stderr: string | null;
}

function partsOf(language: Language, request: ScriptRequest): Parts {
  const { name, dialect, event, kind } = request;
  const answer = answerOf(dialect, event, kind);
  const isDeciding = kind === "guard" || kind === "withhold";
  return {
    comments: [
      `${name}: ${purposeOf(request)}.`,
      `Started on ${event.name} (${dialect}). What happened is on standard input, as one JSON object.`,
      howToAnswer(request, answer !== null && "stderr" in answer),
    ],
    name,
    word: isDeciding ? (sampleOf(event.events[0])?.word ?? null) : null,
    again: kind === "guard" ? (againTests(dialect, event.events[0])?.[language] ?? null) : null,
    stdout: answer && "stdout" in answer ? answer.stdout : null,
    stderr: answer && "stderr" in answer ? answer.stderr : null,
  };
}

function howToAnswer({ dialect, kind, event }: ScriptRequest, byExitCode: boolean): string {
  if (kind === "observe") return "It says nothing, so it changes nothing.";
  if (byExitCode && isGate(event.events[0]))
    return "Exit code 2 sends the agent on, with what is on standard error as its next message. Exit code 0 lets it end.";
  if (byExitCode)
    return "Exit code 2 refuses, with what is on standard error as the reason. Exit code 0 is no opinion.";
  const answer = dialect === "agh" ? "a patch" : "an answer";
  return `It prints ${answer} as one JSON object, or nothing when it has no opinion.`;
}

function shScript({ comments, name, word, again, stdout, stderr }: Parts): string {
  const answer = [
    ...(stdout === null ? [] : [`printf '%s\\n' ${quoted(stdout)}`]),
    ...(stderr === null ? [] : [`echo ${quoted(stderr)} >&2`, "exit 2"]),
  ];
  const body =
    word === null
      ? ["# What happened is not needed here, but it must be read.", "cat >/dev/null", ...plainBody(name, answer)]
      : [
          "payload=$(cat)",
          "",
          ...(again === null ? [] : ["case $payload in", `  ${again}) exit 0 ;; # once is enough`, "esac", ""]),
          "case $payload in",
          `  *${quoted(word)}*)`,
          ...answer.map((line) => `    ${line}`),
          "    ;;",
          "esac",
        ];
  return `${["#!/bin/sh", ...comments.map((line) => `# ${line}`), "", ...body].join("\n")}\n`;
}

function plainBody(name: string, answer: readonly string[]): readonly string[] {
  if (answer.length > 0) return ["", ...answer];
  return [
    "",
    "umask 077",
    'logs="$HOME/.hookline/logs"',
    'mkdir -p "$logs"',
    `date -u +%Y-%m-%dT%H:%M:%SZ >>"$logs/${name}.log"`,
  ];
}

/** In single quotes nothing means anything to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function nodeScript({ comments, name, word, again, stdout, stderr }: Parts): string {
  const answer = [
    ...(stdout === null ? [] : [`process.stdout.write(${jsText(`${stdout}\n`)});`]),
    ...(stderr === null ? [] : [`process.stderr.write(${jsText(`${stderr}\n`)});`, "process.exitCode = 2;"]),
  ];
  const decision =
    word === null ? answer : [`if (payload.includes(${jsText(word)})) {`, ...answer.map((line) => `  ${line}`), "}"];
  const body = [
    ...(again === null ? [] : ["const event = JSON.parse(payload);", `if (${again}) return; // once is enough`]),
    ...(answer.length > 0 ? decision : logging(name)),
  ];
  return `${[
    "#!/usr/bin/env node",
    ...comments.map((line) => `// ${line}`),
    "",
    "const chunks = [];",
    'process.stdin.on("data", (chunk) => chunks.push(chunk));',
    'process.stdin.on("end", () => answer(Buffer.concat(chunks).toString("utf8")));',
    "",
    `function answer(${word === null ? "_payload" : "payload"}) {`,
    ...body.map((line) => `  ${line}`),
    "}",
  ].join("\n")}\n`;
}

/** In the kind of quotes that leaves more of the text as it is. */
function jsText(text: string): string {
  const written = JSON.stringify(text);
  if (!text.includes('"') || text.includes("'")) return written;
  return `'${written.slice(1, -1).replaceAll('\\"', '"')}'`;
}

function logging(name: string): readonly string[] {
  return [
    // A file without an extension may be of either kind of module; this works in both.
    'const { appendFileSync, mkdirSync } = process.getBuiltinModule("node:fs");',
    "const logs = `${process.env.HOME}/.hookline/logs`;",
    "mkdirSync(logs, { recursive: true, mode: 0o700 });",
    `appendFileSync(\`\${logs}/${name}.log\`, \`\${new Date().toISOString()}\\n\`, { mode: 0o600 });`,
  ];
}
