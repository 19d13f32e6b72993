import { type ExplainedHook, explain as explainEvent } from "../../app/explain.ts";
import { requireEvent } from "../../app/require-event.ts";
import { printableJson, printableLine } from "../../lib/printable.ts";
import { brokenLines } from "../broken.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { readPayload } from "../read-payload.ts";
import { renderTable } from "../table.ts";
import { warnOfUnknownFields } from "../unknown-fields.ts";

export async function explain(
  invocation: Invocation & { flags: { readonly [K in "payload" | "session" | "agent"]?: string } },
): Promise<number> {
  const { args, flags, terminal, world } = invocation;
  const event = requireEvent(args[0] ?? "");
  const given = await readPayload(event, flags.payload, world);
  const { session, agent } = flags;
  const explained = await explainEvent(placeFrom(invocation), event, given, { session, agent });
  warnOfUnknownFields(terminal, event, explained.unknownFields);
  const report = brokenLines(terminal, explained.broken);
  await print(invocation, {
    human: () => [tableOf(explained.hooks), report].filter((part) => part !== "").join("\n\n"),
    json: () => explained.hooks,
    toon: () => [{ hooks: explained.hooks.map(toonRow) }],
  });
  if (invocation.format !== "human" && report !== "") terminal.err(`${report}\n`);
  return 0;

  function tableOf(hooks: readonly ExplainedHook[]): string {
    if (hooks.length === 0) return `No hook listens to ${event} here.`;
    return renderTable(
      terminal,
      [{ title: "Order", align: "right" }, { title: "Name" }, { title: "Mode" }, { title: "Runs" }, { title: "Why" }],
      hooks.map((hook) => [
        hook.order,
        hook.name,
        hook.mode,
        hook.matches ? { text: "yes", style: "green" } : { text: "no", style: "dim" },
        hook.matches ? "everything it asks for matches" : whyNot(hook),
      ]),
    );
  }
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
