/** Reads an argument such as "10"; null when it is anything but a whole number above zero. */
export function positiveInteger(text: string | undefined): number | null {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return null;
  const number = Number(text);
  return number > 0 && Number.isSafeInteger(number) ? number : null;
}
