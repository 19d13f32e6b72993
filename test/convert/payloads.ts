import { contractOf, type EventName } from "../../src/catalog/catalog.ts";

export type Payload = Record<string, unknown>;

/** What a field may hold. Few values each: what matters is which hooks match, and what the scripts look for. */
const pools: Readonly<Record<string, readonly unknown[]>> = {
  session_id: ["s-1"],
  tool_name: [
    ..."Bash shell run_shell_command Edit Write write_file mcp__git__log mcp_x PowerShell web_fetch a/b".split(" "),
    "Shell",
  ],
  tool_call_id: ["call-1"],
  tool_input: [
    { command: "rm -rf /tmp/x" },
    { command: "ls", path: "README.md" },
    { path: ".env" },
    { path: "src/a.py", secret: "secret" },
    {},
  ],
  tool_result: ["fine", "token=1", { token: "x", path: "p" }],
  error: ["it broke", "path not found"],
  message: ["please deploy", "my password is x", "hello"],
  input_class: ["user", "network"],
  user_message: ["hello"],
  response: ["done", "TODO: more", "FIXME"],
  stop_reason: [undefined, "no_tool_calls"],
  stop_hook_active: [undefined, true],
  trigger: ["auto", "manual", "forced"],
  reason: ["compression_threshold", "exit"],
  source: ["startup", "resume"],
  subagent_name: ["explore", "review"],
};
/** Who calls, and what is known about the tool. */
const callers: readonly Payload[] = [
  {},
  { agent_name: "root", tool_namespace: "fs", read_only: true },
  { agent_name: "helper", tool_namespace: "fs", read_only: false },
  { agent_name: "root", tool_namespace: "net" },
];
/** Permissions are about a call, which has a kind. */
const kinds = ["execute", "edit", "Bash"];

/** As many payloads of an event as wanted, the same for the same seed. */
export function payloadsOf(event: EventName, count: number, seed: number): readonly Payload[] {
  const next = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const { payloadFields } = contractOf(event);
  return Array.from({ length: count }, () => {
    const payload: Payload = { event, timestamp: "2026-04-16T15:04:05Z" };
    for (const [field, pool] of Object.entries(pools)) {
      const value = payloadFields.has(field) ? pick(pool) : undefined;
      if (value !== undefined) payload[field] = value;
    }
    for (const [field, value] of Object.entries(pick(callers))) if (payloadFields.has(field)) payload[field] = value;
    if (payloadFields.has("tool_call")) payload.tool_call = { id: "call-1", kind: pick(kinds) };
    return payload;
  });
}

/** A small generator of evenly spread numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
