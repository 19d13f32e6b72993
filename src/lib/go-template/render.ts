import { callFunction, isShortCircuit } from "./functions.ts";
import { TemplateError } from "./template-error.ts";
import { textOf } from "./text.ts";
import type { Body, Command, Field, Node, Operand, Pipe } from "./tree.ts";
import { describe, isObject, isTrue } from "./values.ts";

export interface RenderOptions {
  /**
   * What a field that the data does not have means. `no-value` prints Go's `<no value>`; `error-at-top` refuses unknown
   * fields of the data itself, as Go does for a struct, but not inside it; `error` refuses all of them.
   */
  readonly missing: "no-value" | "error-at-top" | "error";
  /** Put around every value that is written, for readers who must tell data from the template's own words. */
  readonly frame: ((text: string) => string) | null;
  /** In characters. */
  readonly maxOutput: number;
  /** Steps, with long texts counted by their length; a bound on time that does not depend on the machine. */
  readonly maxWork: number;
}

interface Machine {
  readonly data: unknown;
  readonly options: RenderOptions;
  readonly out: string[];
  size: number;
  work: number;
  /** Innermost last. */
  readonly variables: { readonly name: string; value: unknown }[];
}

type Leaving = "break" | "continue" | null;

/** Walks the nodes and answers with the text; throws a TemplateError. */
export function renderNodes(nodes: Body, data: unknown, options: RenderOptions): string {
  const machine: Machine = { data, options, out: [], size: 0, work: 0, variables: [{ name: "$", value: data }] };
  renderBody(machine, nodes, data);
  return machine.out.join("");
}

function renderBody(machine: Machine, nodes: Body, dot: unknown): Leaving {
  const outside = machine.variables.length;
  let leaving: Leaving = null;
  for (const node of nodes) {
    leaving = renderNode(machine, node, dot);
    if (leaving) break;
  }
  machine.variables.length = outside;
  return leaving;
}

function renderNode(machine: Machine, node: Node, dot: unknown): Leaving {
  switch (node.kind) {
    case "text":
      write(machine, node.text, 1);
      return null;
    case "print": {
      const value = evaluate(machine, node.pipe, dot);
      // `{{ $x := 1 }}` sets and prints nothing.
      if (node.pipe.variables.length === 0) writeValue(machine, value, node.pipe.line);
      return null;
    }
    case "break":
    case "continue":
      return node.kind;
    case "if":
    case "with":
    case "range":
      return renderBlock(machine, node, dot);
  }
}

function renderBlock(machine: Machine, node: Extract<Node, { pipe: Pipe; then: Body }>, dot: unknown): Leaving {
  const outside = machine.variables.length;
  const value = evaluate(machine, node.pipe, dot, node.kind === "range");
  let leaving: Leaving;
  if (node.kind === "range") leaving = renderRange(machine, node, value, dot);
  else if (!isTrue(value)) leaving = renderBody(machine, node.otherwise, dot);
  else leaving = renderBody(machine, node.then, node.kind === "with" ? value : dot);
  machine.variables.length = outside;
  return leaving;
}

function renderRange(
  machine: Machine,
  node: { readonly pipe: Pipe; readonly then: Body; readonly otherwise: Body },
  value: unknown,
  dot: unknown,
): Leaving {
  const { line, variables, declares } = node.pipe;
  const outside = machine.variables.length;
  let isEmpty = true;
  for (const [key, item] of entriesOf(machine, value, line)) {
    isEmpty = false;
    spend(machine, 1, line);
    // With one variable it is the item, with two the first is its index.
    const values = variables.length === 2 ? [key, item] : [item];
    variables.forEach((name, at) => {
      setVariable(machine, name, values[at], declares);
    });
    const leaving = renderBody(machine, node.then, item);
    machine.variables.length = outside;
    if (leaving === "break") break;
  }
  return isEmpty ? renderBody(machine, node.otherwise, dot) : null;
}

function* entriesOf(machine: Machine, value: unknown, line: number): Generator<readonly [unknown, unknown]> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) yield* value.entries();
  else if (typeof value === "number" && Number.isInteger(value)) for (let at = 0; at < value; at++) yield [at, at];
  else if (isObject(value)) {
    const keys = Object.keys(value).sort();
    spend(machine, keys.length, line);
    for (const key of keys) yield [key, value[key]];
  } else throw new TemplateError(line, `range cannot go through ${describe(value)}`);
}

function evaluate(machine: Machine, pipe: Pipe, dot: unknown, isRange = false): unknown {
  let value: unknown;
  let isPiped = false;
  for (const command of pipe.commands) {
    value = run(machine, command, dot, pipe.line, isPiped ? [value] : []);
    isPiped = true;
  }
  // The variables of a range are set once for each of its items.
  if (!isRange) for (const name of pipe.variables) setVariable(machine, name, value, pipe.declares);
  return value;
}

function run(machine: Machine, command: Command, dot: unknown, line: number, piped: readonly unknown[]): unknown {
  if (command.kind === "operand") return operandValue(machine, command.operand, dot, line);
  return call(machine, command.name, command.args, dot, line, piped);
}

function call(
  machine: Machine,
  name: string,
  operands: readonly Operand[],
  dot: unknown,
  line: number,
  piped: readonly unknown[],
): unknown {
  if (isShortCircuit(name)) return firstThatDecides(machine, name, operands, dot, line, piped);
  const args = [...operands.map((operand) => operandValue(machine, operand, dot, line)), ...piped];
  for (const value of args) spend(machine, weightOf(value), line);
  const result = callFunction(name, args, { line, limit: machine.options.maxOutput });
  spend(machine, typeof result === "string" ? 1 + result.length / 4 : 1, line);
  return result;
}

/** How much there is to look at: comparing long texts or counting many keys is not one step. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length / 16;
  return isObject(value) ? Object.keys(value).length : 0;
}

function firstThatDecides(
  machine: Machine,
  name: "and" | "or",
  operands: readonly Operand[],
  dot: unknown,
  line: number,
  piped: readonly unknown[],
): unknown {
  if (operands.length + piped.length === 0) throw new TemplateError(line, `${name} wants at least 1 value`);
  let value: unknown;
  for (const operand of operands) {
    value = operandValue(machine, operand, dot, line);
    if (isTrue(value) === (name === "or")) return value;
  }
  return piped.length > 0 ? piped[0] : value;
}

function operandValue(machine: Machine, { of, path }: Operand, dot: unknown, line: number): unknown {
  spend(machine, 1, line);
  const subject = subjectOf(machine, of, dot, line);
  return path.reduce((value, field) => fieldOf(machine, value, field, line), subject);
}

function subjectOf(machine: Machine, of: Operand["of"], dot: unknown, line: number): unknown {
  switch (of.kind) {
    case "literal":
      return of.value;
    case "dot":
      return dot;
    case "variable":
      return machine.variables.findLast(({ name }) => name === of.name)?.value;
    case "call":
      return call(machine, of.name, [], dot, line, []);
    case "pipe":
      return evaluate(machine, of.pipe, dot);
  }
}

/** Only own properties count: neither the template nor the data reaches what JavaScript keeps behind them. */
function fieldOf(machine: Machine, value: unknown, { name, jsonName }: Field, line: number): unknown {
  spend(machine, 1, line);
  const { missing } = machine.options;
  if (value === null || value === undefined) {
    if (missing === "error") throw new TemplateError(line, `there is no ${name} in a missing value`);
    return null;
  }
  if (!isObject(value)) throw new TemplateError(line, `${describe(value)} has no field ${name}`);
  if (Object.hasOwn(value, name)) return value[name];
  if (jsonName !== null && Object.hasOwn(value, jsonName)) return value[jsonName];
  if (missing === "error" || (missing === "error-at-top" && value === machine.data)) {
    throw new TemplateError(line, `there is no field ${name}`);
  }
  return null;
}

function setVariable(machine: Machine, name: string, value: unknown, declares: boolean): void {
  const known = declares ? undefined : machine.variables.findLast((variable) => variable.name === name);
  if (known) known.value = value;
  else machine.variables.push({ name, value });
}

function writeValue(machine: Machine, value: unknown, line: number): void {
  const { frame, maxOutput } = machine.options;
  const text = textOf(value, { line, limit: maxOutput });
  const isText = typeof value === "string" || (typeof value === "object" && value !== null);
  write(machine, frame !== null && isText ? frame(text) : text, line);
}

function write(machine: Machine, text: string, line: number): void {
  spend(machine, 1 + text.length / 16, line);
  machine.size += text.length;
  const { maxOutput } = machine.options;
  if (machine.size > maxOutput) throw new TemplateError(line, `the text is longer than ${maxOutput} characters`);
  machine.out.push(text);
}

function spend(machine: Machine, work: number, line: number): void {
  machine.work += work;
  if (machine.work > machine.options.maxWork) throw new TemplateError(line, "the template does too much work");
}
