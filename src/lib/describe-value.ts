/** Names a value that a person wrote in a file, short enough for a message. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "empty";
  if (typeof value === "string")
    return value.length <= 40 ? JSON.stringify(value) : `a text of ${value.length} characters`;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return "a list";
  return value instanceof Date ? "a date" : "a table";
}
