import { contracts } from "../../src/catalog/catalog.ts";
import type { DenyEffect, EventContract } from "../../src/catalog/contract.ts";
import { type FamilyName, families } from "../../src/catalog/families.ts";
import { type Field, type FieldKind, fieldsOf } from "../../src/catalog/field-kind.ts";
import { noteOf } from "../../src/catalog/field-notes.ts";
import { blocks } from "../../src/catalog/fields.ts";
import { type Generator, notice } from "./generator.ts";

/** The reference of all events. */
export const eventsDoc: Generator = {
  files: () => new Map([["docs/events.md", page()]]),
};

function page(): string {
  const names = Object.keys(families) as FamilyName[];
  return `${[
    "# Events",
    notice,
    intro(names),
    "## How to read this page",
    howToRead,
    "## Shared fields",
    sharedFields(),
    ...names.map(familySection),
  ].join("\n\n")}\n`;
}

function intro(names: readonly FamilyName[]): string {
  const sync = contracts.filter((contract) => contract.sync).length;
  const links = names.map((name) => `[${families[name].title}](#${anchor(families[name].title)})`).join(" · ");
  return [
    "An event is a named moment in an agent's life. A hook names the event it is about, reads the event's payload as one JSON object, and may answer with a patch: another JSON object that says what to change or refuse.",
    `There are ${contracts.length} events in ${names.length} families. ${sync} of them wait for sync hooks; the other ${contracts.length - sync} are for async hooks only, which can watch but not interfere. The schemas named below are in [\`schemas/\`](../schemas), one file each.`,
    links,
  ].join("\n\n");
}

const denyText: Readonly<Record<DenyEffect, string>> = {
  refuses: "refuses",
  "stops-chain": "stops the chain",
  none: "–",
};

const howToRead = `| word | meaning |
|---|---|
| sync | \`yes\`: a hook may run in \`sync\` mode, where the operation waits for its answer. \`async only\`: it may not |
| payload, patch | what a hook reads, and what it may answer. Fields a hook does not know are to be ignored; so are fields of an answer that are not listed here |
| powers | what a hook may do. A dialect may offer less; what a reply asks for beyond the powers is reported and not obeyed |
| deny | \`refuses\`: the operation does not happen. \`stops the chain\`: later hooks do not run, and the operation stands |
| matcher | the keys a hook's matcher may use, with the payload field each of them reads |

The powers are \`deny\` (refuse), \`ask\` (let a person decide), \`allow\` (let it pass without asking), \`patch\` (change the payload), \`add-context\` (tell the agent something), \`continue\` (one more turn), \`stop\` (end the run) and \`message\` (tell the user something).

A field that is not marked as required is left out when its value is not known; \`null\` means the same. In a patch, a field that is left out or \`null\` changes nothing unless its description says otherwise, and a field of the wrong type makes the whole answer invalid.`;

function sharedFields(): string {
  return [
    "Many payloads have these groups of fields; the events below name the group instead of repeating it.",
    ...Object.entries(blocks).map(([name, fields]) => {
      const example = contracts.find((contract) => hasBlock(contract, fields));
      const described = example ? [...fieldsOf(example.payload)].filter(([field]) => field in fields) : [];
      return `**${name} fields**\n\n${fieldTable("", described)}`;
    }),
  ].join("\n\n");
}

function hasBlock(contract: EventContract, block: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(block).every(([field, schema]) => contract.payload.shape[field] === schema);
}

function familySection(name: FamilyName): string {
  const family = families[name];
  const events = contracts.filter((contract) => contract.family === name);
  const matcher = Object.entries(family.matcherFields).map(([key, path]) =>
    key === path ? `\`${key}\`` : `\`${key}\` (reads \`${path}\`)`,
  );
  return [
    `## ${family.title}`,
    table(
      ["event", "sync", "payload", "patch", "powers", "deny", "fires when"],
      events.map((contract) => [
        `[\`${contract.name}\`](#${anchor(contract.name)})`,
        contract.sync ? "yes" : "async only",
        schemaLink(contract.payloadSchema),
        schemaLink(contract.patchSchema),
        contract.powers.join(", ") || "–",
        denyText[contract.deny],
        contract.summary,
      ]),
    ),
    `Matcher: ${matcher.join(", ")}.`,
    ...events.map(eventSection),
  ].join("\n\n");
}

function eventSection(contract: EventContract): string {
  const shared = Object.entries(blocks).filter(([, fields]) => hasBlock(contract, fields));
  const groups = [
    ...(contract.stamped ? ["`event`, `timestamp`"] : []),
    ...shared.map(([name]) => `the [${name} fields](#shared-fields)`),
  ];
  const own = [...fieldsOf(contract.payload)].filter(
    ([field]) =>
      !(contract.stamped && ["event", "timestamp"].includes(field)) && !shared.some(([, fields]) => field in fields),
  );
  const patch = [...fieldsOf(contract.patch)];
  return [
    `### \`${contract.name}\``,
    contract.summary,
    `Fired by: ${contract.firedBy ?? "whoever calls `hookline fire` or the library; our own runtime does not fire it yet."}`,
    `Payload ${schemaLink(contract.payloadSchema)}: ${[...groups, ...(own.length > 0 ? ["its own fields"] : [])].join(", ")}.`,
    ...(own.length > 0 ? [fieldTable(contract.payloadSchema, own)] : []),
    `Patch ${schemaLink(contract.patchSchema)}${patch.length > 0 ? ":" : ": empty; there is nothing to change."}`,
    ...(patch.length > 0 ? [fieldTable(contract.patchSchema, patch)] : []),
  ].join("\n\n");
}

function fieldTable(schema: string, fields: readonly (readonly [string, Field])[]): string {
  return table(
    ["field", "type", "meaning"],
    fields.flatMap(([name, field]) => fieldRows(schema, name, name, field)),
  );
}

/** A field and, below it, the fields of the objects it holds. */
function fieldRows(schema: string, path: string, shown: string, field: Field): string[][] {
  const required = field.nullable ? " or null, required" : ", required";
  const type = `${kindText(field.kind)}${field.optional ? "" : required}`;
  const row = [`\`${shown}\``, type, noteOf(schema, path) ?? ""];
  const { fields, suffix } = fieldsWithin(field.kind);
  return [
    row,
    ...[...fields].flatMap(([name, inner]) => fieldRows(schema, `${path}.${name}`, `${shown}${suffix}.${name}`, inner)),
  ];
}

function fieldsWithin(kind: FieldKind): { fields: ReadonlyMap<string, Field>; suffix: string } {
  if (kind.is === "object") return { fields: kind.fields, suffix: "" };
  if (kind.is === "list" && kind.of.is === "object") return { fields: kind.of.fields, suffix: "[]" };
  return { fields: new Map(), suffix: "" };
}

function kindText(kind: FieldKind): string {
  switch (kind.is) {
    case "text":
    case "flag":
    case "time":
    case "object":
      return kind.is;
    case "whole":
      return "whole number";
    case "decimal":
      return "number";
    case "any":
      return "any JSON value";
    case "constant":
      return `\`${JSON.stringify(kind.value)}\``;
    case "list":
      return `list of ${kind.of.is === "text" ? "texts" : "objects"}`;
    case "map":
      return kind.of.is === "any" ? "object" : `object of ${kind.of.is}s`;
  }
}

function schemaLink(schema: string): string {
  return `[${schema}](../schemas/${schema}.json)`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The name under which a heading can be linked to. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(" ", "-")
    .replaceAll(/[^a-z0-9_-]/g, "");
}
