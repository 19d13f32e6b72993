import type { Word } from "unbash";
import type { Finding } from "../../errors/problem.ts";
import { languageOf, type Program } from "./reading/program.ts";
import type { ShellCommand } from "./reading/shell-program.ts";
import { atDeclaration, type Subject, type Trap } from "./trap.ts";

/** A path that begins with a variable and stands without quotes, in a command that a shell reads. */
export const unquotedPath: Trap = (subject) =>
  subject.programs.filter(({ file }) => file === null).flatMap((program) => inProgram(subject, program));

function inProgram(subject: Subject, { shell }: Program): Finding[] {
  const words = shell?.commands.flatMap(pathsOf) ?? [];
  return words.slice(0, 1).map((word) => tell(subject, word));
}

/** The program that a command starts, and the script it is given. */
function pathsOf({ node, name }: ShellCommand): Word[] {
  const script = languageOf(name) === null ? undefined : node.args.find((arg) => !arg.text.startsWith("-"));
  return [node.name, script].filter((word): word is Word => word?.type === "Word" && isOpenPath(word));
}

function isOpenPath({ parts = [], text }: Word): boolean {
  const [first] = parts;
  const isVariable = first?.type === "SimpleExpansion" || first?.type === "ParameterExpansion";
  return isVariable && text.includes("/");
}

function tell(subject: Subject, { text }: Word): Finding {
  const { executor } = subject.hook;
  const known = executor.kind === "process" ? { ...subject.environment, ...executor.env } : {};
  const params = { word: text, quoted: `"${text}"` };
  const splits = /\s/.test(filledIn(text, known) ?? "");
  return atDeclaration(subject, splits ? "TRAP_PATH_SPLITS" : "TRAP_PATH_UNQUOTED", params);
}

/** A word with its variables filled in; null when one of them is not known. */
function filledIn(text: string, known: Readonly<Record<string, string | undefined>>): string | null {
  let isKnown = true;
  const filled = text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_whole, braced?: string, bare?: string) => {
    const value = known[braced ?? bare ?? ""];
    isKnown &&= value !== undefined;
    return value ?? "";
  });
  return isKnown ? filled : null;
}
