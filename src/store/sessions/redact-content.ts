type Redact = (text: string) => string;

/** Our own ids. Other names that end alike, such as `aws_access_key_id`, may hold anything. */
const ids: ReadonlySet<string> = new Set(["tool_call_id", "message_id", "session_id"]);

/**
 * Takes secrets out of the JSON text of an entry's content. Ids stay as they are, because calls and results are told apart by
 * them. What a provider wants back is kept whole or left out: it is signed, and a provider refuses it when it was changed.
 */
export function redactContent(text: string, redact: Redact): string {
  // Text by text, not all at once: within JSON a secret may be spelt with escapes.
  return JSON.stringify(redacted(JSON.parse(text), redact));
}

function redacted(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  return Object.fromEntries(Object.entries(value).flatMap(([key, field]) => redactedField(key, field, redact)));
}

function redactedField(key: string, value: unknown, redact: Redact): [string, unknown][] {
  if (ids.has(key)) return [[key, value]];
  const safe = redacted(value, redact);
  if (key === "provider_data" && JSON.stringify(safe) !== JSON.stringify(value)) return [];
  return [[key, safe]];
}
