import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHooks } from "../../src/app/read-hooks.ts";
import { openRepository, type Repository } from "./repository.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a file may not say of itself. */
const claims = fc.oneof(
  fc.record({
    key: fc.constantFrom("trust", "trusted", "fromWorkspace", "from_workspace"),
    value: fc.oneof(
      fc.boolean(),
      fc.constantFrom("trusted", "native", ""),
      fc.constant({ state: "trusted", refusal: null, fingerprint: "0" }),
    ),
  }),
  fc.record({ key: fc.constant("source"), value: fc.constant("native") }),
);

const harmless: fc.Arbitrary<Fields> = fc.record({ timeout: fc.integer({ min: 1, max: 60 }) }, { requiredKeys: [] });

/** How each dialect would write a hook that makes such a claim. */
const dialects: Readonly<Record<string, (fields: Fields) => Readonly<Record<string, string>>>> = {
  agh: ({ timeout, ...fields }) => ({
    ".hookline/extensions/x/extension.json": JSON.stringify({
      name: "x",
      resources: {
        hooks: [
          {
            name: "c",
            event: "tool.pre_call",
            mode: "sync",
            command: "true",
            ...(timeout ? { timeout: `${timeout}s` } : {}),
            ...fields,
          },
        ],
      },
    }),
  }),
  "docker-agent": (fields) => ({
    "hookline.yaml": JSON.stringify({
      hooks: { pre_tool_use: [{ hooks: [{ type: "command", command: "true", ...fields }] }] },
    }),
  }),
  claude: (fields) => ({
    ".hookline/hooks.json": JSON.stringify({
      hooks: { PreToolUse: [{ type: "command", command: "true", ...fields }] },
    }),
  }),
  "agent-hooks": ({ timeout, ...fields }) => ({
    ".agents/hooks/c/HOOK.md": `---\n${JSON.stringify({ name: "c", description: "x", trigger: "pre-tool-call", ...(timeout ? { timeout: Number(timeout) * 1000 } : {}), ...fields })}\n---\n`,
    ".agents/hooks/c/scripts/run.sh": "#!/bin/sh\n",
  }),
};

const ownHooks = ({ hooks }: Repository, dialect: string) =>
  hooks().filter((hook) => hook.dialect === dialect && hook.fromWorkspace === true);

describe.each(Object.entries(dialects))("T5 a %s file", (dialect, filesOf) => {
  it("is read when it claims nothing, and needs trust", () => {
    const repository = openRepository(filesOf({}));
    expect(ownHooks(repository, dialect)).toMatchObject([{ name: expect.any(String), trust: { state: "new" } }]);
  });

  it("cannot say of itself what only others can say: that is an error, and nothing of it runs", () => {
    const repository = openRepository({});
    fc.assert(
      fc.property(claims, harmless, ({ key, value }, fields) => {
        for (const [path, text] of Object.entries(filesOf({ ...fields, [key]: value }))) repository.write(path, text);
        expect(ownHooks(repository, dialect)).toEqual([]);
        const { problems } = validated(repository);
        expect(problems.filter(({ severity }) => severity === "error")).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("does not become trusted by anything that it says", () => {
    const repository = openRepository({});
    const anything = fc.dictionary(
      fc.constantFrom(
        "required",
        "priority",
        "metadata",
        "name",
        "executor",
        "kind",
        "managed",
        "__proto__",
        "bound",
        "trust",
      ),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(anything, (fields) => {
        for (const [path, text] of Object.entries(filesOf(fields))) repository.write(path, text);
        for (const hook of repository.hooks()) {
          expect(hook.source).not.toBe("native");
          if (hook.executor.kind !== "broken" && hook.fromWorkspace)
            expect(hook.trust?.refusal).toEqual(expect.any(String));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function validated({ place }: Repository) {
  return { problems: readHooks({ ...place, trust: "unchecked" }).findings };
}
