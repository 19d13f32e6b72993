import { describe, expect, it } from "vitest";
import { negatives } from "../../../test/corpus/secrets/negative.ts";
import { positives } from "../../../test/corpus/secrets/positive.ts";
import { findSecrets } from "./find-secrets.ts";
import { knownSecrets } from "./known-secrets.ts";
import { createRedactor, redactText, redactValue } from "./redact.ts";
import { base62, hasChecksum } from "./validate.ts";

describe("docker §10.43: secrets are replaced and everything around them is kept", () => {
  it("there are at least 300 samples", () => expect(positives.length).toBeGreaterThanOrEqual(300));

  it.each(positives.map((sample) => [sample.id, sample] as const))("%s", (_id, { text, expected, secrets }) => {
    expect(secrets.length).toBeGreaterThan(0);
    expect(redactText(text)).toBe(expected);
    expect(redactText(expected)).toBe(expected);
  });
});

describe("docker §10.43: what only looks like a secret stays", () => {
  it("there are at least 300 samples", () => expect(negatives.length).toBeGreaterThanOrEqual(300));

  it.each(negatives.map(({ id, text }) => [id, text] as const))("%s: %j", (_id, text) => {
    expect(redactText(text)).toBe(text);
  });
});

const letters = "A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5";
const token = `ghp_${letters}aB3dE6`;

describe("docker §10.43: redaction", () => {
  it.each<[what: string, given: string, expected: string]>([
    ["keeps the text around a secret", `a ${token} b`, "a [REDACTED] b"],
    ["replaces several secrets", `${token},${token}`, "[REDACTED],[REDACTED]"],
    ["merges overlapping finds", `GITHUB_TOKEN=${token}`, "GITHUB_TOKEN=[REDACTED]"],
    ["keeps user and host of a connection", "postgres://ada:s3cr3t-w0rd@db/app", "postgres://ada:[REDACTED]@db/app"],
    ["leaves its own marker alone", "TOKEN=[REDACTED] [REDACTED]", "TOKEN=[REDACTED] [REDACTED]"],
    ["redacts a token with a bad checksum: the format may have changed", `ghp_${letters}zzzzz9`, "[REDACTED]"],
    [
      "leaves a token alone that decodes to nothing",
      "eyJabcdefghijk.eyJabcdefghijkl.abcdefghijklmnop",
      "eyJabcdefghijk.eyJabcdefghijkl.abcdefghijklmnop",
    ],
  ])("%s", (_what, given, expected) => {
    expect(redactText(given)).toBe(expected);
    expect(redactText(expected)).toBe(expected);
  });

  it("a good checksum settles what looks like a placeholder", () => {
    const body = "x".repeat(30);
    const checksum = base62(crcOf(body));
    expect(hasChecksum(`ghp_${body}${checksum}`)).toBe(true);
    expect(redactText(`ghp_${body}${checksum}`)).toBe("[REDACTED]");
  });

  it("names the rule and the place", () => {
    expect(findSecrets(`x ${token} y`)).toEqual([{ start: 2, end: 2 + token.length, rule: "github-token" }]);
  });
});

describe("redactValue", () => {
  it.each<[what: string, given: unknown, expected: unknown]>([
    ["a text", token, "[REDACTED]"],
    ["deep inside", { a: [{ b: token, n: 1 }] }, { a: [{ b: "[REDACTED]", n: 1 }] }],
    ["a value that its key gives away", { DB_PASSWORD: "s3cr3t-w0rd" }, { DB_PASSWORD: "[REDACTED]" }],
    ["an argument that its flag gives away", ["t", "--password", "s3cr3t-w0rd"], ["t", "--password", "[REDACTED]"]],
    ["a key stays", { [token]: 1 }, { [token]: 1 }],
    [
      "numbers, booleans and null stay",
      { password: 12345678, token: true, secret: null },
      { password: 12345678, token: true, secret: null },
    ],
  ])("%s", (_what, given, expected) => expect(redactValue(given)).toEqual(expected));

  it("answers with the value itself when nothing was found", () => {
    const value = { a: ["b", { c: 1 }] };
    expect(redactValue(value)).toBe(value);
  });

  it("changes nothing of what it is given", () => {
    const value = Object.freeze({ list: Object.freeze([token]) });
    expect(redactValue(value)).toEqual({ list: ["[REDACTED]"] });
    expect(value.list).toEqual([token]);
  });

  it("keeps a key named __proto__ an ordinary key", () => {
    const copy = redactValue(JSON.parse(`{"__proto__":{"a":"${token}"}}`));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":"[REDACTED]"}}');
  });

  it("survives any depth", () => {
    const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    expect(JSON.stringify(redactValue(deep))).toContain("[REDACTED]");
  });
});

describe("values that are known to be secret", () => {
  const { redactText: redact, mayHoldSecret } = createRedactor({
    known: ["plain words!", 'with "quotes" inside', "short"],
  });

  it.each<[what: string, given: string, expected: string]>([
    ["wherever they turn up", "say plain words! twice: plain words!", "say [REDACTED] twice: [REDACTED]"],
    ["written as JSON", '{"a":"with \\"quotes\\" inside"}', '{"a":"[REDACTED]"}'],
    ["written in an address", "?q=plain%20words!", "?q=[REDACTED]"],
    ["written as base64", `x ${Buffer.from("plain words!").toString("base64")}`, "x [REDACTED]"],
    ["but not what is too short to be told from words", "short", "short"],
  ])("%s", (_what, given, expected) => expect(redact(given)).toBe(expected));

  it("a quick look sees them too", () => {
    expect(mayHoldSecret("plain words!")).toBe(true);
    expect(mayHoldSecret("other words")).toBe(false);
  });

  it("are taken from an environment by their names", () => {
    const environment = {
      GITHUB_TOKEN: "s3cr3t-w0rd",
      API_KEY: "tiny",
      TOKEN_FILE: "/run/secrets/token",
      DB_PASSWORD: "${OTHER}",
      HOME: "/home/ada/project",
      UNSET_SECRET: undefined,
    };
    expect(knownSecrets(environment)).toEqual(["s3cr3t-w0rd"]);
  });
});

function crcOf(text: string): number {
  let crc = ~0;
  for (const char of text) {
    crc ^= char.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
