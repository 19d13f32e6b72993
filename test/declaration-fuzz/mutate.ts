/** A stream of numbers from 0 up to 1 that is the same for the same seed. */
export type Random = () => number;

/** Small, fast and good enough for choosing what to break (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Breaks a file in one to five places. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let count = 1 + below(5, random); count > 0; count--) mutated = pick(mutations, random)(mutated, random);
  // Repeating what was repeated grows fast; the loader refuses files beyond a megabyte before anybody parses them.
  return mutated.slice(0, 300_000);
}

type Mutation = (text: string, random: Random) => string;

const tokens: readonly string[] = [
  ..."\" ' [ ] { } [[ ]] = : - , # \\ | & * ! % @ ` < >".split(" "),
  ..."\n \t \0 \r\n \uFEFF \u2028 é \uD800 \u202E".split(" "),
  "---\n",
  "...\n",
  "*a",
  "&a ",
  "<<: *a\n",
  "!!js/function ",
  "!!binary ",
  '"""',
  "'''",
  "|\n",
  ">-\n",
  "null",
  "true",
  "false",
  "yes",
  "~",
  "1e999",
  "-0",
  "0x10",
  "NaN",
  ".inf",
  "1979-05-27",
  "9".repeat(30),
  "__proto__",
  "constructor",
  '"__proto__": {"polluted": true},',
  "__proto__ = 1\n",
  "required = true\n",
  "on_failure: block\n",
  '"on_failure": "block",',
  "required: yes\n",
  "enabled = false\n",
  "async",
  "sync",
  "name",
  "event",
  "hooks",
  "matcher",
  "command",
  "type",
  "trigger",
  "timeout",
  "PreToolUse",
  "pre_tool_use",
  "before_tool",
  "tool.pre_call",
  "[hooks]\n",
  "[[hooks.declarations]]\n",
  "hooks:\n",
  "(?P<x>",
  "(a+)+$",
  "[a-",
  "\\p{Greek}",
  "{{env:HOME}}",
  "{{config_dir}}",
  "../",
  "$(touch x)",
  "x".repeat(5_000),
];

const mutations: readonly Mutation[] = [
  // A byte becomes another one.
  (text, random) => {
    const at = below(text.length, random);
    return (
      text.slice(0, at) +
      String.fromCharCode((text.charCodeAt(at) ^ (1 << below(8, random))) & 0xff) +
      text.slice(at + 1)
    );
  },
  // A token is put in, or in place of what stands there.
  (text, random) => {
    const at = below(text.length + 1, random);
    return text.slice(0, at) + pick(tokens, random) + text.slice(at + below(12, random));
  },
  (text, random) => text.slice(0, below(text.length + 1, random)),
  (text, random) => {
    const at = below(text.length + 1, random);
    return text.slice(0, at) + text.slice(at + 1 + below(40, random));
  },
  // Lines go, come twice, or change places.
  onLines((lines, at) => lines.toSpliced(at, 1)),
  onLines((lines, at) => lines.toSpliced(at, 0, lines[at] ?? "")),
  onLines((lines, at, random) => {
    const other = below(lines.length, random);
    return lines.with(at, lines[other] ?? "").with(other, lines[at] ?? "");
  }),
  onLines((lines, at, random) => lines.with(at, " ".repeat(below(9, random)) + (lines[at] ?? "").trimStart())),
  onLines((lines, at) => lines.with(at, `${lines[at] ?? ""}${lines[at] ?? ""}`)),
  // A word becomes another word of the file.
  (text, random) => {
    const words = [...text.matchAll(/[\w.-]+/g)];
    const [from, to] = [words[below(words.length, random)], words[below(words.length, random)]];
    if (!from || !to) return text;
    return text.slice(0, from.index) + to[0] + text.slice(from.index + from[0].length);
  },
  // A value becomes a number, or something of another kind.
  (text, random) =>
    text.replace(/\b(?:true|false|\d+)\b/, () => pick(["[]", "{}", '""', "-1", "1e400", "99999999999"], random)),
  (text, random) => nest(text, random),
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\uFEFF${text}`,
  (text) => text.replaceAll("  ", "\t"),
];

function onLines(change: (lines: string[], at: number, random: Random) => string[]): Mutation {
  return (text, random) => {
    const lines = text.split("\n");
    return change(lines, below(lines.length, random), random).join("\n");
  };
}

/** Wraps a piece into many brackets. */
function nest(text: string, random: Random): string {
  const at = below(text.length + 1, random);
  const [open, close] = pick(
    [
      ["[", "]"],
      ["{", "}"],
      ["{a: ", "}"],
      ['{"a":', "}"],
      ["- ", ""],
      ["(", ")"],
    ] as const,
    random,
  );
  const deep = below(200, random);
  return text.slice(0, at) + open.repeat(deep) + text.slice(at, at + 5) + close.repeat(deep) + text.slice(at + 5);
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[below(list.length, random)] as T;
}
