import { addHits, type Hits, scanText, scanValue } from "./scan-secrets.ts";
import type { CaptureFlag, CaptureFlags } from "./settings.ts";
import { shortenMiddle } from "./shorten.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface CleanPayload {
  readonly payload: Fields;
  readonly hits: Hits;
  /** Fields that JSON cannot hold. */
  readonly dropped: readonly string[];
  readonly truncated: readonly string[];
}

interface Preview {
  readonly limit: number;
  /** The flag that keeps the field whole. */
  readonly unless: CaptureFlag;
}

/** Fields that are only kept in part, by kind of event. */
const previews: Readonly<Record<string, Readonly<Record<string, Preview>>>> = {
  plugin_hook_fired: { output_preview: { limit: 500, unless: "capture_plugin_hook_output_full" } },
};

/** Makes a payload fit to be kept: without secrets, without what JSON cannot hold, and not longer than it may be. */
export function cleanPayload(kind: string, given: Fields, flags: CaptureFlags): CleanPayload {
  const payload: Record<string, unknown> = {};
  const hits: Hits[] = [];
  const dropped: string[] = [];
  const truncated: string[] = [];
  for (const [field, value] of Object.entries(given)) {
    try {
      const plain = asJson(value);
      const preview = previews[kind]?.[field];
      if (plain === undefined) continue;
      if (preview === undefined || flags[preview.unless] || typeof plain !== "string") {
        const scanned = scanValue(plain);
        payload[field] = scanned.value;
        hits.push(scanned.hits);
        continue;
      }
      const scanned = scanText(plain);
      const { text, cut } = shortenMiddle(scanned.value, plain, preview.limit);
      payload[field] = text;
      hits.push(scanned.hits);
      if (cut === null) continue;
      payload[`${field}_truncation`] = cut;
      truncated.push(field);
    } catch {
      dropped.push(field);
    }
  }
  const total = addHits(hits);
  if (dropped.length > 0) Object.assign(payload, { redacted: "filter_error", redacted_fields: dropped });
  if (Object.keys(total).length > 0) payload.redaction_hits = total;
  return { payload, hits: total, dropped, truncated };
}

/** The value as it comes out of JSON; throws for what cannot be written. Undefined is left out, as JSON does. */
function asJson(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null || value === undefined) return value;
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError("not JSON");
  return JSON.parse(JSON.stringify(value));
}
