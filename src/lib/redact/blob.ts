const side = 48;
const base64Only = /^[A-Za-z0-9+/]*$/;

/** Says whether a find lies deep inside encoded data, where any few letters turn up by chance: an image, an archive, a font. */
export function isPartOfBlob(secret: string, text: string, start: number): boolean {
  const end = start + secret.length;
  const before = text.slice(Math.max(0, start - side), start);
  const after = text.slice(end, end + side);
  return (before.length === side && base64Only.test(before)) || (after.length === side && base64Only.test(after));
}
