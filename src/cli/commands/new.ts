import { dialectNames } from "../../app/dialect-events.ts";
import type { FileChange } from "../../app/new-hook/file-changes.ts";
import { type NewHookReport, newHook } from "../../app/new-hook/new-hook.ts";
import { languages } from "../../app/new-hook/script.ts";
import { printable, printableLine } from "../../lib/printable.ts";
import { shortPath } from "../../lib/short-path.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { paint, type Terminal } from "../terminal.ts";

export async function newCommand(
  invocation: Invocation & {
    flags: { readonly lang?: string; readonly user?: boolean; readonly "dry-run"?: boolean };
  },
): Promise<number> {
  const { args, flags, terminal, world } = invocation;
  const [word, event = "", name = null] = args;
  const report = newHook(placeFrom(invocation), {
    dialect: dialectNames.find((dialect) => dialect === word) ?? "agh",
    event,
    name,
    language: languages.find((language) => language === flags.lang) ?? "sh",
    level: flags.user ? "user" : "workspace",
    dryRun: flags["dry-run"] === true,
  });
  await print(invocation, {
    human: () => linesOf(terminal, report, world.cwd).join("\n"),
    json: () => ({
      name: report.name,
      dialect: report.dialect,
      event: report.event,
      kind: report.kind,
      level: report.level,
      dry_run: report.dryRun,
      files: report.files.map(({ path, action, isExecutable, text }) => ({
        path,
        action,
        executable: isExecutable,
        ...(report.dryRun && { text }),
      })),
    }),
  });
  return 0;
}

function linesOf(terminal: Terminal, report: NewHookReport, cwd: string): string[] {
  const { name, purpose, files, dryRun } = report;
  const head = `${paint(terminal, "bold", name)} ${purpose}.`;
  if (dryRun)
    return [head, "", ...files.flatMap((file) => [...preview(terminal, file, cwd), ""]), "Nothing was written."];
  return [
    head,
    "",
    ...files.map(({ path, action }) => `  ${paint(terminal, "green", action)}  ${printableLine(shortPath(path, cwd))}`),
    "",
    "Next:",
    ...nextSteps(report).map(([command, why]) => `  ${command.padEnd(20)}  ${why}`),
  ];
}

function preview(terminal: Terminal, { path, action, text, isExecutable }: FileChange, cwd: string): string[] {
  const what = action === "created" ? "would be created" : "would become";
  return [
    `${paint(terminal, "bold", printableLine(shortPath(path, cwd)))} ${what}${isExecutable ? ", executable" : ""}:`,
    ...printable(text.trimEnd())
      .split("\n")
      .map((line) => (line === "" ? "" : `  ${line}`)),
  ];
}

/** The user's own hooks need no trust; the author of a workspace's hook reviews it like anybody else. */
function nextSteps({ level }: NewHookReport): readonly (readonly [command: string, why: string])[] {
  return level === "user"
    ? [["hookline test --home", "run its test"]]
    : [
        ["hookline trust", "look at what it runs and trust it; until then it does not run"],
        ["hookline test", "run its test"],
      ];
}
