import { describe, expect, it } from "vitest";
import { maskSecrets, maskText } from "./mask-secrets.ts";
import { isSecretName } from "./secret-name.ts";

describe("isSecretName", () => {
  it.each([
    "secret",
    "client_secret",
    "clientSecret",
    "AWS_SECRET_ACCESS_KEY",
    "token",
    "access_token",
    "x-auth-token",
    "GITHUB_TOKEN",
    "authtoken",
    "tokens",
    "refreshTokens",
    "password",
    "db.password",
    "PASSWD",
    "api_key",
    "apikey",
    "api-key",
    "apiKey",
    "X-API-KEY",
    "private_key",
    "privateKey",
    "ssh key",
    "authorization",
    "Proxy-Authorization",
    "bearer",
    "credentials",
    "cookie",
    "Set-Cookie",
    "session_key",
    "sessionKey",
    "passphrase",
  ])("%s is one", (name) => expect(isSecretName(name)).toBe(true));

  it.each([
    "input_tokens",
    "max_tokens",
    "maxTokens",
    "token_count",
    "tokenizer",
    "tokenize",
    "detokenized",
    "total_tokens",
    "token_limit",
    "cache_read_input_tokens",
    "token_type",
    "key",
    "keys",
    "keyboard",
    "author",
    "authored_by",
    "session_id",
    "secretary",
    "pwd",
    "file_path",
    "command",
    "monkey",
    "passed",
  ])("%s is none", (name) => expect(isSecretName(name)).toBe(false));
});

describe("maskSecrets", () => {
  it.each<[what: string, given: unknown, expected: unknown]>([
    ["a value under a secret name", { api_key: "k", path: "p" }, { api_key: "[masked]", path: "p" }],
    ["deep inside", { a: [{ b: { token: "t" } }] }, { a: [{ b: { token: "[masked]" } }] }],
    [
      "everything below a secret name",
      { credentials: { user: "u", list: ["x"] } },
      { credentials: { user: "[masked]", list: ["[masked]"] } },
    ],
    [
      "numbers, booleans and null stay",
      { token: 5, secret: true, password: null },
      { token: 5, secret: true, password: null },
    ],
    [
      "counts of tokens stay",
      { max_tokens: "4096", usage: { input_tokens: 3 } },
      { max_tokens: "4096", usage: { input_tokens: 3 } },
    ],
    [
      "an environment as a list",
      [
        { name: "API_KEY", value: "k" },
        { name: "HOME", value: "/h" },
      ],
      [
        { name: "API_KEY", value: "[masked]" },
        { name: "HOME", value: "/h" },
      ],
    ],
    ["a flag and the argument after it", ["curl", "--token", "t", "-v"], ["curl", "--token", "[masked]", "-v"]],
    ["JSON inside a text", { body: '{"user":"u","password":"p"}' }, { body: '{"user":"u","password":"[masked]"}' }],
    [
      "JSON inside JSON inside a text",
      JSON.stringify({ a: JSON.stringify({ token: "t" }) }),
      JSON.stringify({ a: JSON.stringify({ token: "[masked]" }) }),
    ],
    ["JSON text without a secret keeps its spelling", '{ "a" : 1, "tokenizer": "x" }', '{ "a" : 1, "tokenizer": "x" }'],
    ["an assignment inside a text", { command: "API_KEY=abc ./run" }, { command: "API_KEY=[masked] ./run" }],
    ["a plain value", "hello", "hello"],
    ["nothing", null, null],
  ])("%s", (_what, given, expected) => expect(maskSecrets(given)).toEqual(expected));

  it("leaves the given value alone", () => {
    const given = { token: "t", list: [{ secret: "s" }] };
    maskSecrets(given);
    expect(given).toEqual({ token: "t", list: [{ secret: "s" }] });
  });

  it("keeps a key named __proto__ an ordinary key", () => {
    const copy = maskSecrets(JSON.parse('{"__proto__":{"token":"t"}}'));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"token":"[masked]"}}');
  });

  it("survives any depth", () => {
    expect(JSON.stringify(maskSecrets(JSON.parse("[".repeat(50_000) + "]".repeat(50_000))))).toContain("[masked]");
  });
});

describe("maskText", () => {
  it.each([
    ["token=abc123", "token=[masked]"],
    ["export API_KEY='a b c' && run", "export API_KEY='[masked]' && run"],
    ['api_key = "abc"', 'api_key = "[masked]"'],
    ["curl -H 'Authorization: Bearer abc.def' https://x", "curl -H 'Authorization: [masked]' https://x"],
    ["Cookie: a=b; c=d\nHost: x", "Cookie: [masked]\nHost: x"],
    ["authorization=Bearer abcdefgh1", "authorization=[masked]"],
    ["sent Bearer abcdefgh12345 to it", "sent Bearer [masked] to it"],
    ['{"password": "p", "n": 1', '{"password": "[masked]", "n": 1'],
    ['{\\"password\\": \\"p\\", \\"n\\": 1', '{\\"password\\": \\"[masked]\\", \\"n\\": 1'],
    ["mysql --password hunter2 -u me", "mysql --password [masked] -u me"],
    ["mysql --password=hunter2 -u me", "mysql --password=[masked] -u me"],
    ["postgres://me:hunter2@db/app", "postgres://me:[masked]@db/app"],
    ["password: hunter2hunter2", "password: [masked]"],
    ["?token=abc&user=me", "?token=[masked]&user=me"],
    ["secret=a secret=b", "secret=[masked] secret=[masked]"],
    ["a token is needed", "a token is needed"],
    ["password: string", "password: string"],
    ["token == null", "token == null"],
    ["--token --verbose", "--token --verbose"],
    ["max_tokens=4096", "max_tokens=4096"],
    ["https://example.com/a:b", "https://example.com/a:b"],
  ])("%s", (given, expected) => expect(maskText(given)).toBe(expected));

  it.each(["token", 'token="', "token=", "a:", " token ", "://a:", "--token ", "\\"])(
    "a megabyte of %j is no burden",
    (piece) => {
      const text = `secret ${piece.repeat(1_000_000 / piece.length)}`;
      expect(maskText(text).length).toBeGreaterThan(0);
    },
  );
});
