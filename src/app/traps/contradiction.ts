import type { Condition } from "../../engine/matcher.ts";
import { conditionsOf } from "../../engine/select.ts";
import { atDeclaration, type Subject, type Trap } from "./trap.ts";

/** Two conditions about the same value, of which one allows only a few texts and the other none of them. */
export const contradiction: Trap = (subject) => {
  const conditions = conditionsOf(subject.hook);
  for (const one of conditions) {
    const values = valuesOf(one);
    const other = conditions.find(({ path, test }) => path === one.path && values?.every((value) => !test(value)));
    if (other && other !== one) return [tell(subject, one, other)];
  }
  return [];
};

/** The only texts that can pass; null when there may be others. */
function valuesOf({ literal, pattern, test }: Condition): readonly string[] | null {
  if (literal !== null) return [literal];
  if (typeof pattern !== "string" || !/^[\w|]+$/.test(pattern)) return null;
  const names = pattern.split("|");
  const isList = names.every((name) => test(name) && !test(`x${name}`) && !test(`${name}x`));
  return isList ? names : null;
}

function tell(subject: Subject, one: Condition, other: Condition) {
  return atDeclaration(subject, "TRAP_CONDITIONS_CONTRADICT", { one: nameOf(one), other: nameOf(other) });
}

function nameOf({ key, pattern }: Condition): string {
  return `${key} ${JSON.stringify(pattern)}`;
}
