import { closest } from "../../../lib/closest.ts";
import type { Tell } from "../../declaring.ts";
import type { ClaudeEvent } from "../events.ts";
import type { Owner } from "../owner.ts";
import type { RunnableType } from "./runner.ts";

type Table = Readonly<Record<string, unknown>>;

/** The type of a rule, if it is one that is run here; told otherwise. */
export function typeOf(table: Table, event: ClaudeEvent, { mode }: Owner, tell: Tell): RunnableType | null {
  const { type } = table;
  const at = "type" in table ? ["type"] : [];
  const hasAddress = typeof table.url === "string" && table.url.trim() !== "";
  if (type === "http" && (hasAddress || mode === "claude-code")) return "http";
  if (type === "command") return "command";
  if (mode === "claude-code" && onlyInClaudeCode.has(type)) {
    tell("CLAUDE_TYPE_ELSEWHERE", at, { type: String(type), event: event.name });
  } else if (onlyElsewhere.has(type)) {
    tell("CLAUDE_TYPE_UNSUPPORTED", at, { type: String(type), event: event.name });
  } else if (type !== "prompt") {
    const allowed = mode === "agentao" ? event.types : ["command", "http"];
    const suggestion = typeof type === "string" ? closest(type, allowed) : null;
    tell("CLAUDE_TYPE_UNKNOWN", at, { type: type ?? null, event: event.name, suggestion, allowed: allowed.join(", ") });
  } else if (event.types.includes(type)) return type;
  else tell("CLAUDE_TYPE_NOT_ALLOWED", at, { type, event: event.name, allowed: event.types });
  return null;
}

const onlyElsewhere: ReadonlySet<unknown> = new Set(["http", "agent"]);
const onlyInClaudeCode: ReadonlySet<unknown> = new Set(["prompt", "agent", "mcp_tool"]);
