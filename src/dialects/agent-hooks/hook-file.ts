import { type Finding, finding } from "../../errors/problem.ts";
import { splitFrontmatter } from "../../lib/frontmatter.ts";
import { isTable, type SourceDocument } from "../../lib/source-document.ts";
import { type KeptEscape, parseTolerantYaml } from "../../lib/tolerant-yaml.ts";

/** The names of the file that makes a directory a hook, the better one first. */
export const hookFileNames = ["HOOK.md", "hook.md"] as const;

/** What a HOOK.md says before anything in it has been looked at. Its body is for people and for agents that ask. */
export interface HookFile {
  readonly file: string;
  /** Null when nothing could be read, or when it is no hook of ours. */
  readonly document: SourceDocument | null;
  readonly findings: readonly Finding[];
}

/** About four characters make a token of English text. */
const charactersPerToken = 4;
const mostTokens = 1000;

/** Reads the frontmatter of a HOOK.md. */
export function readHookFile(file: string, text: string): HookFile {
  const findings: Finding[] = [];
  const unreadable = (problem: Finding): HookFile => ({ file, document: null, findings: [...findings, problem] });
  const tokens = Math.round(text.length / charactersPerToken);
  if (tokens > mostTokens) findings.push(finding("AGENT_HOOK_LONG", { file, line: 1 }, { tokens }));
  if (/[/\\]hook\.md$/.test(file)) findings.push(finding("AGENT_HOOK_FILE_NAME", { file, line: 1 }, {}));

  const front = splitFrontmatter(text);
  if (front === "unclosed") return unreadable(finding("AGENT_HOOK_FRONTMATTER_UNCLOSED", { file, line: 1 }, {}));
  if (front === "missing") {
    if (/^\uFEFF?\+\+\+/.test(text)) return unreadable(foreign(file, "Moltis"));
    return unreadable(finding("AGENT_HOOK_FRONTMATTER_MISSING", { file, line: 1 }, {}));
  }
  const parsed = parseTolerantYaml(front.text, front.firstLine);
  if ("bad" in parsed) {
    return unreadable(finding("FILE_SYNTAX", { file, line: parsed.line }, { format: "YAML", why: parsed.bad }));
  }
  const { document, keptEscapes } = parsed;
  const program = otherProgram(document.value);
  if (program !== null) return unreadable(foreign(file, program));
  findings.push(...escapeFindings(file, keptEscapes));
  return { file, document, findings };
}

/** What a HOOK.md tells people, below its frontmatter. */
export function hookBody(text: string): string {
  const front = splitFrontmatter(text);
  return typeof front === "string" ? "" : front.body;
}

function foreign(file: string, program: string): Finding {
  return finding("AGENT_HOOK_FOREIGN", { file, line: 1 }, { program });
}

/** Other programs call their files HOOK.md as well, and say what they listen to under other keys. */
function otherProgram({ trigger, events, metadata }: SourceDocument["value"]): string | null {
  if (trigger !== undefined) return null;
  if (isTable(metadata) && ["openclaw", "clawdbot", "moltbot"].some((key) => key in metadata)) return "OpenClaw";
  return Array.isArray(events) ? "OpenClaw or Moltis" : null;
}

const escapesNamed = 5;
const linesNamed = 20;

/** One remark for each line, however many escapes it has. */
function escapeFindings(file: string, kept: readonly KeptEscape[]): Finding[] {
  const byLine = [...Map.groupBy(kept, ({ line }) => line)];
  return byLine.slice(0, linesNamed).map(([line, onLine]) => {
    const names = [...new Set(onLine.map(({ text }) => text))];
    const more = names.length > escapesNamed ? " and others" : "";
    return finding(
      "AGENT_HOOK_ESCAPE_UNKNOWN",
      { file, line },
      { escapes: names.slice(0, escapesNamed).join(" ") + more },
    );
  });
}
