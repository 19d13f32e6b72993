/** A name that nobody has taken yet: this one, or one with a number. */
export function numbered(name: string, taken: ReadonlySet<string>, withNumber: (count: number) => string): string {
  let wanted = name;
  for (let count = 2; taken.has(wanted); count++) wanted = withNumber(count);
  return wanted;
}
