import { placeOf } from "../../app/place.ts";
import { type UndoReport, undo as undoChanges } from "../../app/undo.ts";
import { Problem } from "../../errors/problem.ts";
import { printableLine } from "../../lib/printable.ts";
import type { Choice } from "../../lib/shadow-git/choose-checkpoints.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { paint } from "../terminal.ts";

type TextFlags = "session" | "steps" | "to";

export async function undo(
  invocation: Invocation & {
    flags: { readonly [K in TextFlags]?: string } & { readonly "dry-run"?: boolean; readonly force?: boolean };
  },
): Promise<number> {
  const { flags, terminal, world, workspace } = invocation;
  const options = {
    session: flags.session?.trim() || null,
    choice: choiceOf(flags.steps, flags.to),
    force: flags.force === true,
    dryRun: flags["dry-run"] === true,
  };
  const report = await undoChanges(placeOf(world.env, world.cwd, workspace), options);
  await print(invocation, { human: () => shown(report), json: () => report });
  return 0;

  function shown({ undone, files, kept, conflicts, undo: takeBack }: UndoReport): string {
    const lines = [
      headline(report),
      ...files.map(({ path, action }) => `  ${action.padEnd("restored".length)}  ${printableLine(path)}`),
      ...kept.map((path) => `  left      ${printableLine(path)} (ignored, or never captured)`),
      ...conflicts.map((path) => `  ${paint(terminal, "yellow", "conflict")}  ${printableLine(path)} (changed since)`),
    ];
    if (conflicts.length > 0)
      lines.push("", "Somebody has changed files since then; without --force undo will refuse.");
    if (undone.length > 0 && takeBack) lines.push("", `To take this back: hookline undo --to ${takeBack}`);
    return lines.join("\n");
  }
}

function headline({ undone, files, dry_run }: UndoReport): string {
  if (files.length === 0) return `There is nothing to undo here. "hookline snapshots" lists what there is.`;
  const what = undone.length === 1 ? `checkpoint ${undone[0]}` : `${undone.length} checkpoints`;
  return dry_run ? `Would take back ${what}:` : `Took back ${what}:`;
}

function choiceOf(steps: string | undefined, to: string | undefined): Choice {
  if (steps !== undefined && to !== undefined) throw new Problem("USAGE_FLAGS_CONFLICT", { flags: "--steps and --to" });
  if (to !== undefined) return { kind: "to", id: to.trim() };
  if (steps === undefined) return { kind: "steps", steps: 1 };
  if (/^[1-9]\d{0,5}$/.test(steps)) return { kind: "steps", steps: Number(steps) };
  throw new Problem("USAGE_VALUE_INVALID", {
    name: "--steps",
    value: steps,
    allowed: "whole numbers from 1",
    suggestion: null,
  });
}
