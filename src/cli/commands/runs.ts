import { placeOf } from "../../app/place.ts";
import { queryRuns } from "../../app/query-runs.ts";
import { requireEvent } from "../../app/require-event.ts";
import type { RunRecord } from "../../engine/run.ts";
import { Problem } from "../../errors/problem.ts";
import type { Invocation } from "../command.ts";
import { durationText } from "../duration-text.ts";
import { outcomeStyle } from "../outcome-style.ts";
import { print } from "../output.ts";
import { parseSince } from "../since.ts";
import { renderTable } from "../table.ts";

type TextFlags = "session" | "hook" | "event" | "outcome" | "since" | "last";

export async function runs(
  invocation: Invocation & { flags: { readonly [K in TextFlags]?: string } & { readonly all?: boolean } },
): Promise<number> {
  const { flags, terminal, world, workspace } = invocation;
  const session = flags.session?.trim();
  if (!session && !flags.hook && !flags.all && workspace === null) throw new Problem("USAGE_SESSION_MISSING", {});
  const found = await queryRuns(placeOf(world.env, world.cwd, workspace), {
    session: session || undefined,
    hook: flags.hook,
    event: flags.event === undefined ? undefined : requireEvent(flags.event),
    outcome: flags.outcome,
    since: flags.since === undefined ? undefined : parseSince(flags.since, new Date()),
    last: flags.last === undefined ? undefined : wholeNumber("--last", flags.last),
  });
  await print(invocation, {
    human: () => (found.length === 0 ? "No runs are recorded for this." : tableOf(found)),
    json: () => found,
    toon: () => [{ runs: found.map(toonRow) }],
  });
  return 0;

  function tableOf(records: readonly RunRecord[]): string {
    return renderTable(
      terminal,
      [
        { title: "Hook" },
        { title: "Event" },
        { title: "Outcome" },
        { title: "Duration", align: "right" },
        { title: "Error" },
      ],
      records.map((run) => [
        run.hook_name,
        run.event,
        { text: run.outcome, style: outcomeStyle[run.outcome] },
        durationText(run.duration_ms),
        run.error,
      ]),
    );
  }
}

function toonRow({ hook_name, event, outcome, duration_ms, error, recorded_at }: RunRecord): Record<string, unknown> {
  return { hook_name, event, outcome, duration_ms, error, recorded_at };
}

function wholeNumber(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem("USAGE_VALUE_INVALID", {
    name: flag,
    value: text,
    allowed: "whole numbers from 0",
    suggestion: null,
  });
}
