import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canary, declaration, openRepository, type Repository } from "./repository.ts";

const js = (word: string, note: string) => `require("node:fs").appendFileSync(${JSON.stringify(note)}, "${word}\\n");\n`;
const mjs = (word: string, note: string) => `import { appendFileSync as a } from "node:fs"; a(${JSON.stringify(note)}, "${word}\\n");\n`;
const py = (word: string, note: string) => `open(${JSON.stringify(note)}, "a").write("${word}\\n")\n`;
const sh = (word: string, note: string) => `#!/bin/sh\necho ${word} >> ${note}\n`;
const N = process.execPath;
type R = Repository;
interface A { config: (root: string) => string; files?: (note: string, r: R) => void; change: (note: string, r: R) => void }
const attacks: Record<string, A> = {
  "missing program appears": { config: () => declaration("c", "./hooks/a.sh"), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "missing script appears": { config: () => declaration("c", "/bin/sh", ["hooks/a.sh"]), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "missing in shell text": { config: () => declaration("c", "/bin/sh", ["-c", "./hooks/a.sh || true"]), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "cd to nowhere": { config: () => declaration("c", "/bin/sh", ["-c", "cd nope; ./hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "cd in if": { config: () => declaration("c", "/bin/sh", ["-c", "if false; then cd hooks; fi; ./a.sh"]), files: (n, r) => {r.write("a.sh", sh("good", n)); r.write("hooks/a.sh", sh("good", n));}, change: (n, r) => r.write("a.sh", sh("evil", n)) },
  "cd in function": { config: () => declaration("c", "/bin/sh", ["-c", "f() { cd hooks; }; f; ./a.sh"]), files: (n, r) => {r.write("a.sh", sh("good", n)); r.write("hooks/a.sh", sh("good", n));}, change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "cd || cd": { config: () => declaration("c", "/bin/sh", ["-c", "cd hooks || cd other; ./a.sh"]), files: (n, r) => {r.write("hooks/a.sh", sh("good", n)); r.write("hooks/other/a.sh", sh("good", n));}, change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "PATH in text": { config: () => declaration("c", "/bin/sh", ["-c", "PATH=$PWD/hooks:$PATH; a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "PATH prefix": { config: () => declaration("c", "/bin/sh", ["-c", "PATH=hooks:$PATH a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "env PATH=": { config: () => declaration("c", "/usr/bin/env", ["PATH=hooks:/usr/bin:/bin", "a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "env -C": { config: () => declaration("c", "/usr/bin/env", ["-C", "hooks", "./a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "env -S": { config: () => declaration("c", "/usr/bin/env", ["-S", "sh hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "function of that name": { config: () => declaration("c", "bash", ["-c", "if false; then hooks/a.sh() { :; }; fi; hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "unset -f": { config: () => declaration("c", "bash", ["-c", "ls() { :; }; unset -f ls; PATH=hooks; ls"]), files: (n, r) => r.write("hooks/ls", sh("good", n)), change: (n, r) => r.write("hooks/ls", sh("evil", n)) },
  "alias": { config: () => declaration("c", "bash", ["-c", "shopt -s expand_aliases; alias x=hooks/a.sh\nx"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "find -exec": { config: () => declaration("c", "/bin/sh", ["-c", "find . -name config.toml -exec ./hooks/a.sh \\;"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "find -exec {}": { config: () => declaration("c", "/bin/sh", ["-c", "find hooks -name a.sh -exec {} \\;"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "xargs": { config: () => declaration("c", "/bin/sh", ["-c", "echo x | xargs ./hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "xargs sh": { config: () => declaration("c", "/bin/sh", ["-c", "echo hooks/a.sh | xargs sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "xargs nothing": { config: () => declaration("c", "/bin/sh", ["-c", "echo hooks/a.sh | xargs env"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "dot file": { config: () => declaration("c", "/bin/sh", ["-c", ". hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "dot bare": { config: () => declaration("c", "bash", ["-c", "cd hooks; . a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "bash -c cat": { config: () => declaration("c", "bash", ["-c", 'bash -c "$(cat hooks/a.sh)"']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "cat | sh": { config: () => declaration("c", "bash", ["-c", 'cat hooks/a.sh | sh']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "eval cat": { config: () => declaration("c", "bash", ["-c", 'eval "$(cat hooks/a.sh)"']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "heredoc": { config: () => declaration("c", "bash", ["-c", 'sh <<EOF\n./hooks/a.sh\nEOF\n']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "herestring": { config: () => declaration("c", "bash", ["-c", 'sh <<< ./hooks/a.sh']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "process subst": { config: () => declaration("c", "bash", ["-c", '. <(cat hooks/a.sh)']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "redirect to name 0<": { config: () => declaration("c", "bash", ["-c", 'exec < hooks/a.sh; sh']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "exec redirect group": { config: () => declaration("c", "bash", ["-c", '{ sh; } < hooks/a.sh']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "trap": { config: () => declaration("c", "bash", ["-c", "trap './hooks/a.sh' EXIT; true"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "trap two": { config: () => declaration("c", "bash", ["-c", "trap -- './hooks/a.sh' EXIT; true"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "PROMPT/ENV": { config: () => declaration("c", "/bin/sh", ["-c", "BASH_ENV=hooks/a.sh bash -c true"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "export BASH_ENV": { config: () => declaration("c", "/bin/sh", ["-c", "export BASH_ENV=hooks/a.sh; bash -c true"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "env BASH_ENV": { config: () => declaration("c", "env", ["BASH_ENV=hooks/a.sh", "bash", "-c", "true"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "array": { config: () => declaration("c", "bash", ["-c", 'x=(sh hooks/a.sh); "${x[@]}"']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "coproc": { config: () => declaration("c", "bash", ["-c", 'coproc ./hooks/a.sh; wait']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "mapfile -C": { config: () => declaration("c", "bash", ["-c", 'mapfile -C ./hooks/a.sh -c 1 < hooks/a.sh']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "sed e": { config: () => declaration("c", "sed", ["1e sh hooks/a.sh", "hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "awk system": { config: () => declaration("c", "awk", ['BEGIN { system("sh hooks/a.sh") }']), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "tar": { config: () => declaration("c", "tar", ["cf", "/dev/null", "--checkpoint=1", "--checkpoint-action=exec=sh hooks/a.sh", "hooks"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "busybox-like unknown": { config: () => declaration("c", "/bin/run-parts", ["--regex", "a", "hooks"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "setpriv": { config: () => declaration("c", "setpriv", ["sh", "hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "nice setarch": { config: () => declaration("c", "setarch", ["x86_64", "sh", "hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "ld.so": { config: () => declaration("c", "/lib64/ld-linux-x86-64.so.2", ["/bin/sh", "hooks/a.sh"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "node no ext": { config: () => declaration("c", N, ["hooks/a"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "node dir": { config: () => declaration("c", N, ["hooks"]), files: (n, r) => r.write("hooks/index.js", js("good", n)), change: (n, r) => r.write("hooks/index.js", js("evil", n)) },
  "node dot main": { config: () => declaration("c", N, ["."]), files: (n, r) => {r.write("package.json", '{"main":"lib/x.js"}'); r.write("lib/x.js", js("good", n));}, change: (n, r) => r.write("lib/x.js", js("evil", n)) },
  "node -r noext": { config: () => declaration("c", N, ["-r", "./hooks/a", "-e", "0"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "node -r": { config: () => declaration("c", N, ["-r", "./hooks/a.js", "-e", "0"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "node --require=": { config: () => declaration("c", N, ["--require=./hooks/a.js", "-e", "0"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "node --import": { config: () => declaration("c", N, ["--import", "./hooks/a.mjs", "-e", "0"]), files: (n, r) => r.write("hooks/a.mjs", mjs("good", n)), change: (n, r) => r.write("hooks/a.mjs", mjs("evil", n)) },
  "node --import=": { config: () => declaration("c", N, ["--import=./hooks/a.mjs", "-e", "0"]), files: (n, r) => r.write("hooks/a.mjs", mjs("good", n)), change: (n, r) => r.write("hooks/a.mjs", mjs("evil", n)) },
  "node --test": { config: () => declaration("c", N, ["--test", "hooks/a.test.js"]), files: (n, r) => r.write("hooks/a.test.js", js("good", n)), change: (n, r) => r.write("hooks/a.test.js", js("evil", n)) },
  "node --run": { config: () => declaration("c", N, ["--run", "x"]), files: (n, r) => r.write("package.json", `{"scripts":{"x":"echo good >> ${n}"}}`), change: (n, r) => r.write("package.json", `{"scripts":{"x":"echo evil >> ${n}"}}`) },
  "node --watch-path unknown opt": { config: () => declaration("c", N, ["--stack-size", "900", "hooks/a.js"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "node unknown opt value": { config: () => declaration("c", N, ["--experimental-default-type", "commonjs", "hooks/a.js"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "node --title x": { config: () => declaration("c", N, ["--title", "x", "hooks/a.js"]), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "NODE_OPTIONS": { config: () => declaration("c", N, ["-e", "0"], 'env = { NODE_OPTIONS = "--require=./hooks/a.js" }'), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "NODE_PATH": { config: () => declaration("c", N, ["-e", "require('a')"], 'env = { NODE_PATH = "./hooks" }'), files: (n, r) => r.write("hooks/a.js", js("good", n)), change: (n, r) => r.write("hooks/a.js", js("evil", n)) },
  "package main": { config: () => declaration("c", N, ["hooks/a.js"]), files: (n, r) => {r.write("hooks/a.js", 'require("./lib");'); r.write("hooks/lib/package.json", '{"main":"src/x.js"}'); r.write("hooks/lib/src/x.js", js("good", n));}, change: (n, r) => r.write("hooks/lib/src/x.js", js("evil", n)) },
  "package main moves": { config: () => declaration("c", N, ["hooks/a.js"]), files: (n, r) => {r.write("hooks/a.js", 'require("./lib");'); r.write("hooks/lib/package.json", '{"main":"x.js"}'); r.write("hooks/lib/x.js", js("good", n)); r.write("hooks/lib/deep/e.js", js("evil", n));}, change: (n, r) => r.write("hooks/lib/package.json", '{"main":"deep/e.js"}') },
  "package imports": { config: () => declaration("c", N, ["hooks/a.mjs"]), files: (n, r) => {r.write("hooks/a.mjs", 'import "#x";'); r.write("package.json", '{"imports":{"#x":"./lib/x.mjs"}}'); r.write("lib/x.mjs", mjs("good", n));}, change: (n, r) => r.write("lib/x.mjs", mjs("evil", n)) },
  "json that is code": { config: () => declaration("c", N, ["hooks/a.cjs"]), files: (n, r) => {r.write("hooks/a.cjs", 'eval(require("fs").readFileSync(__dirname+"/x.txt","utf8"))'); r.write("hooks/x.txt", js("good", n), 0o644);}, change: (n, r) => r.write("hooks/x.txt", js("evil", n), 0o644) },
  "computed require": { config: () => declaration("c", N, ["hooks/a.cjs"]), files: (n, r) => {r.write("hooks/a.cjs", 'require("./li"+"b/x")'); r.write("hooks/lib/x.js", js("good", n), 0o644);}, change: (n, r) => r.write("hooks/lib/x.js", js("evil", n), 0o644) },
  "python -m": { config: () => declaration("c", "python3", ["-m", "tools.guard"]), files: (n, r) => r.write("tools/guard.py", py("good", n)), change: (n, r) => r.write("tools/guard.py", py("evil", n)) },
  "python -m init": { config: () => declaration("c", "python3", ["-m", "tools.guard"]), files: (n, r) => {r.write("tools/__init__.py", ""); r.write("tools/guard.py", py("good", n));}, change: (n, r) => r.write("tools/__init__.py", py("evil", n)) },
  "python -m shadows stdlib": { config: () => declaration("c", "python3", ["-m", "tools.guard"]), files: (n, r) => r.write("tools/guard.py", "import json\n" + py("good", n)), change: (n, r) => r.write("json.py", py("evil", n)) },
  "python -m json.tool": { config: () => declaration("c", "python3", ["-m", "json.tool"]), files: (n, r) => r.write(n, "good\n"), change: (n, r) => r.write("json/tool.py", py("evil", n)) },
  "python -c": { config: () => declaration("c", "python3", ["-c", "import helper"]), files: (n, r) => r.write("helper.py", py("good", n)), change: (n, r) => r.write("helper.py", py("evil", n)) },
  "python -c stdlib": { config: () => declaration("c", "python3", ["-c", "import json"]), files: (n, r) => r.write(n, "good\n"), change: (n, r) => r.write("json.py", py("evil", n)) },
  "python -c stdlib deep": { config: () => declaration("c", "python3", ["-c", "import json"]), files: (n, r) => r.write(n, "good\n"), change: (n, r) => r.write("re.py", py("evil", n)) },
  "python script stdlib": { config: () => declaration("c", "python3", ["hooks/a.py"]), files: (n, r) => r.write("hooks/a.py", "import json\n" + py("good", n)), change: (n, r) => r.write("hooks/json.py", py("evil", n)) },
  "python script folder deep": { config: () => declaration("c", "python3", ["hooks/a.py"]), files: (n, r) => {r.write("hooks/a.py", "import json\n" + py("good", n)); r.write("hooks/re/data.txt","");}, change: (n, r) => r.write("hooks/re/__init__.py", py("evil", n)) },
  "python dir": { config: () => declaration("c", "python3", ["hooks"]), files: (n, r) => r.write("hooks/__main__.py", py("good", n)), change: (n, r) => r.write("hooks/__main__.py", py("evil", n)) },
  "python PYTHONPATH": { config: () => declaration("c", "python3", ["hooks/a.py"], 'env = { PYTHONPATH = "lib" }'), files: (n, r) => {r.write("hooks/a.py", "import helper\n"); r.write("lib/helper.py", py("good", n));}, change: (n, r) => r.write("lib/helper.py", py("evil", n)) },
  "python stdin": { config: () => declaration("c", "sh", ["-c", "python3 - < hooks/a.py"]), files: (n, r) => r.write("hooks/a.py", py("good", n)), change: (n, r) => r.write("hooks/a.py", py("evil", n)) },
  "perl -I": { config: () => declaration("c", "perl", ["-Ihooks", "-MGuard", "-e", "1"]), files: (n, r) => r.write("hooks/Guard.pm", `open(F, ">>", "${n}"); print F "good\\n"; 1;`), change: (n, r) => r.write("hooks/Guard.pm", `open(F, ">>", "${n}"); print F "evil\\n"; 1;`) },
  "perl do": { config: () => declaration("c", "perl", ["-e", "do './hooks/a.pl'"]), files: (n, r) => r.write("hooks/a.pl", `open(F, ">>", "${n}"); print F "good\\n"; 1;`), change: (n, r) => r.write("hooks/a.pl", `open(F, ">>", "${n}"); print F "evil\\n"; 1;`) },
  "make": { config: () => declaration("c", "make", ["-f", "hooks/Makefile"]), files: (n, r) => r.write("hooks/Makefile", `all:\n\t@echo good >> ${n}\n`), change: (n, r) => r.write("hooks/Makefile", `all:\n\t@echo evil >> ${n}\n`) },
  "npm run": { config: () => declaration("c", "npm", ["run", "-s", "x"]), files: (n, r) => r.write("package.json", `{"scripts":{"x":"echo good >> ${n}"}}`), change: (n, r) => r.write("package.json", `{"scripts":{"x":"echo evil >> ${n}"}}`) },
  "node_modules bin": { config: () => declaration("c", "./node_modules/.bin/x"), files: (n, r) => r.write("node_modules/.bin/x", sh("good", n)), change: (n, r) => r.write("node_modules/.bin/x", sh("evil", n)) },
  "node_modules package": { config: () => declaration("c", N, ["hooks/a.cjs"]), files: (n, r) => {r.write("hooks/a.cjs", 'require("x")'); r.write("node_modules/x/index.js", js("good", n));}, change: (n, r) => r.write("node_modules/x/index.js", js("evil", n)) },
  "interp script arg in shebang": { config: () => declaration("c", "./hooks/a.x"), files: (n, r) => {r.write("hooks/a.x", "#!/bin/sh hooks/b.sh\n"); r.write("hooks/b.sh", sh("good", n));}, change: (n, r) => r.write("hooks/b.sh", sh("evil", n)) },
  "shebang env -S": { config: () => declaration("c", "./hooks/a.x"), files: (n, r) => {r.write("hooks/a.x", "#!/usr/bin/env -S sh hooks/b.sh\n"); r.write("hooks/b.sh", sh("good", n));}, change: (n, r) => r.write("hooks/b.sh", sh("evil", n)) },
  "script calls bare in cwd folder": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", "#!/bin/sh\ncd hooks && ./b.sh\n"); r.write("hooks/b.sh", sh("good", n));}, change: (n, r) => r.write("hooks/b.sh", sh("evil", n)) },
  "script var": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", "#!/bin/sh\nX=b\n./tools/$X.sh\n"); r.write("tools/b.sh", sh("good", n));}, change: (n, r) => r.write("tools/b.sh", sh("evil", n)) },
  "script var2": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", "#!/bin/sh\n. \"$PWD\"/tools/b.sh\n"); r.write("tools/b.sh", sh("good", n));}, change: (n, r) => r.write("tools/b.sh", sh("evil", n)) },
  "script git root": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", "#!/bin/sh\nR=$(pwd)\n\"$R\"/tools/b.sh\n"); r.write("tools/b.sh", sh("good", n));}, change: (n, r) => r.write("tools/b.sh", sh("evil", n)) },
  "script make": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", "#!/bin/sh\nmake -s x\n"); r.write("Makefile", `x:\n\t@echo good >> ${n}\n`);}, change: (n, r) => r.write("Makefile", `x:\n\t@echo evil >> ${n}\n`) },
  "fifo script": { config: () => declaration("c", "/bin/sh", ["hooks/link"]), files: (n, r) => {r.write("hooks/x", ""); r.write(n, "good\n"); symlinkSync("/dev/null", join(r.root,"hooks/link"));}, change: (n, r) => { rmSync(join(r.root,"hooks/link")); r.write("hooks/link", sh("evil", n));} },
  "dir to file": { config: () => declaration("c", "/bin/sh", ["hooks/a.sh"]), files: (n, r) => {r.write("hooks/a.sh/x", ""); r.write(n, "good\n");}, change: (n, r) => { rmSync(join(r.root,"hooks/a.sh"),{recursive:true}); r.write("hooks/a.sh", sh("evil", n));} },
  "rename folder": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", sh("good", n)); r.write("evil/a.sh", sh("evil", n));}, change: (n, r) => { renameSync(join(r.root,"hooks"), join(r.root,"old")); renameSync(join(r.root,"evil"), join(r.root,"hooks"));} },
  "not executable then": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("hooks/a.sh", sh("evil", n), 0o644); r.write(n, "good\n");}, change: (n, r) => r.write("hooks/a.sh", sh("evil", n), 0o755) },
  "script in /tmp": { config: () => declaration("c", "/bin/sh", ["-c", `sh ${join("/tmp/r4/x", "t.sh")}`]), files: (n) => writeFileSync("/tmp/r4/x/t.sh", sh("good", n)), change: (n) => writeFileSync("/tmp/r4/x/t.sh", sh("evil", n)) },
  "tilde": { config: () => declaration("c", "/bin/sh", ["-c", "~/x.sh"]), files: (n, r) => r.write(join(r.directory, "x.sh"), sh("good", n)), change: (n, r) => r.write(join(r.directory, "x.sh"), sh("evil", n)) },
  "long text": { config: () => declaration("c", "/bin/sh", ["-c", `true ${"x".repeat(9000)}; ./hooks/a.sh`]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "long script": { config: () => declaration("c", "./hooks/o.sh"), files: (n, r) => {r.write("hooks/o.sh", `#!/bin/sh\n: ${"x".repeat(9000)}\n./tools/a.sh\n`); r.write("tools/a.sh", sh("good", n));}, change: (n, r) => r.write("tools/a.sh", sh("evil", n)) },
  "git alias": { config: () => declaration("c", "git", ["-c", "alias.x=!sh hooks/a.sh", "x"]), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "split word": { config: () => declaration("c", "/bin/sh", ["-c", "$X"], 'env = { X = "sh hooks/a.sh" }'), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "split word 2": { config: () => declaration("c", "/bin/sh", ["-c", "sh $X"], 'env = { X = "-e hooks/a.sh" }'), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "glob var": { config: () => declaration("c", "/bin/sh", ["-c", "sh $X"], 'env = { X = "hooks/*.sh" }'), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "default expansion": { config: () => declaration("c", "/bin/sh", ["-c", "sh ${X:-hooks/b.sh}"], 'env = { X = "" }'), files: (n, r) => r.write("hooks/b.sh", sh("good", n)), change: (n, r) => r.write("hooks/b.sh", sh("evil", n)) },
  "cd var": { config: () => declaration("c", "/bin/sh", ["-c", "cd hooks; sh $PWD/a.sh"]), files: (n, r) => {r.write("a.sh", sh("good", n)); r.write("hooks/a.sh", sh("good", n));}, change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "CLAUDE_PROJECT_DIR in agh": { config: () => declaration("c", "/bin/sh", ["-c", "sh $CLAUDE_PROJECT_DIR/hooks/a.sh"], 'env = { CLAUDE_PROJECT_DIR = "." }'), files: (n, r) => r.write("hooks/a.sh", sh("good", n)), change: (n, r) => r.write("hooks/a.sh", sh("evil", n)) },
  "symlinked hooks dir": { config: () => declaration("c", "./hooks/a.sh"), files: (n, r) => {r.write("v1/a.sh", sh("good", n)); r.write("v2/a.sh", sh("evil", n)); symlinkSync("v1", join(r.root, "hooks"));}, change: (n, r) => { rmSync(join(r.root,"hooks")); symlinkSync("v2", join(r.root, "hooks")); } },
  "link to bin swapped": { config: () => declaration("c", "./tools/sh", ["hooks/a.sh"]), files: (n, r) => {r.write("hooks/a.sh", sh("good", n)); mkdirSync(join(r.root,"tools")); symlinkSync("/bin/sh", join(r.root, "tools/sh"));}, change: (n, r) => { rmSync(join(r.root,"tools/sh")); r.write("tools/sh", sh("evil", n)); } },
};

describe("explore", () => {
  it.each(Object.entries(attacks))("%s", async (what, a) => {
    for (const mode of ["run", "load"] as const) {
      const r = openRepository({});
      const note = canary(r, "note");
      r.write(".hookline/config.toml", a.config(r.root));
      a.files?.(note.path, r);
      await r.trustAll();
      const opened = mode === "run" ? r.open() : null;
      if (opened) await opened.fire(); else await r.fire();
      const before = note.lines().join();
      a.change(note.path, r);
      const said = r.review().subjects[0]?.evidence.unbound ?? [];
      const { records } = opened ? await opened.fire() : await r.fire();
      await opened?.close();
      const evil = note.lines().includes("evil");
      process.stderr.write(`${evil ? (said.length ? "said " : "EVIL ") : "ok   "} ${mode} ${what}: before=${before} ${records.map((x) => `${x.outcome}/${x.failure}/${x.error?.slice(0,80)}`)} ${said.join(" | ").slice(0,150)}\n`);
    }
    expect(true).toBe(true);
  });
});
