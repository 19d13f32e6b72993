import { findJwe, findJwt } from "../jwt.ts";
import { findEncodedPem, findKeyBody, findKeyTail } from "../pem.ts";
import type { Rule } from "../rule.ts";

/** Keys and signed tokens that are a format of their own, whoever issued them. */
export const keyMaterial: readonly Rule[] = [
  { id: "private-key", keywords: ["-----begin ", "private-lines:"], find: findKeyBody },
  { id: "private-key", keywords: ["-----end "], find: findKeyTail },
  { id: "private-key", keywords: ["ls0tls1crudjti"], find: findEncodedPem },
  { id: "jwt", keywords: [".eyj"], find: findJwt },
  { id: "jwe", keywords: ["eyjhbgcioi", "eyj0exaioi", "eyjlbmmioi", "eyjrawqioi", "eyjjdhkioi"], find: findJwe },
  { id: "age-key", keywords: ["age-secret-key-1"], pattern: "AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}", anyCase: true },
  {
    id: "jwk-private-part",
    keywords: ['"d"', '"d\\'],
    pattern: '"d\\\\{0,4}"[ \\t\\r\\n]{0,4}:[ \\t\\r\\n]{0,4}\\\\{0,4}"(?<secret>[A-Za-z0-9_-]{40,800})\\\\{0,4}"',
    looks: "mixed",
    refute: (_secret, text, start) => !text.slice(Math.max(0, start - 4_000), start + 5_000).includes('"kty'),
  },
  {
    id: "wireguard-key",
    keywords: ["privatekey", "presharedkey"],
    pattern: "(?:Private|Preshared)Key[ \\t]{0,4}=[ \\t]{0,4}(?<secret>[A-Za-z0-9+/]{43}=)",
    anyCase: true,
  },
];
