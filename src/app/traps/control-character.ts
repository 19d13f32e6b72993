import type { Hook } from "../../engine/hook.ts";
import { matcherKeys, patternsOf } from "./reading/patterns.ts";
import { atKey, type Trap } from "./trap.ts";

const names: Readonly<Record<string, { readonly name: string; readonly meant: string }>> = {
  "\b": { name: "a backspace", meant: '"\\b"' },
  "\f": { name: "a form feed", meant: '"\\f"' },
  "\v": { name: "a vertical tab", meant: '"\\v"' },
  "\u0007": { name: "a bell", meant: '"\\a"' },
  "\u001b": { name: "an escape character", meant: '"\\e"' },
  "\t": { name: "a tab", meant: '"\\t"' },
  "\n": { name: "a line break", meant: '"\\n"' },
  "\r": { name: "a carriage return", meant: '"\\r"' },
};

/** A backslash and a letter that the file format has turned into a character nobody sees. */
export const controlCharacter: Trap = (subject) => {
  // Those of a HOOK.md are looked at when it is read.
  const patterns = subject.hook.dialect === "agent-hooks" ? [] : patternsOf(subject.hook);
  const inPatterns = patterns.map((pattern) => {
    const found = /[\u0000-\u001f\u007f]/.exec(pattern.text)?.[0];
    return { where: `the pattern of ${pattern.key}`, keys: matcherKeys(pattern), found };
  });
  const inCommand = wordsOf(subject.hook).map((text) => {
    // Commands over several lines are written so on purpose.
    return {
      where: "the command",
      keys: commandKeys,
      found: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.exec(text)?.[0],
    };
  });
  return [...inPatterns, ...inCommand]
    .flatMap(({ found, ...place }) => (found === undefined ? [] : [{ found, ...place }]))
    .slice(0, 1)
    .map(({ where, keys, found }) => {
      const code = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
      const { name, meant } = names[found] ?? { name: `the control character ${code}`, meant: "an escape" };
      return atKey(subject, keys, "TRAP_CONTROL_CHARACTER", { where, name, meant });
    });
};

const commandKeys = ["command", "args"];

function wordsOf({ executor }: Hook): readonly string[] {
  return executor.kind === "process" ? [executor.command, ...executor.args] : [];
}
