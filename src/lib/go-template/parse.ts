import { isFunction } from "./functions.ts";
import { scan, type Token } from "./scan.ts";
import { TemplateError } from "./template-error.ts";
import type { Body, Command, Field, Node, Operand, Pipe } from "./tree.ts";

// Both the parser and the renderer recurse; neither may run out of stack on a hostile template.
const deepest = 50;
const longest = 64 * 1024;
/** A variable is looked for among all that are set. */
const mostVariablesAtOnce = 100;

/** Reads the text of a template into its nodes; throws a TemplateError when it is not one. */
export function parseNodes(template: string): Body {
  if (template.length > longest) throw new TemplateError(1, `a template may have ${longest} characters at most`);
  const reader: Reader = { tokens: scan(template), at: 0, depth: 0, loops: 0, variables: ["$"] };
  const { body, end } = parseBody(reader);
  if (end) throw new TemplateError(end.line, `there is nothing open that {{ ${end.word} }} could belong to`);
  return body;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  loops: number;
  /** The variables that may be used at this place. */
  variables: string[];
}

/** The `{{ end }}` or `{{ else … }}` that closed a body. For `else if` and `else with` the reader stands at that word. */
interface End {
  readonly word: "end" | "else";
  readonly line: number;
}

function parseBody(reader: Reader): { body: Node[]; end: End | null } {
  const body: Node[] = [];
  for (let token = reader.tokens[reader.at]; token; token = reader.tokens[reader.at]) {
    reader.at++;
    if (token.kind === "text") {
      body.push({ kind: "text", text: token.text });
      continue;
    }
    const word = wordAt(reader);
    if (word === "end" || word === "else") {
      reader.at++;
      if (word === "end") expectClose(reader, "end");
      return { body, end: { word, line: token.line } };
    }
    const node = parseAction(reader, word, token.line);
    if (node) body.push(node);
  }
  return { body, end: null };
}

function parseAction(reader: Reader, word: string | null, line: number): Node | null {
  switch (word) {
    case "if":
    case "with":
    case "range":
      reader.at++;
      return parseBlock(reader, word, line);
    case "break":
    case "continue":
      if (reader.loops === 0) throw new TemplateError(line, `{{ ${word} }} stands outside {{ range }}`);
      reader.at++;
      expectClose(reader, word);
      return { kind: word };
    case "define":
    case "template":
    case "block":
      throw new TemplateError(line, `{{ ${word} }} is not supported; write the text in place`);
    default: {
      const pipe = parsePipe(reader, line, 1);
      expectClose(reader, "this");
      return { kind: "print", pipe };
    }
  }
}

function parseBlock(reader: Reader, kind: "if" | "with" | "range", line: number): Node {
  if (++reader.depth > deepest) throw new TemplateError(line, `blocks are nested more than ${deepest} levels deep`);
  const outside = reader.variables.length;
  const pipe = parsePipe(reader, line, kind === "range" ? 2 : 1);
  expectClose(reader, kind);
  if (kind === "range") reader.loops++;
  const inside = reader.variables.length;
  const { body: then, end } = parseBody(reader);
  if (kind === "range") reader.loops--;
  reader.variables.length = inside;
  if (!end) throw new TemplateError(line, `{{ ${kind} }} has no {{ end }}`);
  const otherwise = end.word === "else" ? parseElse(reader, kind, line) : [];
  reader.variables.length = outside;
  reader.depth--;
  return { kind, pipe, then, otherwise };
}

/** Reads what follows `else`: a body up to `{{ end }}`, or, after `else if`, one more block that shares that end. */
function parseElse(reader: Reader, kind: "if" | "with" | "range", line: number): Body {
  const word = wordAt(reader);
  if (word !== null) {
    if (word !== kind || kind === "range") throw new TemplateError(line, `{{ else ${word} }} does not follow ${kind}`);
    reader.at++;
    return [parseBlock(reader, kind, line)];
  }
  expectClose(reader, "else");
  const { body, end } = parseBody(reader);
  if (end?.word === "end") return body;
  throw new TemplateError(line, end ? `{{ ${kind} }} has two {{ else }}` : `{{ ${kind} }} has no {{ end }}`);
}

function parsePipe(reader: Reader, line: number, mostVariables: number): Pipe {
  if (++reader.depth > deepest)
    throw new TemplateError(line, `the template is nested more than ${deepest} levels deep`);
  const { variables, declares } = parseVariables(reader, mostVariables);
  const commands: Command[] = [];
  do commands.push(parseCommand(reader, line, commands.length > 0));
  while (takeSign(reader, "|"));
  // A variable may be used after its own declaration, not in it.
  if (declares) reader.variables.push(...variables);
  if (reader.variables.length > mostVariablesAtOnce) throw new TemplateError(line, "too many variables are set here");
  reader.depth--;
  return { line, variables, declares, commands };
}

function parseVariables(reader: Reader, most: number): { variables: string[]; declares: boolean } {
  const start = reader.at;
  const variables: string[] = [];
  for (let token = reader.tokens[reader.at]; token?.kind === "variable"; token = reader.tokens[reader.at]) {
    reader.at++;
    variables.push(token.text);
    if (takeSign(reader, ":=")) return checkedVariables(variables, most, true, token.line);
    if (takeSign(reader, "=")) {
      for (const name of variables) checkKnown(reader, name, token.line);
      return checkedVariables(variables, most, false, token.line);
    }
    if (!takeSign(reader, ",")) break;
  }
  // It was an ordinary use of a variable.
  reader.at = start;
  return { variables: [], declares: false };
}

function checkedVariables(variables: string[], most: number, declares: boolean, line: number) {
  if (variables.length > most) throw new TemplateError(line, `${variables.join(", ")}: only range sets two variables`);
  if (variables.includes("$")) throw new TemplateError(line, "$ alone is the data and cannot be set");
  return { variables, declares };
}

function parseCommand(reader: Reader, line: number, isPiped: boolean): Command {
  const operands: Operand[] = [];
  for (let operand = parseOperand(reader); operand; operand = parseOperand(reader)) {
    if (operands.length > 0 && !operand.spaced)
      throw new TemplateError(line, "two values stand together without a blank");
    operands.push(operand);
  }
  const [first, ...args] = operands;
  if (!first) throw new TemplateError(line, "a value is missing");
  if (first.of.kind === "call" && first.path.length === 0) return { kind: "call", name: first.of.name, args };
  if (args.length > 0) throw new TemplateError(line, "only a function can be given values");
  if (isPiped) throw new TemplateError(line, 'what follows "|" must be a function');
  return { kind: "operand", operand: first };
}

function parseOperand(reader: Reader): (Operand & { readonly spaced: boolean }) | null {
  const token = reader.tokens[reader.at];
  if (!token || token.kind === "text" || token.kind === "open" || token.kind === "close") return null;
  const of = parseSubject(reader, token);
  if (!of) return null;
  // `.a` is the field `a` of the dot; the path takes it up.
  if (token.kind !== "field") reader.at++;
  const path = parsePath(reader, token.kind === "field");
  if (path.length > 0 && of.kind === "literal") throw new TemplateError(token.line, "a constant has no fields");
  return { of, path, spaced: token.spaced };
}

type InnerToken = Exclude<Token, { kind: "text" | "open" | "close" }>;

function parseSubject(reader: Reader, token: InnerToken): Operand["of"] | null {
  switch (token.kind) {
    case "literal":
      return { kind: "literal", value: token.value };
    case "dot":
    case "field":
      return { kind: "dot" };
    case "variable":
      checkKnown(reader, token.text, token.line);
      return { kind: "variable", name: token.text };
    case "word":
      return parseWord(token.text, token.line);
    case "sign":
      return token.text === "(" ? parseParentheses(reader, token.line) : null;
  }
}

function parseWord(word: string, line: number): Operand["of"] {
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
  if (word === "nil") return { kind: "literal", value: null };
  if (isFunction(word)) return { kind: "call", name: word };
  throw new TemplateError(line, `there is no function ${JSON.stringify(word)}`);
}

/** Leaves the reader at the closing parenthesis. */
function parseParentheses(reader: Reader, line: number): Operand["of"] {
  reader.at++;
  const pipe = parsePipe(reader, line, 0);
  const close = reader.tokens[reader.at];
  if (close?.kind !== "sign" || close.text !== ")") throw new TemplateError(line, "a parenthesis is not closed");
  return { kind: "pipe", pipe };
}

function parsePath(reader: Reader, firstMayBeSpaced: boolean): Field[] {
  const path: Field[] = [];
  for (let token = reader.tokens[reader.at]; token?.kind === "field"; token = reader.tokens[reader.at]) {
    if (token.spaced && !(firstMayBeSpaced && path.length === 0)) break;
    const name = token.text.slice(1);
    path.push({ name, jsonName: jsonNameOf(name) });
    reader.at++;
  }
  return path;
}

/** `tool_use_id` for `ToolUseID`. */
function jsonNameOf(name: string): string | null {
  if (!/^[A-Z]/.test(name)) return null;
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

function checkKnown(reader: Reader, variable: string, line: number): void {
  if (!reader.variables.includes(variable)) throw new TemplateError(line, `the variable ${variable} is not set here`);
}

function wordAt(reader: Reader): string | null {
  const token = reader.tokens[reader.at];
  return token?.kind === "word" ? token.text : null;
}

function takeSign(reader: Reader, sign: string): boolean {
  const token = reader.tokens[reader.at];
  if (token?.kind !== "sign" || token.text !== sign) return false;
  reader.at++;
  return true;
}

function expectClose(reader: Reader, after: string): void {
  const token = reader.tokens[reader.at];
  if (token?.kind !== "close") {
    const what = token && "text" in token ? JSON.stringify(token.text) : "something";
    throw new TemplateError(token?.line ?? 1, `${what} after ${after} is not expected`);
  }
  reader.at++;
}
