import { defaultModels } from "../../app/agent/default-models.ts";
import { type DemoCopy, demoScript, makeDemoCopy } from "../../app/demo/demo-copy.ts";
import { type DemoDeed, type DemoSession, readDemoSession } from "../../app/demo/demo-deeds.ts";
import { placeOf } from "../../app/place.ts";
import { printableLine } from "../../lib/printable.ts";
import { shellQuote } from "../../sources/trust/shell-quote.ts";
import type { Invocation } from "../command.ts";
import { written } from "../run/written.ts";
import { paint, type Terminal } from "../terminal.ts";
import { type RunFlags, run } from "./run.ts";

type DemoInvocation = Invocation & { flags: { readonly fast?: boolean; readonly scripted?: boolean } };

const task = "A discount of 20 percent takes off 20 cents. Repair it.";

/** Runs an agent in a copy of the example workspace, by the same code as `hookline run`. */
export async function demo(invocation: DemoInvocation): Promise<number> {
  const { terminal, world, format, flags } = invocation;
  const place = placeOf(world.env, world.cwd, null);
  const models = flags.scripted ? [] : defaultModels(world.env);
  const isScripted = models.length === 0;
  const isStory = format === "human";
  const copy = await makeDemoCopy(place, { isPaced: isStory && world.ask !== undefined && !flags.fast });
  if (isStory) terminal.out(`${introduction(terminal, copy, models)}\n\n`);
  const exitCode = await run({
    ...invocation,
    flags: { model: isScripted ? `scripted/${demoScript}` : models.join(",") } as RunFlags & Invocation["flags"],
    args: [task],
    workspace: copy.root,
    // A home that is named by a relative path is meant from where the command was typed.
    world: {
      ...world,
      cwd: copy.root,
      env: { ...world.env, ...(world.env.HOOKLINE_HOME && { HOOKLINE_HOME: place.home }) },
    },
  });
  const session = await readDemoSession(place, copy.root);
  if (isStory && session) terminal.out(`\n${conclusion(terminal, copy, session)}\n`);
  // A real model may do without the dangerous command; the script may leave out nothing.
  const isComplete = !isScripted || session?.deeds.every(({ happened }) => happened) === true;
  return exitCode === 0 && !isComplete ? 1 : exitCode;
}

function introduction(terminal: Terminal, { root, hooks }: DemoCopy, models: readonly string[]): string {
  const who =
    models.length === 0
      ? "The model is scripted: its words come from a file. Its tools, the hooks and their processes are real."
      : `The model is ${models.join(", ")}, whose key is in the environment; --scripted does without one.`;
  const where = `It works in ${printableLine(root)}, a copy of examples/guarded-repo. The ${hooks} hooks there come with Hookline, so they are trusted. What they do stands behind a ●.`;
  return [
    ...written(terminal, "An agent repairs a bug, and hooks in four formats watch over it.", { style: "bold" }),
    ...written(terminal, who, {}),
    ...written(terminal, where, {}),
  ].join("\n");
}

function conclusion(terminal: Terminal, { root }: DemoCopy, { id, deeds, dialects, runs }: DemoSession): string {
  const title = `What the hooks did: ${runs} runs in ${dialects.length} dialects, all recorded`;
  const there = /^[\w./-]+$/.test(root) ? root : shellQuote(root);
  const commands = [
    `npx hookline sessions show ${id}`,
    `npx hookline runs --session ${id}`,
    `npx hookline list --workspace ${there}`,
    `git -C ${there} diff`,
  ];
  return [
    ...written(terminal, title, { style: "bold" }),
    ...deeds.flatMap((deed) => deedLines(terminal, deed)),
    "",
    paint(terminal, "bold", "What to look at next"),
    ...commands.map((command) => `  ${command}`),
  ].join("\n");
}

function deedLines(terminal: Terminal, { what, happened, by }: DemoDeed): string[] {
  const who = by.map(({ hook, dialect }) => `${printableLine(hook)} (${dialect})`).join(", ");
  return happened
    ? written(terminal, `${what}: ${who}`, { lead: "  ✓ ", leadStyle: "green" })
    : written(terminal, `${what}: not this time`, { lead: "  – ", style: "dim" });
}
