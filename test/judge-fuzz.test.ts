import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contracts, patchDenies } from "../src/catalog/catalog.ts";
import type { EventContract, Fields } from "../src/catalog/contract.ts";
import { isDeniedDecision } from "../src/catalog/permission.ts";
import { aghWire } from "../src/dialects/agh/wire.ts";
import { judgeReply } from "../src/engine/judge.ts";
import type { ProcessOutput } from "../src/engine/ports.ts";

/*
 * What a hook prints is untrusted. Whatever it is, it must come to a judgement or to a named failure; a readable deny
 * must never get lost, and a refusal must never become a permission.
 */

const decision = fc.constantFrom(
  "allow",
  "allow-once",
  "ask",
  "pending",
  "deny",
  "Denied",
  "reject-once",
  "blocked",
  "",
  "maybe",
);
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string())), { maxKeys: 3 }),
  decision,
);

/** Objects whose keys are mostly fields of the event, with values of mostly the wrong kind. */
const fieldsLike = (names: readonly string[]) =>
  fc.dictionary(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...names, "deny", "deny_reason", "cancel", "decision") },
      { weight: 1, arbitrary: fc.string() },
    ),
    value,
    {
      maxKeys: 8,
    },
  );

const patchFor = (contract: EventContract) =>
  fc.oneof(
    fieldsLike(Object.keys(contract.patch.shape)),
    fc.record({ deny: fc.boolean(), deny_reason: fc.string() }, { requiredKeys: [] }),
    fc.record({ decision, decision_class: fc.string() }, { requiredKeys: [] }),
  );

const cases = fc.constantFrom(...contracts).chain((contract) =>
  fc.record({
    contract: fc.constant(contract),
    payload: fieldsLike(Object.keys(contract.payload.shape)).map((payload): Fields => payload),
    patch: patchFor(contract),
    decision,
  }),
);

const output = (stdout: string): ProcessOutput => ({ kind: "output", exitCode: 0, stdout, stderr: "", stderrBytes: 0 });
const wire = aghWire(8192);

describe("decode and judge", () => {
  it("10,000 payloads and patches: no throw, no deny lost, no permission escalated", () => {
    let denied = 0;
    let unreadable = 0;
    fc.assert(
      fc.property(cases, ({ contract, payload, patch, decision }) => {
        const before = { ...payload, decision };
        const copy = structuredClone(before);
        const effects = wire.decode(contract, output(JSON.stringify(patch)));
        if (effects.kind === "failure") {
          unreadable++;
          expect(effects.detail).not.toBe("");
          return;
        }
        const judged = judgeReply(contract, "hook", before, effects);
        expect(before).toEqual(copy);
        if (patchDenies(contract, patch) && contract.deny !== "none") {
          denied++;
          expect(judged.outcome).toBe("denied");
          expect(judged.decision).toBe("deny");
        } else expect(judged.decision).not.toBe("deny");
        if (contract.guard === "permission-escalation" && isDeniedDecision(decision)) {
          expect(judged.decision).not.toBe("allow");
          expect(isDeniedDecision(judged.payload.decision)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
    expect(denied).toBeGreaterThan(500);
    expect(unreadable).toBeGreaterThan(500);
  });

  it("5,000 outputs that are hardly JSON: a failure with a name, and nothing of ours is polluted", () => {
    const noise = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json().map((json) => json.slice(0, -1)),
      fc.json().map((json) => `${json} trailing`),
      fc.constantFrom(
        '{"__proto__":{"deny":true}}',
        '{"constructor":1}',
        '{"deny":true,"deny":false}',
        "[".repeat(500),
        "\u{feff}{}",
        "{}{}",
        "NaN",
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...contracts), noise, (contract, stdout) => {
        const effects = wire.decode(contract, output(stdout));
        if (effects.kind === "failure") expect(effects.failure).toBe("unreadable");
        else judgeReply(contract, "hook", {}, effects);
      }),
      { numRuns: 5_000 },
    );
    expect(Object.hasOwn(Object.prototype, "deny")).toBe(false);
  });
});
