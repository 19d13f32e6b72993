import type { Rule } from "../rule.ts";

const crypt = "[./A-Za-z0-9]";

/** What `/etc/shadow`, `.htpasswd` and user tables hold. A hash can be guessed at leisure, so it is kept like a password. */
export const passwordHashes: readonly Rule[] = [
  {
    id: "bcrypt-hash",
    keywords: ["$2a$", "$2b$", "$2x$", "$2y$"],
    pattern: `\\$2[abxy]\\$[0-9]{2}\\$(?<secret>${crypt}{53})`,
  },
  {
    id: "md5-crypt-hash",
    keywords: ["$1$", "$apr1$"],
    pattern: `\\$(?:1|apr1)\\$${crypt}{1,8}\\$(?<secret>${crypt}{22})`,
  },
  {
    id: "sha-crypt-hash",
    keywords: ["$5$", "$6$"],
    pattern: `\\$[56]\\$(?:rounds=[0-9]{1,9}\\$)?${crypt}{1,16}\\$(?<secret>${crypt}{86}|${crypt}{43})`,
  },
  {
    id: "yescrypt-hash",
    keywords: ["$y$", "$7$", "$gy$"],
    pattern: `\\$(?:y|7|gy)\\$${crypt}{1,16}\\$${crypt}{1,88}\\$(?<secret>${crypt}{43})`,
  },
  {
    id: "argon2-hash",
    keywords: ["$argon2"],
    pattern:
      "\\$argon2(?:id|i|d)\\$v=[0-9]{1,3}\\$[a-z0-9=,]{5,60}\\$[A-Za-z0-9+/]{8,100}\\$(?<secret>[A-Za-z0-9+/]{16,150})",
  },
  {
    id: "scrypt-hash",
    keywords: ["$scrypt$"],
    pattern: "\\$scrypt\\$[a-z0-9=,]{3,60}\\$[A-Za-z0-9+/=]{8,100}\\$(?<secret>[A-Za-z0-9+/=]{16,150})",
  },
  {
    id: "django-hash",
    keywords: ["pbkdf2_sha"],
    pattern: "pbkdf2_sha(?:1|256)\\$[0-9]{3,9}\\$[A-Za-z0-9]{6,40}\\$(?<secret>[A-Za-z0-9+/]{20,60}={0,2})",
  },
  {
    id: "ldap-hash",
    keywords: ["{sha}", "{ssha}", "{ssha256}", "{ssha512}", "{smd5}"],
    pattern: "\\{S?(?:SHA|MD5)(?:256|512)?\\}(?<secret>[A-Za-z0-9+/]{20,140}={0,2})",
  },
];
