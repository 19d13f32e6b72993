import { type Argument, fixedArgument } from "../../lib/shell/argument.ts";
import { optionSet, sortArguments } from "../../lib/shell/options.ts";
import { innerOf } from "../../lib/shell/wrapped.ts";
import { interpreterOf, isShell, programName } from "./interpreters.ts";
import { cannotTell, lookUp, type Standpoint, shebangOf } from "./look-up.ts";
import type { NamedProgram, Where } from "./named-program.ts";
import { shellBuiltins } from "./shell-builtins.ts";
import { commandsIn, type ShellArgument } from "./shell-text.ts";

/** A word of a command line that knows where it stands. */
export interface PlacedArgument extends Argument {
  readonly where: Where | null;
}

/** What words mean where a command runs. */
export interface Surroundings extends Standpoint {
  readonly variable: (name: string) => string | null;
  /** True where a shell reads the words, and does some of the work itself. */
  readonly inShell: boolean;
  /** How many texts this one is quoted in. */
  readonly depth: number;
}

const deepest = 6;

/** Lists what one command starts: the program, and the scripts it is given. */
export function programsOfCommand(args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const [first, ...rest] = args;
  if (first === undefined || around.depth > deepest) return [];
  if (!first.isFixed) return [cannotTell(first.text, first.where)];
  const name = programName(first.text);
  if (around.inShell && !first.text.includes("/") && shellBuiltins.has(first.text))
    return programsOfBuiltin(first.text, rest, around);
  return [...startedAs(first, around), ...givenTo(name, rest, around)];
}

/** The programs of a text that a shell will run. `outer` is the place of the text itself. */
export function programsOfText(text: string, outer: Where | null, around: Surroundings): NamedProgram[] {
  const commands = commandsIn(text, around);
  if (commands === null) return [cannotTell(text, outer)];
  return commands.flatMap(({ args, inputs, cwd, isFunction }) => {
    if (isFunction) return [];
    const read = inputs.map((arg) => ({ ...arg, where: within(outer, text, arg) }));
    const placed = args.map((arg) => ({ ...arg, where: within(outer, text, arg) }));
    const programs = programsOfCommand(placed, { ...around, cwd, inShell: true });
    const readsCode = programs.some(({ word }) => word === standardInput);
    if (!readsCode || read.length === 0) return programs;
    // `sh < script`: what comes in is known after all.
    const scripts = read.map((arg) => scriptAt(arg, { ...around, cwd }));
    return [...programs.filter(({ word }) => word !== standardInput), ...scripts];
  });
}

function within(outer: Where | null, text: string, { span }: ShellArgument): Where | null {
  if (outer?.in !== "args") return null;
  const { index, spans, quoted } = outer;
  return { in: "args", index, spans: [...spans, span], quoted: spans.length === 0 ? [] : [...quoted, text] };
}

/** The program itself and who runs it. */
export function startedAs({ text, where }: PlacedArgument, around: Standpoint): NamedProgram[] {
  const program = lookUp(interpreterOf(text) ? "interpreter" : "program", text, where, around);
  return program.path === null ? [program] : [program, ...runBy(program.path, around)];
}

/** The interpreters that a script's first line asks for. */
export function runBy(path: string, around: Standpoint): NamedProgram[] {
  const shebang = shebangOf(path);
  if (shebang === null) return [];
  const { program, name } = shebang;
  const own = lookUp("interpreter", program, null, around);
  return name === null ? [own] : [own, lookUp("interpreter", name, null, around)];
}

function programsOfBuiltin(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  switch (name) {
    case "source":
    case ".": {
      const [file] = args.filter(({ text }) => text !== "--");
      return file === undefined ? [] : [scriptAt(file, around)];
    }
    case "eval":
    case "trap": {
      const [code, ...others] = args;
      if (code === undefined || (name === "eval" && others.length > 0)) return dynamicIn(args);
      return codeIn(code, around);
    }
    case "exec":
    case "command":
    case "builtin": {
      const inner = innerOf(name, args);
      return inner === null ? [] : programsOfCommand(inner.words as PlacedArgument[], deeper(around));
    }
    default:
      return [];
  }
}

/** The programs and scripts among the arguments of a program. */
export function givenTo(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  if (isShell(name)) return givenToShell(name, args, around);
  const inner = innerOf(name, args);
  // A wrapper starts a program by itself: no function or built-in of the shell around it is meant.
  const outside = { ...deeper(around), inShell: false };
  if (inner !== null) {
    const texts = (inner.texts as PlacedArgument[]).flatMap((text) => codeIn(text, outside));
    const programs = programsOfCommand(inner.words as PlacedArgument[], outside);
    // A package need not be there yet.
    const isMissingPackage = ({ problem, role }: NamedProgram) => problem === "not-found" && role !== "script";
    return [...texts, ...(fetchers.has(name) ? programs.filter((program) => !isMissingPackage(program)) : programs)];
  }
  if (name === "find") return programsOfFind(args, outside);
  return interpreterOf(name) ? givenToInterpreter(name, args, around) : [];
}

/** Run packages that they fetch, or that lie where only they look. */
const fetchers: ReadonlySet<string> = new Set(
  "npx bunx uvx npm pnpm yarn bun pipx uv poetry pipenv hatch conda bundle rbenv pyenv mise nix-shell".split(" "),
);

function givenToShell(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const { options, operands } = sortArguments(args, optionSet(interpreterOf(name)?.options ?? "+"));
  const [first] = operands as PlacedArgument[];
  const files = filesIn(name, options, args, around);
  if (first === undefined) return [...files, codeFromInput];
  if (options.some((option) => option.name === "-c")) return [...files, ...codeIn(first, around)];
  return options.some((option) => option.name === "-s")
    ? [...files, codeFromInput]
    : [...files, scriptAt(first, around)];
}

function givenToInterpreter(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const interpreter = interpreterOf(name);
  if (interpreter === null) return [];
  const { options, operands } = sortArguments(args, optionSet(interpreter.options));
  const has = (names: string | undefined) => options.some((option) => names?.split("|").includes(option.name));
  const files = filesIn(name, options, args, around);
  if (interpreter.operandIsCode) return files;
  if (has(interpreter.code)) return [...files, ...inlineCode(options, interpreter.code ?? "")];
  const modules = options.flatMap(({ name: option, value }) =>
    interpreter.modules?.split("|").includes(option) && value !== null ? [moduleAt(value.text, around)] : [],
  );
  if (modules.length > 0) return [...files, ...modules.filter((module) => module !== null)];
  const verbs = interpreter.verbs?.split("|") ?? [];
  const [first, second] = operands as PlacedArgument[];
  if (first === undefined) return asksOnly(options) ? files : [...files, codeFromInput];
  if (!verbs.includes(first.text)) return [...files, scriptAt(first, around)];
  // Behind the verb come more options.
  const rest = args.slice(args.indexOf(first) + 1);
  const [script = second] = sortArguments(rest, optionSet(interpreter.options)).operands as PlacedArgument[];
  return script === undefined ? files : [...files, scriptAt(script, around)];
}

const standardInput = "standard input";
const codeFromInput = cannotTell(standardInput, null, "script");

function asksOnly(options: Options): boolean {
  return options.some(({ name }) => /^(?:-v|-V|-h|--version|--help)$/.test(name));
}

/** Code that is an argument itself: no file, but it may name some. */
function inlineCode(options: Options, names: string): NamedProgram[] {
  return options.flatMap(({ name, value }) =>
    value !== null && names.split("|").includes(name)
      ? [{ role: "script", word: value.text, path: null, realPath: null, isInside: false, problem: null, where: null }]
      : [],
  );
}

type Options = ReturnType<typeof sortArguments>["options"];

function filesIn(
  name: string,
  options: Options,
  args: readonly PlacedArgument[],
  around: Surroundings,
): NamedProgram[] {
  const names = interpreterOf(name)?.files?.split("|") ?? [];
  return options.flatMap(({ name: option, value }) => {
    if (value === null || !names.includes(option)) return [];
    // `--require=./x.js` is one word; the file in it cannot be put in another place without taking the word apart.
    const word = args.find((arg) => arg === value);
    const script = scriptAt(word ?? { ...value, where: null }, around);
    // `-r dotenv/config` is a package; only what is there as a file is one.
    return script.problem === "not-found" ? [] : [script];
  });
}

/** `python -m tools.guard`, when that is a file below the working directory. */
function moduleAt(name: string, around: Surroundings): NamedProgram | null {
  const path = name.replaceAll(".", "/");
  const found = [`${path}.py`, `${path}/__main__.py`].map((file) => lookUp("script", file, null, around));
  return found.find(({ problem }) => problem === null) ?? null;
}

function scriptAt(arg: PlacedArgument, around: Surroundings): NamedProgram {
  if (arg.text === "-") return codeFromInput;
  if (!arg.isFixed) return cannotTell(arg.text, arg.where, "script");
  return lookUp("script", arg.text, arg.where, around);
}

function deeper(around: Surroundings): Surroundings {
  return { ...around, depth: around.depth + 1 };
}

function codeIn(code: PlacedArgument, around: Surroundings): NamedProgram[] {
  if (!code.isFixed) return [cannotTell(code.text, code.where)];
  return programsOfText(code.text, code.where, deeper(around));
}

const runs: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

function programsOfFind(args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  return args.flatMap((arg, index) => {
    if (!runs.has(arg.text)) return [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex(({ text }) => text === ";" || text === "+");
    return programsOfCommand(end < 0 ? rest : rest.slice(0, end), around);
  });
}

function dynamicIn(args: readonly PlacedArgument[]): NamedProgram[] {
  return args.length === 0 ? [] : [cannotTell(args.map(({ text }) => text).join(" "), null)];
}

/** A word of a command that no shell takes apart. */
export function plainArgument(text: string, where: Where): PlacedArgument {
  return { ...fixedArgument(text), where };
}
