import { describe, expect, it } from "vitest";
import { readHooks } from "../../src/app/read-hooks.ts";
import { openRepository } from "./repository.ts";

const secrets =
  "ANTHROPIC_API_KEY OPENAI_API_KEY AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN NPM_TOKEN SLACK_TOKEN STRIPE_SECRET_KEY DATABASE_PASSWORD DB_PASSWORD MYSQL_PWD SSH_PRIVATE_KEY GOOGLE_API_KEY AZURE_CLIENT_SECRET SENTRY_AUTH_TOKEN VAULT_TOKEN JWT_SECRET SERVICE_CREDENTIALS".split(
    " ",
  );

const manifest = (names: readonly string[]) =>
  JSON.stringify({
    name: "tools",
    resources: {
      hooks: names.map((name) => ({
        name: `wants-${name}`,
        event: "tool.pre_call",
        mode: "sync",
        command: "true",
        env: { X: `{{env:${name}}}` },
      })),
    },
  });

const environment = Object.fromEntries(secrets.map((name) => [name, `needle-${name}`]));

describe("T7 an extension that asks for secrets", () => {
  it("gets none of 20, and each is reported", () => {
    const repository = openRepository({ ".hookline/extensions/tools/extension.json": manifest(secrets) });
    const place = { ...repository.place, environment: { ...repository.place.environment, ...environment } };
    const { hooks, findings } = readHooks(place);
    expect(secrets).toHaveLength(20);
    expect(hooks).toEqual([]);
    expect(findings.map(({ code }) => code)).toEqual(secrets.map(() => "HOOK_ENV_SECRET"));
    expect(JSON.stringify(findings)).not.toContain("needle");
  });

  it("a repository cannot allow it to itself", () => {
    const repository = openRepository({
      ".hookline/extensions/tools/extension.json": manifest(secrets.slice(0, 1)),
      ".hookline/config.toml": `[extensions]\nallowed_env = ["${secrets[0]}"]\n`,
    });
    const place = { ...repository.place, environment: { ...repository.place.environment, ...environment } };
    expect(
      readHooks(place)
        .findings.map(({ code }) => code)
        .sort(),
    ).toEqual(["CONFIG_NOT_HERE", "HOOK_ENV_SECRET"]);
  });

  it("what the user allowed is shown by its name, and its value is no part of what is trusted", async () => {
    const repository = openRepository({ ".hookline/extensions/tools/extension.json": manifest(["GITHUB_TOKEN"]) });
    repository.write(`${repository.home}/config.toml`, '[extensions]\nallowed_env = ["tools:GITHUB_TOKEN"]\n');
    const withToken = (value: string) =>
      openRepository(
        {},
        {
          ...repository.place,
          environment: { ...repository.place.environment, GITHUB_TOKEN: value },
        },
      );
    const first = withToken("needle-one");
    await first.trustAll();
    const [subject] = first.review().subjects;
    expect(subject?.evidence.declaration).toContain("{{env:GITHUB_TOKEN}}");
    expect(subject?.evidence.declaration).not.toContain("needle");
    const [hook] = withToken("needle-two").hooks();
    expect(hook?.trust).toMatchObject({ state: "trusted" });
    expect(hook?.executor).toMatchObject({ env: { X: "needle-two" } });
  });
});
