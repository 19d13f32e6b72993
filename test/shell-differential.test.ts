import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { classifyCommand } from "../src/lib/shell/classify.ts";
import { shells } from "../src/lib/shell/taxonomy/names.ts";
import { fileReads } from "../src/lib/shell/taxonomy/reads-files.ts";
import { gitReads } from "../src/lib/shell/taxonomy/reads-git.ts";
import { systemReads } from "../src/lib/shell/taxonomy/reads-system.ts";
import { toolReads, versionWords } from "../src/lib/shell/taxonomy/reads-tools.ts";
import { wrappers } from "../src/lib/shell/taxonomy/wrappers.ts";
import { shellCorpus } from "./support/shell-corpus.ts";
import { pick, type Random, randomFrom } from "./support/shell-fuzz.ts";

/*
 * What the parser takes to be a word, bash may take to be a command. So bash itself says which commands it would run: it
 * gets the strings that are called safe, an empty PATH, and a handler that only writes down what it could not find. `zap`
 * and `rm` stand for everything that must not run; strings in which they stand are what this is about.
 */
const tricks: readonly string[] = [
  ..." ;|&<>(){}[]$`\"'\\!*?#=\n\t",
  ...[
    "zap",
    "rm x",
    " zap ",
    "$(zap)",
    "`zap`",
    "<(zap)",
    ">(zap)",
    "$((zap))",
    "${x:-zap}",
    "${x:-$(zap)}",
    "'$(zap)'",
    '"$(zap)"',
  ],
  ...[
    "\\$(zap)",
    "\\`zap\\`",
    "$'zap'",
    "$'\\'zap'",
    "\"'$(zap)'\"",
    "'\"$(zap)\"'",
    "${x:-'$(zap)'}",
    "\"${x:-'$(zap)'}\"",
    '"${x:-"$(zap)"}"',
  ],
  ...[
    "# zap\n",
    " # zap",
    "#zap",
    "<<E\nzap\nE\n",
    "<<'E'\n$(zap)\nE\n",
    "<<E\n$(zap)\nE\n",
    "<<-E\n\tzap\n\tE\n",
    "<<<zap",
    "<<< '$(zap)'",
  ],
  ...[
    "\\\n",
    "{zap,a}",
    "a{b,$(zap)}",
    "A=(1 $(zap))word",
    "a=(zap)",
    "a=zap ",
    "$IFS",
    "&& zap",
    "|| zap",
    "; zap",
    "& zap",
    "| zap",
    "\nzap",
  ],
  ...[
    "case a in a) zap;; esac",
    "case zap in (zap) ls;; esac",
    "[[ zap =~ (zap) ]]",
    "[[ a < b ]]",
    "$[zap]",
    "((zap))",
    "!zap",
    "~zap",
    "@(zap|a)",
  ],
  ...[
    "2>&1",
    ">/dev/null",
    "< in",
    "f() { zap; }",
    "then zap",
    "do zap",
    "time zap",
    "! zap",
    "coproc zap",
    "eval zap",
    "exec zap",
    "command zap",
  ],
  ...[
    "${x@P}",
    "${!x}",
    "${x/$(zap)/b}",
    "${x:$(zap)}",
    "${#x}",
    "${x%`zap`}",
    "${x^^$(zap)}",
    '$"$(zap)"',
    "$'$(zap)'",
    "[ -v 'a[$(zap)]' ]",
  ],
  ...["\r", "\f", "\v", "\u00a0", "\u0001"],
];

const reading = shellCorpus
  .filter(({ expect: kind, command }) => kind === "safe" && command.length < 80)
  .map(({ command }) => command)
  .concat(
    "ls",
    "cat in",
    "echo a",
    "echo a b",
    "echo 'a b'",
    "grep zap in",
    "echo zap",
    "printf '%s' zap",
    "[ -f zap ]",
    "cat <<E\nzap\nE",
  );

/** These would wait, never end, or signal other processes; which commands they run is the same with or without them. */
const leftOut = /kill|while|until|wait|\bfor\s*\(\(|exec\s*[<>]|\/bin\//;

const readOnly: ReadonlySet<string> = new Set([
  ...[fileReads, systemReads, gitReads, toolReads]
    .flatMap((table) => Object.keys(table))
    .flatMap((names) => names.split("|").map(firstWord)),
  ...[...versionWords.values()].flatMap((names) => [...names]),
  ...shells,
  ...[...wrappers.keys()].map(firstWord),
  ...["docker-compose", "podman", "egrep"],
]);

function firstWord(path: string): string {
  return path.split(" ")[0] as string;
}

function disguised(random: Random): string {
  let text = pick(reading, random);
  for (let times = Math.floor(random() * 4); times >= 0; times--) {
    const at = random() < 0.5 ? text.length : Math.floor(random() * (text.length + 1));
    text = text.slice(0, at) + pick(tricks, random) + text.slice(at);
  }
  return random() < 0.3 ? `${text}${pick([" ", "; ", " | ", "\n", " && "], random)}${pick(reading, random)}` : text;
}

const handler = `() { printf '%s\\0%s\\0' "$number" "$1" >&9; return 0; }`;
const script = `
number=0
while IFS= read -r -d '' text <&3; do
  ( ulimit -t 5; eval "$text" ) </dev/null >/dev/null 2>&1
  number=$((number + 1))
done
printf '%s' "$number" >&8
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hookline-shell-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("hazard T11: bash runs nothing but read-only commands for strings that are called safe", () => {
  const random = randomFrom(4_711);
  const strings = new Set<string>();
  for (let run = 0; run < 60_000 && strings.size < 1500; run++) {
    const text = disguised(random);
    if (!leftOut.test(text) && classifyCommand(text).kind === "safe") strings.add(text);
  }
  const texts = [...strings];
  expect(texts.filter((text) => text.includes("zap")).length).toBeGreaterThan(300);

  const { ran, left } = runInBash(texts);
  const forbidden = ran
    .filter(({ name }) => !readOnly.has(name.replace(/^(python|pip)\d(\.\d+)?$/, "$1")))
    .map(({ name, at }) => ({ name, text: texts[at] }));
  expect(forbidden).toEqual([]);
  // Nothing was written either.
  expect(left).toEqual(["in", "src"]);
  expect(ran.length).toBeGreaterThan(500);
});

it("notices a command that must not run, so that the test above means something", () => {
  const { ran, left } = runInBash(["echo $(zap)", "ls", "echo > new"]);
  expect(ran).toEqual([
    { at: 0, name: "zap" },
    { at: 1, name: "ls" },
  ]);
  expect(left).toEqual(["in", "new", "src"]);
});

/** What bash could not find, and the names that are in the working directory afterwards. */
function runInBash(texts: readonly string[]): { ran: { at: number; name: string }[]; left: string[] } {
  const cwd = join(folder, "cwd");
  mkdirSync(join(cwd, "src"), { recursive: true });
  writeFileSync(join(cwd, "in"), "one\ntwo\n");
  const [input, log, done] = ["input", "log", "done"].map((name) => join(folder, name)) as [string, string, string];
  // A command's text ends at a NUL, as it would in an argument.
  writeFileSync(input, texts.map((text) => `${text}\0`).join(""));
  writeFileSync(log, "");
  const env = {
    PATH: join(folder, "nowhere"),
    HOME: folder,
    SHLVL: "1",
    "BASH_FUNC_command_not_found_handle%%": handler,
  };
  const redirected = `exec 3<"$1" 9>>"$2" 8>"$3"\n${script}`;
  execFileSync("/bin/bash", ["--norc", "--noprofile", "-c", redirected, "bash", input, log, done], {
    cwd,
    env,
    timeout: 25_000,
  });
  expect(readFileSync(done, "utf8")).toBe(String(texts.length));
  const fields = readFileSync(log, "utf8").split("\0").slice(0, -1);
  const ran = fields.flatMap((at, index) =>
    index % 2 === 0 ? [{ at: Number(at), name: fields[index + 1] ?? "" }] : [],
  );
  return { ran, left: readdirSync(cwd).sort() };
}
