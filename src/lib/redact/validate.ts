import { crc32 } from "node:zlib";

/** Says whether the last six characters are the base-62 CRC-32 of the random part, as GitHub and npm issue their tokens. */
export function hasChecksum(token: string): boolean {
  const random = token.slice(token.indexOf("_") + 1, -6);
  return token.slice(-6) === base62(crc32(random));
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function base62(value: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = (digits[rest % 62] as string) + text;
  return text.padStart(6, "0");
}

/** Says whether the text is the base64 form of a JSON object. */
export function isJsonObject(base64: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Says whether the text is base64 of printable `user:password`. */
export function isUserAndPassword(base64: string): boolean {
  return /^[\x20-\x7e\u00a0-\uffff]{1,200}:[\x20-\x7e\u00a0-\uffff]{1,400}$/.test(
    Buffer.from(base64, "base64").toString("utf8"),
  );
}
