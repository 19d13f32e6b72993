import { placeOf } from "../../app/place.ts";
import { clearSession } from "../../app/sessions/clear-session.ts";
import { listSessions } from "../../app/sessions/list-sessions.ts";
import { type RemoveReport, removeSession } from "../../app/sessions/remove-session.ts";
import type { SessionView } from "../../app/sessions/session-view.ts";
import { showSession } from "../../app/sessions/show-session.ts";
import { type StopReport, stopSession } from "../../app/sessions/stop-session.ts";
import { Problem } from "../../errors/problem.ts";
import { parseGoDuration } from "../../lib/go-duration.ts";
import { printableLine } from "../../lib/printable.ts";
import { ageText } from "../age-text.ts";
import type { Invocation } from "../command.ts";
import { costText } from "../cost-text.ts";
import { print } from "../output.ts";
import { type Cell, renderFields, renderTable } from "../table.ts";
import { renderTranscript } from "../transcript-view.ts";

type TextFlags = "state" | "last" | "wait";
type BooleanFlags = "all" | "full" | "yes";
type SessionsInvocation = Invocation & {
  flags: { readonly [K in TextFlags]?: string } & { readonly [K in BooleanFlags]?: boolean };
};

export async function sessions(invocation: SessionsInvocation): Promise<number> {
  const [action = "list", id] = invocation.args;
  refuseIdleFlags(action, invocation.flags);
  if (action === "list") {
    if (id !== undefined) throw new Problem("USAGE_ARGUMENT_EXTRA", { command: "sessions list", argument: id });
    return list(invocation);
  }
  if (id === undefined)
    throw new Problem("USAGE_ARGUMENT_MISSING", { command: `sessions ${action}`, argument: "session" });
  switch (action) {
    case "show":
      return show(invocation, id);
    case "stop":
      return stop(invocation, id);
    case "clear":
      return clear(invocation, id);
    default:
      return remove(invocation, id);
  }
}

/** Which action each flag is for. A flag that does nothing would look as if it had done something. */
const flagsOf: Readonly<Record<string, readonly (TextFlags | BooleanFlags)[]>> = {
  list: ["state", "all", "last"],
  show: ["full"],
  stop: ["wait"],
  clear: [],
  remove: ["yes"],
};

function refuseIdleFlags(action: string, flags: SessionsInvocation["flags"]): void {
  for (const flag of ["state", "all", "last", "full", "wait", "yes"] as const) {
    if (flags[flag] === undefined || flagsOf[action]?.includes(flag)) continue;
    throw new Problem("USAGE_FLAG_UNKNOWN", { command: `sessions ${action}`, flag: `--${flag}`, suggestion: null });
  }
}

function placeFrom({ world, workspace }: Invocation) {
  return placeOf(world.env, world.cwd, workspace);
}

async function list(invocation: SessionsInvocation): Promise<number> {
  const { flags, terminal } = invocation;
  const found = await listSessions(placeFrom(invocation), {
    state: flags.state,
    all: flags.all === true,
    last: flags.last === undefined ? 0 : wholeNumber("--last", flags.last),
  });
  const now = Date.now();
  await print(invocation, {
    human: () => (found.length === 0 ? noneText(flags.all === true) : tableOf(found)),
    json: () => found,
    toon: () => [{ sessions: found.map(toonRow) }],
  });
  return 0;

  function tableOf(views: readonly SessionView[]): string {
    return renderTable(
      terminal,
      [
        { title: "Session" },
        { title: "Name" },
        { title: "Agent" },
        { title: "State" },
        { title: "Turns", align: "right" },
        { title: "Age", align: "right" },
        { title: "Cost", align: "right" },
      ],
      views.map((view) => [
        view.id,
        view.name,
        view.agent,
        stateCell(view),
        view.totals.turns,
        ageText(now - Date.parse(view.created_at)),
        costText(view.totals.cost),
      ]),
    );
  }
}

function noneText(isEverywhere: boolean): string {
  return isEverywhere ? "There are no such sessions." : "There are no such sessions here. --all looks everywhere.";
}

/** A session whose process was killed is told apart from one that runs. */
function stateCell({ state, owner }: SessionView): Cell {
  if (state === "stopped") return { text: state, style: "dim" };
  if (owner && !owner.is_alive) return { text: "cut off", style: "red" };
  return { text: state, style: owner ? "green" : null };
}

function toonRow({ id, name, agent, state, totals, created_at, owner }: SessionView): Record<string, unknown> {
  const { turns, cost } = totals;
  return { id, name, agent, state, turns, cost, created_at, pid: owner?.is_alive ? owner.pid : null };
}

async function show(invocation: SessionsInvocation, id: string): Promise<number> {
  const { flags, terminal, format } = invocation;
  const { session, entries } = await showSession(placeFrom(invocation), id);
  await print(invocation, {
    human: () =>
      [
        renderFields(terminal, fieldsOf(session)),
        "",
        entries.length === 0
          ? "Nothing has been said in it."
          : renderTranscript(terminal, entries, { full: flags.full === true }),
      ].join("\n"),
    json: () => (format === "jsonl" ? entries : { session, entries }),
  });
  return 0;
}

function fieldsOf(session: SessionView): [label: string, value: Cell][] {
  const { totals, owner, parent_id, stop_reason } = session;
  const optional: [string, Cell][] = [];
  if (stop_reason !== null) optional.push(["Stopped", stop_reason]);
  if (owner) optional.push(["Process", owner.is_alive ? owner.pid : `${owner.pid}, which was killed`]);
  if (parent_id !== null) optional.push(["Part of", parent_id]);
  return [
    ["Session", session.id],
    ["Name", session.name],
    ["Agent", session.agent],
    ["State", stateCell(session)],
    ...optional,
    ["Workspace", session.workspace],
    ...(session.cwd === session.workspace ? [] : [["Directory", session.cwd] satisfies [string, Cell]]),
    ["Began", session.created_at],
    [
      "Work",
      [
        counted(totals.turns, "turn"),
        counted(totals.steps, "model call"),
        counted(totals.tool_calls, "tool call"),
      ].join(", "),
    ],
    ["Tokens", `${totals.input_tokens} in, ${totals.output_tokens} out`],
    ["Cost", costText(totals.cost)],
  ];
}

async function stop(invocation: SessionsInvocation, id: string): Promise<number> {
  const { wait } = invocation.flags;
  const waitMs = wait === undefined ? defaultWaitMs : duration("--wait", wait);
  const report = await stopSession(placeFrom(invocation), id, { waitMs });
  await print(invocation, { human: () => printableLine(stopText(report)), json: () => report });
  return 0;
}

const defaultWaitMs = 15_000;

function stopText({ session_id, how, pid, interrupted_calls, closed }: StopReport): string {
  switch (how) {
    case "already-stopped":
      return `Session ${session_id} had been stopped before.`;
    case "asked":
      return `Process ${pid} has stopped session ${session_id}.`;
    case "closed": {
      const ended = pid === null ? "No process ran it any more." : `Process ${pid} ended without closing it.`;
      const others = closed.filter((id) => id !== session_id).length;
      const also =
        others === 0 ? "" : ` So ${others === 1 ? "is 1 session" : `are ${others} sessions`} it delegated to.`;
      return `Session ${session_id} is stopped.${also} ${ended}${interruptedText(interrupted_calls)}`;
    }
  }
}

async function clear(invocation: SessionsInvocation, id: string): Promise<number> {
  const report = await clearSession(placeFrom(invocation), id);
  const { session_id, cleared, interrupted_calls } = report;
  await print(invocation, {
    human: () =>
      printableLine(
        cleared
          ? `The conversation of session ${session_id} begins anew. Its transcript is kept.${interruptedText(interrupted_calls)}`
          : `Session ${session_id} had been cleared before.`,
      ),
    json: () => report,
  });
  return 0;
}

function interruptedText(calls: readonly string[]): string {
  if (calls.length === 0) return "";
  const what = calls.length === 1 ? "1 tool call has" : `${calls.length} tool calls have`;
  return ` ${what} no known result; the transcript says so.`;
}

async function remove(invocation: SessionsInvocation, id: string): Promise<number> {
  const { flags, world, format } = invocation;
  const report = await removeSession(placeFrom(invocation), id, async (what) => {
    if (flags.yes) return true;
    if (!world.ask || format !== "human") throw new Problem("SESSION_REMOVE_UNCONFIRMED", { session: what.session_id });
    return /^y(?:es)?$/i.test((await world.ask(question(what))).trim());
  });
  const { session_id, removed } = report;
  await print(invocation, {
    human: () => printableLine(`Session ${session_id} ${removed ? "is removed" : "was left as it is"}.`),
    json: () => report,
  });
  return removed ? 0 : 1;
}

function question({ session_id, name, entries, delegated }: RemoveReport): string {
  const others = delegated.length === 0 ? "" : ` and ${delegated.length} it delegated to`;
  const what = entries === 1 ? "1 entry" : `${entries} entries`;
  return `${printableLine(`Remove session ${session_id} (${name})${others}, with ${what}? It cannot be taken back. [y/N]`)} `;
}

function wholeNumber(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(flag, text, "whole numbers from 0");
}

function duration(flag: string, text: string): number {
  const ms = parseGoDuration(text.trim());
  if (typeof ms === "number" && ms >= 0) return ms;
  throw invalid(flag, text, "durations such as 30s or 2m");
}

function invalid(name: string, value: string, allowed: string): Problem {
  return new Problem("USAGE_VALUE_INVALID", { name, value, allowed, suggestion: null });
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
