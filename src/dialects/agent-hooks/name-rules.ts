const longestName = 64;

/** Says what is wrong with how a hook is named, or null. Letters of every script are welcome. */
export function nameProblem(written: string): string | null {
  const name = written.normalize("NFKC");
  if ([...name].length > longestName) return `has more than ${longestName} characters`;
  if (name !== name.toLowerCase()) return "is not in lower case";
  if (name.startsWith("-") || name.endsWith("-")) return "begins or ends with a hyphen";
  if (name.includes("--")) return "has two hyphens in a row";
  if (!/^[\p{L}\p{N}-]+$/u.test(name)) return "has characters other than letters, digits and hyphens";
  return null;
}

/** Whether a hook is called like its directory; accents may be written in either way. */
export function isNamedAs(name: string, directory: string): boolean {
  return name.normalize("NFKC") === directory.normalize("NFKC");
}
