import { firstBytes } from "../cut-utf8.ts";
import { compare, isEqual } from "./compare.ts";
import { formatted } from "./printf.ts";
import { TemplateError } from "./template-error.ts";
import { joined, type Place, textOf } from "./text.ts";
import { isTrue, lookUp, sizeOf } from "./values.ts";

interface TemplateFunction {
  readonly least: number;
  readonly most: number;
  readonly run: (args: readonly unknown[], place: Place) => unknown;
}

const exactly = (count: number, run: TemplateFunction["run"]): TemplateFunction => ({ least: count, most: count, run });
const atLeast = (least: number, run: TemplateFunction["run"]): TemplateFunction => ({ least, most: 1000, run });

/** What a template can call. A value that comes through a pipe is the last argument. */
const functions: Readonly<Record<string, TemplateFunction>> = {
  toJSON: exactly(1, ([value], place) => jsonOf(value, place)),
  truncate: exactly(2, ([most, value], place) => truncate(most, value, place)),
  len: exactly(1, ([value], place) => sizeOf(value, place)),
  index: atLeast(1, ([value, ...keys], place) => keys.reduce((inner, key) => lookUp(inner, key, place), value)),
  not: exactly(1, ([value]) => !isTrue(value)),
  eq: atLeast(2, ([first, ...rest], place) => rest.some((other) => isEqual(first, other, place))),
  ne: exactly(2, ([first, second], place) => !isEqual(first, second, place)),
  lt: exactly(2, ([first, second], place) => compare(first, second, place) < 0),
  le: exactly(2, ([first, second], place) => compare(first, second, place) <= 0),
  gt: exactly(2, ([first, second], place) => compare(first, second, place) > 0),
  ge: exactly(2, ([first, second], place) => compare(first, second, place) >= 0),
  print: atLeast(0, (args, place) =>
    joined(
      args.map((value) => textOf(value, place)),
      place,
    ),
  ),
  println: atLeast(
    0,
    (args, place) =>
      `${joined(
        args.flatMap((value) => [" ", textOf(value, place)]),
        place,
      ).slice(1)}\n`,
  ),
  printf: atLeast(1, ([format, ...args], place) => formatted(format, args, place)),
};

/** `and` and `or` leave the rest of their arguments alone once the answer is known, so the renderer does them itself. */
const shortCircuits = new Set(["and", "or"]);

export function isFunction(name: string): boolean {
  return Object.hasOwn(functions, name) || shortCircuits.has(name);
}

export function isShortCircuit(name: string): name is "and" | "or" {
  return shortCircuits.has(name);
}

/** Calls a function of the table; its name has been checked when the template was read. */
export function callFunction(name: string, args: readonly unknown[], place: Place): unknown {
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!known) throw new TemplateError(place.line, `there is no function ${JSON.stringify(name)}`);
  if (args.length < known.least || args.length > known.most) {
    const wanted = known.least === known.most ? `${known.least}` : `at least ${known.least}`;
    throw new TemplateError(place.line, `${name} wants ${wanted} values and was given ${args.length}`);
  }
  return known.run(args, place);
}

function jsonOf(value: unknown, place: Place): string {
  try {
    return JSON.stringify(value ?? null);
  } catch {
    throw new TemplateError(place.line, "the value is nested too deep for toJSON");
  }
}

/** Keeps the first `most` bytes of a text and marks the cut; a character is never torn apart. */
function truncate(most: unknown, value: unknown, place: Place): string {
  if (typeof most !== "number")
    throw new TemplateError(place.line, "truncate wants a number first: truncate 200 .Field");
  const text = textOf(value, place);
  if (most <= 0) return text;
  const kept = firstBytes(text, Math.floor(most));
  return kept === text ? text : `${kept}…`;
}
