import { type Argument, anyArguments, fixedArgument } from "./argument.ts";
import { judgeCode, judgeEval } from "./code.ts";
import { type Context, inside } from "./context.ts";
import { type Given, optionSet, sortArguments } from "./options.ts";
import { verbOptionsWithValue } from "./taxonomy/names.ts";
import { type Wrapper, wrappers } from "./taxonomy/wrappers.ts";
import { isHarmlessVariable } from "./variables.ts";
import { raised, safe, unknown, type Verdict, worse, worst } from "./verdict.ts";

type JudgeCommand = (args: readonly Argument[], context: Context) => Verdict;

const programsWithVerbs: ReadonlySet<string> = new Set(
  [...wrappers.keys()].flatMap((path) => (path.includes(" ") ? [path.split(" ")[0] as string] : [])),
);

/** Judges a command that holds another one; null when this is none of those. */
export function judgeWrapped(
  name: string,
  args: readonly Argument[],
  context: Context,
  judgeCommand: JudgeCommand,
): Verdict | null {
  const found = findWrapper(name, args);
  if (found === null) return null;
  const { wrapper, rest } = found;
  const given = sortArguments(rest, optionSet(wrapper.options));
  const asks = wrapper.asks?.split("|");
  if (asks !== undefined && given.stranger === null && given.options.some((option) => asks.includes(option.name)))
    return safe;

  const stranger =
    given.stranger === null
      ? safe
      : unknown(`\`${name}\` has an option that is not known: \`${given.stranger.text.slice(0, 80)}\`.`);
  const texts = given.options.filter(
    (option) => wrapper.textOptions?.split("|").includes(option.name) && option.value !== null,
  );
  const { assignments, inner } = partsOf(wrapper, given);
  const [flag, code] = inner;
  // `flock file -c …`: the text stands behind the operands.
  if (code !== undefined && flag !== undefined && wrapper.textOptions?.split("|").includes(flag.text))
    return worse(
      unknown(wrapper.doubt ?? "It runs a text as a command."),
      powered(judgeCode(code, context), wrapper, given),
    );
  const runsNothing = inner.length === 0 && texts.length === 0 && !wrapper.feeds;
  let verdict = worse(stranger, worst(assignments, judgeAssignment));
  if (!runsNothing || !wrapper.readsAlone)
    if (wrapper.doubt !== undefined) verdict = worse(verdict, unknown(wrapper.doubt));
  verdict = worse(
    verdict,
    worst(texts, ({ value }) => powered(judgeCode(value as Argument, context), wrapper, given)),
  );
  if (runsNothing) return verdict;
  const command = wrapper.feeds ? fed(inner, given) : inner;
  const innerVerdict =
    wrapper.inner === "text"
      ? judgeEval(command, inside(context))
      : command.length === 0
        ? safe
        : judgeCommand(command, inside(context));
  return worse(verdict, powered(innerVerdict, wrapper, given));
}

/** What a command that holds another one hands on, and what it changes for it. */
export interface Inner {
  /** The other's words. */
  readonly words: readonly Argument[];
  /** Texts for a shell. */
  readonly texts: readonly Argument[];
  /** The `NAME=value` before it. */
  readonly assignments: readonly Argument[];
  readonly options: Given["options"];
}

/** Takes a command that holds another one apart; null when this is none of those. */
export function innerOf(name: string, args: readonly Argument[]): Inner | null {
  const found = findWrapper(name, args);
  if (found === null) return null;
  const { wrapper, rest } = found;
  const textOptions = wrapper.textOptions?.split("|") ?? [];
  const given = sortArguments(rest, optionSet(wrapper.options));
  const texts = given.options.flatMap(({ name: option, value }) =>
    textOptions.includes(option) && value !== null ? [value] : [],
  );
  const { assignments, inner } = partsOf(wrapper, given);
  const more = { assignments, options: given.options };
  const [flag, code] = inner;
  if (flag !== undefined && code !== undefined && textOptions.includes(flag.text))
    return { ...more, words: [], texts: [...texts, code] };
  if (wrapper.inner === "text") return { ...more, words: [], texts: [...texts, ...inner] };
  // What comes in from elsewhere may be the program itself.
  return { ...more, words: wrapper.feeds ? [...inner, anyArguments] : inner, texts };
}

function findWrapper(name: string, args: readonly Argument[]): { wrapper: Wrapper; rest: readonly Argument[] } | null {
  const own = wrappers.get(name);
  if (own !== undefined) return { wrapper: own, rest: args };
  if (!programsWithVerbs.has(name)) return null;
  const from = skipOptions(args, verbOptionsWithValue.get(name) ?? "");
  let path = name;
  for (let at = from; at < Math.min(from + 3, args.length); at++) {
    if (args[at]?.text.includes(" ")) return null;
    path = `${path} ${args[at]?.text}`;
    const wrapper = wrappers.get(path);
    if (wrapper !== undefined) return { wrapper, rest: args.slice(at + 1) };
  }
  return null;
}

/** Where the verb stands, behind the program's own options. */
function skipOptions(args: readonly Argument[], notation: string): number {
  const { known } = optionSet(notation);
  let at = 0;
  while (args[at]?.mayBeOption) at += known.get(args[at]?.text ?? "") === "required" ? 2 : 1;
  return at;
}

function partsOf(
  wrapper: Wrapper,
  { operands }: Given,
): { assignments: readonly Argument[]; inner: readonly Argument[] } {
  let from = 0;
  if (wrapper.assigns) while (/^[A-Za-z_]\w*=/.test(operands[from]?.text ?? "")) from++;
  return { assignments: operands.slice(0, from), inner: operands.slice(from + (wrapper.operands ?? 0)) };
}

function judgeAssignment({ text }: Argument): Verdict {
  const name = text.slice(0, text.indexOf("="));
  return isHarmlessVariable(name) ? safe : unknown(`It sets \`${name}\`, which may change what programs do.`);
}

/** The inner command with the words that come from the input. */
function fed(inner: readonly Argument[], { options }: Given): readonly Argument[] {
  const replace = options.find(({ name }) => ["-I", "-i", "-J", "--replace"].includes(name));
  if (inner.length === 0) return [fixedArgument("echo"), anyArguments];
  if (replace === undefined)
    return inner.some(({ text }) => text.includes("{}")) ? inner.map(opened("{}")) : [...inner, anyArguments];
  return inner.map(opened(replace.value?.text || "{}"));
}

function opened(mark: string): (arg: Argument) => Argument {
  return (arg) =>
    arg.text.includes(mark)
      ? { ...arg, isFixed: false, mayBeOption: arg.mayBeOption || arg.text.startsWith(mark) }
      : arg;
}

/** What the inner verdict means in the hands of the wrapper. */
function powered(verdict: Verdict, { empowers, category, mounts }: Wrapper, { options }: Given): Verdict {
  if (verdict.kind !== "destructive") return verdict;
  if (mounts && !options.some(({ name }) => handsIn.has(name)))
    return unknown("What it deletes is in a container that has nothing of this machine.");
  return {
    ...verdict,
    category: category ?? verdict.category,
    radius: empowers ? raised(verdict.radius) : mounts ? "high" : verdict.radius,
  };
}

const handsIn: ReadonlySet<string> = new Set([
  "-v",
  "--volume",
  "--mount",
  "--volumes-from",
  "--privileged",
  "--device",
]);
