import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Argument, fixedArgument } from "../../lib/shell/argument.ts";
import { optionSet, sortArguments } from "../../lib/shell/options.ts";
import { type Inner, innerOf } from "../../lib/shell/wrapped.ts";
import { adapterCommand } from "./adapter-command.ts";
import { completeScript } from "./complete-script.ts";
import { isDelegate } from "./delegates.ts";
import { interpreterOf, isShell, programName } from "./interpreters.ts";
import { cannotTell, lookUp, type Standpoint, shebangOf } from "./look-up.ts";
import { codeIn as inline, mentionsFor, mentionsIn } from "./mentions.ts";
import type { NamedProgram, ProgramRole, Where } from "./named-program.ts";
import { pythonCode, pythonModule } from "./python.ts";
import { pathNote } from "./search-path.ts";
import { quietBuiltins, shellBuiltins } from "./shell-builtins.ts";
import { commandsIn, type ShellArgument, type ShellCommand } from "./shell-text.ts";

/** A word of a command line that knows where it stands. */
export interface PlacedArgument extends Argument {
  readonly where: Where | null;
}

/** What words mean where a command runs. */
export interface Surroundings extends Standpoint {
  readonly variable: (name: string) => string | null;
  /** The folder of the script whose text this is; null for other texts. */
  readonly scriptFolder: string | null;
  /** True where a shell reads the words, and does some of the work itself. */
  readonly inShell: boolean;
  /** How many texts this one is quoted in. */
  readonly depth: number;
}

const deepest = 6;

/** Lists what one command starts: the program, and the scripts it is given. */
export function programsOfCommand(args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const [first, ...rest] = args;
  if (first === undefined) return [];
  if (around.depth > deepest) return [cannotTell(first.text, first.where)];
  if (!first.isFixed) return [openWord(first.text, first.where, "program")];
  const name = programName(first.text);
  if (around.inShell && !first.text.includes("/") && shellBuiltins.has(first.text))
    return programsOfBuiltin(first.text, rest, around);
  return [...startedAs(first, around), ...givenTo(name, rest, around)];
}

/** The programs of a text that a shell will run. `outer` is the place of the text itself. */
export function programsOfText(text: string, outer: Where | null, around: Surroundings): NamedProgram[] {
  const commands = commandsIn(text, around);
  if (commands === null) return [cannotTell(text, outer), inline(text)];
  const programs = commands.flatMap((command) => programsOfShellCommand(command, text, outer, around));
  // Where something stays open, any file that the text names may be what it is about.
  return programs.some(({ problem }) => problem === "dynamic") ? [...programs, inline(text)] : programs;
}

function programsOfShellCommand(
  { args, inputs, cwd, isFunction, assigns }: ShellCommand,
  text: string,
  outer: Where | null,
  around: Surroundings,
): NamedProgram[] {
  const here = { ...around, cwd, inShell: true };
  const set = assigns.flatMap(({ name, value }) => assigned(name, value, here));
  if (isFunction) return set;
  const read = inputs.map((arg) => ({ ...arg, where: within(outer, text, arg) }));
  const placed = args.map((arg) => ({ ...arg, where: within(outer, text, arg) }));
  const programs = [...set, ...programsOfCommand(placed, here)];
  const readsCode = programs.some(({ word }) => word === standardInput);
  if (!readsCode || read.length === 0) return programs;
  // `sh < script`: what comes in is known after all.
  return [...programs.filter(({ word }) => word !== standardInput), ...read.map((arg) => scriptAt(arg, here))];
}

/** A variable that decides where programs are found, or names a file that some program will run. */
function assigned(name: string, value: string, around: Surroundings): NamedProgram[] {
  if (name !== "PATH") return mentionsIn([value], around);
  const note = pathNote(value, around.root);
  return note === null ? [] : [cannotTell(`PATH=${value}`, null, "program", note)];
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
      const [file, ...rest] = args.filter(({ text }) => text !== "--");
      return file === undefined ? [] : [scriptAt(file, around), ...mentionsOf(rest, around)];
    }
    case "eval":
    case "trap": {
      const [code, ...others] = args.filter(({ text }) => text !== "--");
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
      return (
        args
          // Even these evaluate what stands between brackets.
          .filter(({ text, isFixed }) => !quietBuiltins.has(name) || (isFixed && /\$\(|`/.test(text)))
          .flatMap(({ text }) => declared(text, around))
      );
  }
}

/** `export PATH=…` and `alias x=…` are arguments that assign. */
function declared(text: string, around: Surroundings): NamedProgram[] {
  const [, name, value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  return name === undefined ? mentionsIn([text], around) : assigned(name, value, around);
}

/** The programs and scripts among the arguments of a program. */
export function givenTo(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  if (isShell(name)) return givenToShell(name, args, around);
  if (name === "hookline") return givenToAdapter(args, around);
  const inner = innerOf(name, args);
  if (inner !== null) return givenToWrapper(name, args, inner, around);
  if (name === "find") return programsOfFind(args, { ...deeper(around), inShell: false });
  return interpreterOf(name) ? givenToInterpreter(name, args, around) : mentionsFor(name, args, around);
}

/** `hookline adapt …` starts what stands behind it. */
function givenToAdapter(args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const command = adapterCommand(args);
  if (command === null) return [];
  if (command.kind === "open") return dynamicIn(args);
  const { cwd } = around;
  const place = command.cwd !== null && cwd !== null ? resolve(cwd, command.cwd) : cwd;
  const inner = { ...deeper(around), cwd: place, inShell: false };
  return command.kind === "text"
    ? codeIn(command.text as PlacedArgument, inner)
    : programsOfCommand(command.words as PlacedArgument[], inner);
}

function givenToWrapper(
  name: string,
  args: readonly PlacedArgument[],
  { words, texts, assignments, options }: Inner,
  around: Surroundings,
): NamedProgram[] {
  const folder = options.find((option) => /^(?:-C|-D|--chdir)$/.test(option.name))?.value;
  const cwd = folder?.isFixed && around.cwd !== null ? resolve(around.cwd, folder.text) : null;
  // A wrapper starts a program by itself: no function or built-in of the shell around it is meant.
  const outside = { ...deeper(around), inShell: false, ...(folder && { cwd }) };
  const set = assignments.flatMap(({ text }) => declared(text, outside));
  const code = (texts as PlacedArgument[]).flatMap((text) => codeIn(text, outside));
  const programs = programsOfCommand(words as PlacedArgument[], outside);
  // What we do not take for the program may be it after all, behind an option that nobody knows.
  const isStrange = programs[0]?.problem === "not-found" && !fetchers.has(name);
  const isOpen = [...set, ...programs].some(({ problem }) => problem === "dynamic");
  const stranger = isStrange || isOpen ? [inline(args.map(({ text }) => text).join(" "))] : [];
  // A package need not be there yet.
  const isMissingPackage = ({ problem, role }: NamedProgram) => problem === "not-found" && role !== "script";
  return [
    ...set,
    ...code,
    ...(fetchers.has(name) ? programs.filter((program) => !isMissingPackage(program)) : programs),
    ...stranger,
  ];
}

/** Run packages that they fetch, or that lie where only they look. */
const fetchers: ReadonlySet<string> = new Set(
  "npx bunx uvx npm pnpm yarn bun pipx uv poetry pipenv hatch conda bundle rbenv pyenv mise nix-shell".split(" "),
);

function givenToShell(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const { options, operands, stranger } = sortArguments(args, optionSet(interpreterOf(name)?.options ?? "+"));
  const [first, ...rest] = operands as PlacedArgument[];
  const files = filesIn(name, options, args, around);
  if (stranger !== null)
    files.push(
      ...mentionsOf(
        args.filter((arg) => arg !== first),
        around,
      ),
    );
  if (first === undefined) return asksOnly(options) ? files : [...files, codeFromInput];
  const more = mentionsOf(rest, around);
  if (options.some((option) => option.name === "-c")) return [...files, ...codeIn(first, around), ...more];
  if (options.some((option) => option.name === "-s")) return [...files, codeFromInput, ...more];
  return [...files, shellScriptAt(first, around), ...more];
}

/** A shell looks for a script here first, and then where it looks for programs. */
function shellScriptAt(arg: PlacedArgument, around: Surroundings): NamedProgram {
  const script = scriptAt(arg, around);
  if (script.problem !== "not-found" || arg.text.includes("/")) return script;
  const elsewhere = lookUp("program", arg.text, arg.where, around);
  return elsewhere.path === null ? script : { ...elsewhere, role: "script", problem: null };
}

function givenToInterpreter(name: string, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  const interpreter = interpreterOf(name);
  if (interpreter === null) return [];
  const { options, operands, stranger } = sortArguments(args, optionSet(interpreter.options));
  const isOf = (names: string | undefined, option: string) => names?.split("|").includes(option) === true;
  const files = filesIn(name, options, args, around);
  for (const { name: option, value } of options)
    if (isOf(interpreter.loads, option)) files.push(loadedBy(name, option, value?.text ?? ""));
  const [first, ...rest] = operands as PlacedArgument[];
  if (interpreter.operandIsCode) return [...files, ...(first && files.length === 0 ? mentionsOf([first], around) : [])];

  const code = options.filter(({ name: option }) => isOf(interpreter.code, option));
  const modules = options.filter(({ name: option }) => isOf(interpreter.modules, option));
  if (code.length > 0 || modules.length > 0) {
    const own = code.flatMap(({ value }) => (value === null ? [] : inlineCode(name, value, args, around)));
    const named = modules.flatMap(({ value }) => (value === null ? [] : moduleIn(value, args, around)));
    return [...files, ...own, ...named, ...mentionsOf(operands as PlacedArgument[], around)];
  }
  // An option that is not known may have taken the next word for itself.
  if (stranger !== null)
    files.push(
      ...mentionsOf(
        args.filter((arg) => arg !== first),
        around,
      ),
    );
  if (first === undefined) return asksOnly(options) ? files : [...files, codeFromInput];
  if (!isOf(interpreter.verbs, first.text))
    return [...files, ...scriptFor(name, first, around, stranger !== null), ...mentionsOf(rest, around)];
  // Behind the verb come more options.
  const behind = sortArguments(args.slice(args.indexOf(first) + 1), optionSet(interpreter.options));
  const [script, ...others] = behind.operands as PlacedArgument[];
  if (script === undefined) return files;
  if (first.text === "eval") return [...files, inline(script.text)];
  return [...files, ...scriptFor(name, script, around, behind.stranger !== null), ...mentionsOf(others, around)];
}

/** What is not there may be no file at all: the value of an option, or a name that the project gives a meaning. */
function scriptFor(name: string, arg: PlacedArgument, around: Surroundings, isDoubtful: boolean): NamedProgram[] {
  const script = interpreterScriptAt(name, arg, around);
  return script.problem === "not-found" && (isDoubtful || isDelegate(name)) ? [] : [script];
}

const standardInput = "standard input";
const codeFromInput = openWord("", null, "script");

/** A word that only shows when it is there; without any text it comes from the input. */
function openWord(text: string, where: Where | null, role: ProgramRole): NamedProgram {
  if (text !== "") return cannotTell(text, where, role);
  return cannotTell(standardInput, where, role, "it runs what comes in from elsewhere when it runs");
}

function asksOnly(options: Options): boolean {
  return options.some(({ name }) => /^(?:-v|-V|-h|--version|--help)$/.test(name));
}

function loadedBy(name: string, option: string, value: string): NamedProgram {
  const text = `${name} ${option}${value === "" ? "" : ` ${value}`}`;
  return cannotTell(text, null, "script", `${text}: what this makes it load is not looked at`);
}

/** Code that is an argument itself: no file, but it may name some. */
function inlineCode(
  name: string,
  value: Argument,
  args: readonly PlacedArgument[],
  around: Surroundings,
): NamedProgram[] {
  if (!value.isFixed) return [cannotTell(value.text, null, "script")];
  const where = args.find((arg) => arg === value)?.where ?? null;
  if (!/^(?:python|pypy)$/.test(name)) return [inline(value.text)];
  return where === null
    ? pythonCode(value.text, null, { ...around, cwd: null })
    : pythonCode(value.text, where, around);
}

/** `python -m tools.guard`. In one word with its option, it cannot be put in another place. */
function moduleIn(value: Argument, args: readonly PlacedArgument[], around: Surroundings): NamedProgram[] {
  if (!value.isFixed) return [cannotTell(value.text, null, "script")];
  const at = args.indexOf(value as PlacedArgument);
  const option = at > 0 && args[at - 1]?.text === "-m" ? (args[at - 1]?.where ?? null) : null;
  return pythonModule(value.text, option, args[at]?.where ?? null, around);
}

type Options = ReturnType<typeof sortArguments>["options"];

function filesIn(
  name: string,
  options: Options,
  args: readonly PlacedArgument[],
  around: Surroundings,
): NamedProgram[] {
  const interpreter = interpreterOf(name);
  const names = interpreter?.files?.split("|") ?? [];
  return options.flatMap(({ name: option, value }) => {
    if (value === null || !names.includes(option)) return [];
    const script = interpreterScriptAt(name, placedValue(value, args), around);
    // `-r dotenv/config` is a package; only what is there as a file is one.
    if (script.problem === "not-found" && !/^\.{0,2}\//.test(value.text)) return [];
    const isUrl = interpreter?.urls?.split("|").includes(option) === true;
    const file = script.path ?? script.missingAt;
    if (file === undefined || (!isUrl && args.includes(value as PlacedArgument))) return [script];
    const kept = args.includes(value as PlacedArgument) ? "" : `${option}${option.startsWith("--") ? "=" : ""}`;
    return [{ ...script, becomes: (copyOf) => kept + (isUrl ? pathToFileURL(copyOf(file)).href : copyOf(file)) }];
  });
}

/** A value with the place of its word, also where it shares that with its option. */
function placedValue(value: Argument, args: readonly PlacedArgument[]): PlacedArgument {
  const own = args.find((arg) => arg === value);
  if (own !== undefined) return own;
  const shared = args.find(({ text }) => text.startsWith("-") && text.endsWith(value.text) && text !== value.text);
  // In a cluster such as `-ir./x` there is more than one option to keep.
  const isAlone = shared !== undefined && /^(?:--[\w-]+=|-[A-Za-z])$/.test(shared.text.slice(0, -value.text.length));
  return { ...value, where: isAlone ? shared.where : null };
}

function interpreterScriptAt(name: string, arg: PlacedArgument, around: Surroundings): NamedProgram {
  const script = scriptAt(arg, around);
  if (script.problem !== "not-found" || script.missingAt === undefined) return script;
  const completed = completeScript(name, script.missingAt);
  if (completed === null) return script;
  const found = lookUp("script", completed.path, arg.where, around);
  return { ...found, word: arg.text, becomes: (copyOf) => copyOf(completed.named) };
}

function scriptAt(arg: PlacedArgument, around: Surroundings): NamedProgram {
  if (arg.text === "-") return codeFromInput;
  if (!arg.isFixed) return openWord(arg.text, arg.where, "script");
  return lookUp("script", arg.text, arg.where, around);
}

function mentionsOf(args: readonly Argument[], around: Surroundings): NamedProgram[] {
  return mentionsIn(
    args.map(({ text }) => text),
    around,
  );
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
    const words = (end < 0 ? rest : rest.slice(0, end)).map(foundFile);
    // There it runs in the folder of whatever it has found.
    return programsOfCommand(words, arg.text.endsWith("dir") ? { ...around, cwd: null } : around);
  });
}

/** `{}` is a file that shows when it is found. */
function foundFile(arg: PlacedArgument): PlacedArgument {
  return arg.text.includes("{}") ? { ...arg, isFixed: false } : arg;
}

function dynamicIn(args: readonly PlacedArgument[]): NamedProgram[] {
  return args.length === 0 ? [] : [cannotTell(args.map(({ text }) => text).join(" "), null)];
}

/** A word of a command that no shell takes apart. */
export function plainArgument(text: string, where: Where): PlacedArgument {
  return { ...fixedArgument(text), where };
}
