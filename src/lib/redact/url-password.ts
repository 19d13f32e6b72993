import { isPlaceholder } from "./placeholder.ts";
import { found, type Look, nothing } from "./rule.ts";

const user = /[^\s:/@"'`<>\\()[\]{}|,;]{0,128}:/y;
// Shorter ones are found in manuals only. Greedy: an `@` may be part of the password, so the last one before the path counts.
const password = /[^\s/"'`<>\\]{4,256}(?=@)/y;

/** Finds the password of `scheme://user:password@host`; scheme, user and host stay. */
export function findUrlPassword(text: string, at: number): Look {
  user.lastIndex = at + 3;
  if (!user.test(text)) return nothing;
  const start = user.lastIndex;
  password.lastIndex = start;
  if (!password.test(text)) return nothing;
  const end = password.lastIndex;
  const value = text.slice(start, end);
  // `https://host:8080?to=me@example.com` has a port, not a password.
  if (/^\d{1,5}(?:[?#]|$)/.test(value) && text.slice(at + 3, start).includes(".")) return nothing;
  if (/^\d{1,5}[?#]/.test(value) || isPlaceholder(value) || isFormat.test(value)) return nothing;
  return found(start, end);
}

const isFormat = /^(?:%[sdvq]|:\w+|\{[^}]*\}|\$\w+|\$\{.*\}|<.*>|pw|passw|pass\d?|\.{2,})$/i;
