import { type ExplainedHook, explain as explainEvent } from "../../app/explain.ts";
import { type ExplainedRun, explainRun } from "../../app/explain-run.ts";
import { openHookline } from "../../app/open-hookline.ts";
import { requireEvent } from "../../app/require-event.ts";
import { printableJson, printableLine } from "../../lib/printable.ts";
import { brokenLines } from "../broken.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { readPayload } from "../read-payload.ts";
import { renderTable } from "../table.ts";
import { renderTrace } from "../trace-view.ts";
import { warnOfUnknownFields } from "../unknown-fields.ts";
import { untrustedLine } from "../untrusted.ts";
import { renderVerdict } from "../verdict-view.ts";
import { warnOn } from "../warn.ts";

type TextFlags = "payload" | "session" | "agent";
type Switches = "run" | "full";

export async function explain(
  invocation: Invocation & {
    flags: { readonly [K in TextFlags]?: string } & { readonly [K in Switches]?: boolean };
  },
): Promise<number> {
  const { args, flags, terminal, world } = invocation;
  const event = requireEvent(args[0] ?? "");
  const given = await readPayload(event, flags.payload, world);
  const { session, agent } = flags;
  const explained = await explainEvent(placeFrom(invocation), event, given, { session, agent });
  warnOfUnknownFields(terminal, event, explained.unknownFields);
  const untrusted = untrustedLine(terminal, explained.hooks);
  const report = [untrusted, brokenLines(terminal, explained.broken)].filter((part) => part !== "").join("\n\n");
  const ran = flags.run ? await runIt() : null;
  await print(invocation, {
    human: () =>
      [tableOf(explained.hooks), report, ...(ran ? runLines(ran) : [])].filter((part) => part !== "").join("\n\n"),
    json: () => (ran ? { hooks: explained.hooks, steps: ran.steps, verdict: ran.verdict } : explained.hooks),
    toon: () => [{ hooks: explained.hooks.map(toonRow), ...(ran && { steps: ran.steps, verdict: ran.verdict }) }],
  });
  if (invocation.format !== "human" && report !== "") terminal.err(`${report}\n`);
  return 0;

  /** The same path as `hookline fire`: the hooks run for real, and the runs are recorded. */
  async function runIt(): Promise<ExplainedRun> {
    await using hookline = await openHookline(placeFrom(invocation), warnOn(terminal));
    return await explainRun(hookline, event, given, { session, agent }, world.signal);
  }

  function runLines({ steps, verdict, prepared }: ExplainedRun): string[] {
    const options = { full: flags.full === true };
    return [renderTrace(terminal, steps, options), renderVerdict(terminal, verdict, prepared)];
  }

  function tableOf(hooks: readonly ExplainedHook[]): string {
    if (hooks.length === 0) return `No hook listens to ${event} here.`;
    // Worth a column only where there is something to tell apart.
    const hasAdapted = hooks.some(({ adapted }) => adapted !== null);
    return renderTable(
      terminal,
      [
        { title: "Order", align: "right" },
        { title: "Name" },
        ...(hasAdapted ? [{ title: "Speaks" }] : []),
        { title: "Mode" },
        { title: "Runs" },
        { title: "Why" },
      ],
      hooks.map((hook) => [
        hook.order,
        hook.name,
        ...(hasAdapted ? [hook.adapted ?? hook.dialect] : []),
        hook.mode,
        hook.matches && hook.refusal === null ? { text: "yes", style: "green" } : { text: "no", style: "dim" },
        hook.matches ? whyOf(hook) : whyNot(hook),
      ]),
    );
  }
}

function whyOf({ refusal }: ExplainedHook): string {
  return refusal === null ? "everything it asks for matches" : printableLine(`it is not trusted: ${refusal}`);
}

function whyNot({ field, pattern, value }: ExplainedHook): string {
  if (field === "twin") return printableLine(`an identical hook runs already (${pattern})`);
  const found = value === null ? "is not in the payload" : `is ${printableJson(value)}`;
  return printableLine(`${field} ${found}; the hook wants ${printableJson(pattern)}`);
}

function toonRow({ order, name, mode, matches, field, pattern, value }: ExplainedHook): Record<string, unknown> {
  const plain = typeof value === "object" && value !== null ? printableJson(value) : value;
  return { order, name, mode, matches, field, pattern, value: plain };
}
