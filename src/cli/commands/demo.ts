import { relative } from "node:path";
import { exampleWorkspace, playDemo } from "../../app/demo.ts";
import { placeOf } from "../../app/place.ts";
import { recordsFile } from "../../app/records-file.ts";
import { printableJson, printableLine } from "../../lib/printable.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { paint } from "../terminal.ts";
import { renderVerdict } from "../verdict-view.ts";
import { warnOn } from "../warn.ts";

export async function demo(invocation: Invocation): Promise<number> {
  const { terminal, world, format } = invocation;
  const place = placeOf(world.env, world.cwd, null);
  // A session of its own, so that its records can be told from those of earlier demos.
  const session = `sess_demo_${Date.now().toString(36)}`;
  const isStory = format === "human";
  const verdicts: unknown[] = [];
  if (isStory) {
    terminal.out(`One session of an agent in ${printableLine(exampleWorkspace())}\n`);
    terminal.out("Hooks of a workspace run only when they are trusted; those of the example are now.\n");
  }
  for await (const { step, fired } of playDemo(place, session, warnOn(terminal), world.signal)) {
    if (isStory) {
      const view = renderVerdict({ ...terminal, width: terminal.width - 2 }, fired.verdict, fired.prepared);
      terminal.out(`\n${paint(terminal, "dim", step.story)}\n${view.replaceAll(/^/gm, "  ")}\n`);
    } else if (format === "jsonl") terminal.out(`${printableJson(fired.verdict)}\n`);
    else verdicts.push(fired.verdict);
  }
  if (isStory)
    terminal.out(`\n${whereToLook(recordsFile(place.home), session, relative(world.cwd, exampleWorkspace()))}\n`);
  else if (format !== "jsonl") await print(invocation, { human: () => "", json: () => verdicts });
  return 0;
}

function whereToLook(file: string, session: string, example: string): string {
  return [
    `Every run is recorded in ${printableLine(file)}. To look at them:`,
    "",
    `  npx hookline runs --session ${session}`,
    `  npx hookline runs --session ${session} --outcome denied -o json`,
    "  npx hookline runs --all --since 5m",
    "",
    "Then try it yourself:",
    "",
    ...(example === "" ? [] : [`  cd ${printableLine(example)}`]),
    "  npx hookline list",
    "  npx hookline fire tool.pre_call --payload payloads/edit-env.json",
  ].join("\n");
}
