import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { spacedJson } from "../../lib/spaced-json.ts";
import type { DialectName } from "../dialect-events.ts";
import { isGate } from "./kind.ts";
import { contextText, plainPayload, sampleOf } from "./samples.ts";
import type { ScriptRequest } from "./script.ts";
import { yamlText } from "./yaml-text.ts";

interface Case {
  readonly name: string;
  readonly event: string;
  readonly payload: unknown;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Writes the test file of an example hook: what it must refuse or do, and what it must leave alone. */
export function testText(request: ScriptRequest): string {
  return [
    `# Run it with "hookline test". docs/testing-hooks.md says what else a test can expect.`,
    `hooks: ${yamlText(request.name)}`,
    "",
    "tests:",
    ...casesOf(request).flatMap(({ name, event, payload, expect }) => [
      `  - name: ${yamlText(name)}`,
      `    event: ${yamlText(event)}`,
      `    payload: ${spacedJson(payload)}`,
      "    expect:",
      ...Object.entries(expect).map(([key, value]) => `      ${key}: ${spacedJson(value)}`),
    ]),
    "",
  ].join("\n");
}

function casesOf({ name: hook, dialect, event, kind }: ScriptRequest): Case[] {
  const [ours, ...others] = event.events;
  const sample = sampleOf(ours);
  const base = { event: event.name };
  if (sample !== null && (kind === "guard" || kind === "withhold")) {
    const expect = kind === "guard" ? refusal(dialect, ours, sample.reason) : { patch: { tool_result: sample.reason } };
    return [
      { ...base, name: sample.does, payload: sample.refused, expect: { ...expect, problems: [] } },
      {
        ...base,
        name: "has no opinion about anything else",
        payload: sample.passed,
        expect: { decision: "none", patch: {}, outcome: { [hook]: "applied" }, problems: [] },
      },
    ];
  }
  const expect = kind === "context" ? added(dialect) : { outcome: { [hook]: "applied" } };
  const name = kind === "context" ? "adds the house rule" : "runs and changes nothing";
  // Where one name stands for two events of ours, the second goes by its own.
  const spelled = [event.name, ...others].map((spelling, index) => ({
    ...base,
    event: spelling,
    payload: plainPayload(event.events[index] ?? ours),
  }));
  return spelled.map((one) => ({
    ...one,
    name: one.event === event.name ? name : `${name} (${one.event})`,
    expect: { decision: "none", ...expect, problems: [] },
  }));
}

/** What a refusal looks like in the verdict. Claude's way to refuse an end is one more turn. */
function refusal(dialect: DialectName, event: EventName, reason: string): Readonly<Record<string, unknown>> {
  if (isGate(event) && dialect === "claude") return { continue: reason };
  const hasReason = dialect !== "agh" || "deny" in contractOf(event).patch.shape;
  return { decision: "deny", ...(hasReason && { reason }) };
}

function added(dialect: DialectName): Readonly<Record<string, unknown>> {
  // AGH's hooks add to a list in the payload.
  return dialect === "agh" ? { patch: { context_blocks: [{ text: contextText }] } } : { context: contextText };
}
