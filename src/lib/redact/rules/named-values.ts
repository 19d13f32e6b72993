import { findAssignment, secretWords } from "../assignment.ts";
import type { Rule } from "../rule.ts";
import { isUserAndPassword } from "../validate.ts";

/** Blanks and line ends, the latter also as JSON writes them. */
const blank = "(?:[ \\t\\r\\n]|\\\\{1,4}[nrt]){1,8}";

/** Values that count as secret because of the name, flag or header in front of them. */
export const namedValues: readonly Rule[] = [
  { id: "named-secret", keywords: secretWords, find: findAssignment },
  {
    id: "authorization-header",
    keywords: ["authorization"],
    pattern:
      "authorization[\"'`\\\\\\]]{0,4}[ \\t]{0,4}(?:[:=,]|=>)[ \\t]{0,4}[\"'`\\\\]{0,4}(?:(?:bearer|basic|token|bot|digest|apikey|api-key|negotiate|key)[ \\t]{1,4})(?<secret>[^\\s\"'`,;\\\\<>]{6,3000})",
    anyCase: true,
    looks: "password",
  },
  {
    id: "bearer-token",
    keywords: ["bearer "],
    pattern: "bearer[ ]{1,4}(?<secret>[A-Za-z0-9._~+/-]{16,3000}={0,2})",
    anyCase: true,
    looks: "mixed",
  },
  {
    id: "basic-credentials",
    keywords: ["basic "],
    pattern: "basic[ ]{1,4}(?<secret>[A-Za-z0-9+/]{8,600}={0,2})",
    anyCase: true,
    looks: "anything",
    refute: (secret) => !isUserAndPassword(secret),
  },
  {
    id: "netrc-password",
    keywords: ["machine ", "default login"],
    pattern:
      `(?:machine[ \\t]{1,4}(?:[\\w-]{1,60}\\.[\\w.-]{1,100}|localhost)${blank}|default[ \\t]{1,4})login${blank}[^\\s\\\\]{1,100}${blank}` +
      `(?:account${blank}[^\\s\\\\]{1,60}${blank})?password${blank}(?<secret>[^\\s\\\\"]{3,200})`,
    looks: "password",
  },
  {
    id: "curl-user",
    keywords: ["-u ", "--user ", "--user=", '-u"', "-u'", "--proxy-user "],
    pattern: "(?<=[ \\t])(?:-u[ ]{0,2}|--(?:proxy-)?user[ =])[\"']?[^\\s:\"']{1,80}:(?<secret>[^\\s\"']{3,200})",
    looks: "password",
    // Other programs take `user:group` there.
    refute: (_secret, text, start) => !/\b(?:curl|wget|https?|xh|httpie)\b/.test(lineBefore(text, start)),
  },
  {
    id: "sshpass-password",
    keywords: ["sshpass"],
    pattern: "sshpass[ \\t]{1,4}-p[ \\t]{0,4}[\"']?(?<secret>[^\\s\"']{3,200})",
    looks: "password",
  },
  {
    id: "mysql-password",
    keywords: [" -p"],
    pattern: "[ \\t]-p[\"']?(?<secret>[^\\s\"'-][^\\s\"']{3,200})",
    looks: "password",
    refute: (_secret, text, start) =>
      !/\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)\b/.test(lineBefore(text, start)),
  },
  {
    id: "login-password",
    keywords: [" -p ", " -a "],
    pattern: "[ \\t]-[pa][ \\t]{1,4}[\"']?(?<secret>[^\\s\"'-][^\\s\"']{3,200})",
    looks: "password",
    refute: (_secret, text, start) =>
      !/\b(?:(?:docker|podman|az|oc)(?: registry)? login|redis-cli)\b/.test(lineBefore(text, start)),
  },
];

const longestLookBack = 200;

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - longestLookBack), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}
