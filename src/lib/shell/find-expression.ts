import { type Argument, fixedArgument } from "./argument.ts";
import { type Context, inside } from "./context.ts";
import { destructive, safe, unknown, type Verdict, worse } from "./verdict.ts";

const alone: ReadonlySet<string> = new Set(
  (
    "-daystart -depth -d -follow -help --help -ignore_readdir_race -mount -noignore_readdir_race -noleaf -nowarn -version --version -warn -xdev -x " +
    "-empty -executable -false -nogroup -nouser -readable -true -writable -print -print0 -prune -quit -ls -a -and -o -or -not ! ( ) ,"
  ).split(" "),
);
const withValue: ReadonlySet<string> = new Set(
  (
    "-maxdepth -mindepth -regextype -amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename " +
    "-links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size -type -uid -used -user -wholename -xtype -printf -newermt -newerat -newerct -neweraa -Btime -flags"
  ).split(" "),
);
const runs: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
const writes: ReadonlySet<string> = new Set(["-fprint", "-fprint0", "-fls", "-fprintf"]);

/** Judges a whole call of `find`: its tests, and the commands it runs on what it finds. */
export function judgeFind(
  args: readonly Argument[],
  context: Context,
  judgeCommand: (args: readonly Argument[], context: Context) => Verdict,
): Verdict {
  let verdict = safe;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    const { text, isFixed } = arg;
    if (isFixed && runs.has(text)) {
      const end = endOfCommand(args, at + 1);
      verdict = worse(verdict, judgeInner(args.slice(at + 1, end), context, judgeCommand));
      at = end;
    } else verdict = worse(verdict, judgeTest(arg, args[at + 1]));
    if (isFixed && (withValue.has(text) || writes.has(text))) at++;
  }
  return verdict;
}

function judgeTest(arg: Argument, value: Argument | undefined): Verdict {
  const { text, isFixed, mayBeOption } = arg;
  if (text === "-delete") return destructive("fs-delete", "high", "Deletes every file that it finds.");
  if (writes.has(text)) return destructive("fs-overwrite", "medium", "Writes what it finds over a file.");
  if (withValue.has(text) && isFixed)
    return value?.maySplit ? unknown("`find` gets tests that are only known when it runs.") : safe;
  if (alone.has(text) && isFixed) return safe;
  if (!mayBeOption) return safe;
  if (isFixed && (/^-[HLP]+$/.test(text) || /^-O[0-3]$/.test(text))) return safe;
  return unknown(`\`find\` with \`${text.slice(0, 80)}\` is not known to only read.`);
}

/** Where the inner command ends: at `;`, or at `+` behind `{}`. */
function endOfCommand(args: readonly Argument[], from: number): number {
  const end = args.findIndex(
    ({ text, isFixed }, at) => at >= from && isFixed && (text === ";" || (text === "+" && args[at - 1]?.text === "{}")),
  );
  return end < 0 ? args.length : end;
}

function judgeInner(
  args: readonly Argument[],
  context: Context,
  judgeCommand: (args: readonly Argument[], context: Context) => Verdict,
): Verdict {
  if (args.length === 0) return unknown("`find` runs a command that is not given.");
  return judgeCommand(args.map(withPlaceholder), inside(context));
}

/** What `{}` becomes begins like the directory that was searched, so it is never an option; more is not known of it. */
function withPlaceholder(arg: Argument): Argument {
  if (!arg.isFixed || !arg.text.includes("{}")) return arg;
  return { ...fixedArgument(arg.text), isFixed: false, mayBeOption: arg.text.startsWith("-"), word: arg.word };
}
