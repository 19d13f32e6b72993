import { cannotTell, lookUp, type Standpoint } from "./look-up.ts";
import { codeIn } from "./mentions.ts";
import type { Becomes, NamedProgram, Where } from "./named-program.ts";

/*
 * Python looks for modules in the directory it runs in first, before its own library: whoever can put a `re.py` there has it run.
 * So code that came without a file of its own is made to look among the copies in place of that directory.
 */

/** What `python -c` runs: the code, and the modules of the working directory that it names. */
export function pythonCode(code: string, where: Where | null, around: Standpoint): NamedProgram[] {
  const { cwd } = around;
  // Nothing may stand before this import.
  if (cwd === null || /^\s*from\s+__future__\b/m.test(code)) return [codeIn(code), looksHere()];
  return [{ ...codeIn(code), where, modulesFrom: cwd, becomes: (copyOf) => `${lookIn(copyOf(cwd))}\n${code}` }];
}

/** What `python -m tools.guard` runs. `option` is the place of the `-m`, `where` that of the name. */
export function pythonModule(
  name: string,
  option: Where | null,
  where: Where | null,
  around: Standpoint,
): NamedProgram[] {
  const files = filesOf(name).map((file) => lookUp("script", file, null, around));
  const found = files.filter(({ problem }) => problem === null);
  const { cwd } = around;
  if (cwd === null || option === null || where === null) return [...found, looksHere()];
  const becomes: Becomes = (copyOf) =>
    `${lookIn(copyOf(cwd))}; import runpy; runpy.run_module(${literal(name)}, run_name="__main__", alter_sys=True)`;
  return [
    // Found by its name among the copies, and not where it lies.
    ...found.map((file) => ({ ...file, where, becomes })),
    { ...codeIn(""), where, modulesFrom: cwd, becomes },
    { ...codeIn(""), where: option, becomes: () => "-c" },
  ];
}

/** The files of a module and of the packages around it. */
function filesOf(name: string): string[] {
  const parts = name.split(".");
  const packages = parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/__init__.py`);
  const path = parts.join("/");
  return [...packages, `${path}.py`, `${path}/__main__.py`];
}

function lookIn(folder: string): string {
  return `import sys; sys.path[:1] = [${literal(folder)}] if sys.path[:1] == [""] else sys.path[:1]`;
}

/** Python reads JSON's strings as its own. */
function literal(text: string): string {
  return JSON.stringify(text);
}

function looksHere(): NamedProgram {
  const note = "Python looks for modules in its working directory first, and those are not looked at";
  return cannotTell("python", null, "script", note);
}
