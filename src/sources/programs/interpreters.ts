/** A program that runs the script it is given. */
export interface Interpreter {
  /** Its options, in the notation of `lib/shell/options.ts`. They end where the script begins. */
  readonly options: string;
  /** Options that bring the code themselves, so that no operand is a script. */
  readonly code?: string;
  /** Options whose value is a file with code. */
  readonly files?: string;
  /** Options whose value is the name of a module below the working directory. */
  readonly modules?: string;
  /** Options whose value says where code is looked for, or in which file another command stands. */
  readonly loads?: string;
  /** Options whose files are named as URLs. */
  readonly urls?: string;
  /** Words that may stand before the script. */
  readonly verbs?: string;
  /** True when the first operand is code, unless `files` name some. */
  readonly operandIsCode?: true;
}

const shell: Interpreter = {
  options:
    "+ -abcefhiklmnprstuvxBCEHPT -o: -O: --login --norc --noprofile --posix --verbose --noediting --restricted --rcfile= --init-file=",
  files: "--rcfile|--init-file",
};

const node: Interpreter = {
  options:
    "+ -hvipc -r: -e: -C: --require= --import= --loader= --experimental-loader= --eval= --print= --env-file= --conditions= --input-type= --run=",
  code: "-e|--eval|--print|-p",
  files: "-r|--require|--import|--loader|--experimental-loader",
  urls: "--import|--loader|--experimental-loader",
  loads: "--run",
};

const python: Interpreter = {
  options: "+ -bBdEhiIOPqRsSuvVx -W: -X: -m: -c:",
  code: "-c",
  modules: "-m",
};

const table: Readonly<Record<string, Interpreter>> = {
  sh: shell,
  bash: shell,
  dash: shell,
  ash: shell,
  zsh: shell,
  ksh: shell,
  mksh: shell,
  yash: shell,
  rbash: shell,
  fish: { options: "+ -iln -c: -C: --command= --init-command=", code: "-c|-C|--command|--init-command" },
  python,
  pypy: python,
  node,
  nodejs: node,
  tsx: { ...node, verbs: "watch" },
  "ts-node": { ...node, options: `${node.options} -P: -T --project= --transpile-only --esm` },
  "babel-node": node,
  jiti: node,
  deno: {
    options: "+ -AqWRNESIr -c: --config= --import-map= --cert= --lock= --seed= -L: --ext=",
    loads: "-c|--config|--import-map",
    verbs: "run|serve|test|bench|eval",
  },
  bun: {
    options: "+ -bi -r: -e: -p: -c: --preload= --eval= --config= --cwd=",
    code: "-e|-p|--eval",
    files: "-r|--preload",
    loads: "--cwd|-c|--config",
    verbs: "run",
  },
  ruby: {
    options: "+ -acdlnpsSvw -e: -r: -I: -C: -E: -W? -F? -i? -0? -x?",
    code: "-e",
    files: "-r",
    loads: "-I|-C|-S|-x",
  },
  perl: {
    options: "+ -acnpsSwWtTuUvX -e: -E: -M? -m? -I? -i? -0? -l? -F? -C? -D? -d? -x?",
    code: "-e|-E",
    loads: "-I|-M|-m|-S|-x|-d",
  },
  php: {
    options: "+ -qCnlmsvwiH -f: -r: -d: -c: -B: -R: -E: -S: -t: -z:",
    code: "-r|-B|-R|-E",
    files: "-f|-z",
    loads: "-d|-c|-S|-t",
  },
  lua: { options: "+ -iEv -e: -l:", code: "-e", loads: "-l" },
  luajit: { options: "+ -iEv -e: -l:", code: "-e", loads: "-l" },
  Rscript: { options: "+ -e: --vanilla --no-save", code: "-e" },
  julia: { options: "+ -e: -E: -L: --project=? --load=", code: "-e|-E", files: "-L|--load" },
  osascript: { options: "+ -i -e: -l: -s:", code: "-e" },
  tclsh: { options: "+" },
  expect: { options: "+ -iN -c: -f:", files: "-f" },
  groovy: { options: "+ -e: -cp:", code: "-e" },
  elixir: { options: "+ -e: -r: -S:", code: "-e", files: "-r" },
  pwsh: powershell(),
  powershell: powershell(),
  java: {
    options: "+ -=jar: -=cp: -=classpath: --class-path=",
    files: "-jar",
    loads: "-cp|-classpath|--class-path",
  },
  awk: { options: "+ -F: -v: -f: --file=", files: "-f|--file", operandIsCode: true },
  sed: { options: "-nEriszu -e: -f: -l: --expression= --file= --quiet", files: "-f|--file", operandIsCode: true },
  jq: { options: "-cnrRsSejaC -f: -L: --from-file= --arg=", files: "-f|--from-file", operandIsCode: true },
};

function powershell(): Interpreter {
  return {
    options: "+ -=NoProfile -=NonInteractive -=NoLogo -=ExecutionPolicy: -=File: -=Command: -=c: -=f:",
    code: "-Command|-c",
    files: "-File|-f",
  };
}

/** Of several of them a machine has many versions: `python3.12`. */
const numbered = /^(python|pypy|ruby|perl|php|lua)\d+(?:\.\d+)*$/;

/** By name. A Map, because names come from outside and must not find what every object has. */
const interpreters: ReadonlyMap<string, Interpreter> = new Map(Object.entries(table));
const otherNames: ReadonlyMap<string, string> = new Map([
  ["gawk", "awk"],
  ["mawk", "awk"],
  ["gsed", "sed"],
]);

/** What is known of a program that runs scripts; null for every other. */
export function interpreterOf(word: string): Interpreter | null {
  const name = programName(word);
  return interpreters.get(otherNames.get(name) ?? name) ?? null;
}

const shells: ReadonlySet<string> = new Set("sh bash dash ash zsh ksh mksh yash rbash".split(" "));

/** Whether the program reads the language that our parser does. */
export function isShell(word: string): boolean {
  return shells.has(programName(word));
}

/** The name under which a program is known: without its folder and its version. */
export function programName(word: string): string {
  const file = word.slice(word.lastIndexOf("/") + 1).replace(/\.exe$/i, "");
  return numbered.exec(file)?.[1] ?? file;
}
