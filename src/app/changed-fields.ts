type Fields = Readonly<Record<string, unknown>>;

/** The engine fills these in; they say nothing about what hooks did. */
const stamps: ReadonlySet<string> = new Set(["event", "timestamp"]);

/** The top-level fields of a payload that are not what they were before, with their new values. */
export function changedFields(before: Fields, after: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !stamps.has(field) && JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  );
}
