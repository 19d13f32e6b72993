/**
 * Writes JSON with a space after every `:` and `,`, as Python does. Scripts that look for `"key": "` in what they read
 * depend on it.
 */
export function spacedJson(value: unknown): string {
  // What cannot be written, a function for instance, is left out by the usual rules.
  return write(JSON.parse(JSON.stringify(value) ?? "null"));
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${write(inner)}`)
    .join(", ")}}`;
}
