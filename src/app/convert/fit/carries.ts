import { contractOf, type EventName } from "../../../catalog/catalog.ts";
import { plainCall } from "../../../dialects/adapter-call.ts";
import type { DialectName } from "../../../dialects/translation.ts";
import { translationOf } from "../../../dialects/translations.ts";
import { valueAt } from "../../../engine/select.ts";

/** Whether an agent that speaks a dialect tells its hooks a field of ours: it does if we could read it back. */
export function carries(dialect: DialectName, event: EventName, path: string): boolean {
  const translation = translationOf(dialect);
  const name = translation?.nameOf(event);
  if (!translation || !name) return false;
  const around = { environment: {}, platform: "linux", isOnPath: () => false, outputLimit: null, cwd: "/" } as const;
  const wire = translation.wireOf(plainCall(dialect, name, [""]), "", around);
  return [sample, { [sample]: sample }, true].some((value) => {
    const written = wire.encode(contractOf(event), { event, ...nested(path, value) });
    if (typeof written !== "string") return false;
    const read = translation.readPayload(JSON.parse(written) as Record<string, unknown>, [event]);
    return JSON.stringify(read && valueAt(read.payload, path)) === JSON.stringify(value);
  });
}

const sample = "sample";

function nested(path: string, value: unknown): Record<string, unknown> {
  const [first = ""] = path.split("|");
  return first.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;
}
