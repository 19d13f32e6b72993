const words: ReadonlySet<string> = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** A text as it stands in a YAML file: bare where nobody could take it for something else, else in quotes. */
export function yamlText(text: string): string {
  const isPlain = /^[A-Za-z][\w .()/-]*$/.test(text) && !text.endsWith(" ") && !words.has(text.toLowerCase());
  return isPlain ? text : JSON.stringify(text);
}
