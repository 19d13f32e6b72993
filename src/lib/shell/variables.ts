/*
 * Assigning to a variable is harmless unless a program or the shell itself obeys it, and nobody can list all of those.
 * By custom such names are in capitals, so small letters are fine, with these exceptions, and capitals only from a list.
 */
const obeyedSmall: ReadonlySet<string> = new Set(
  "path cdpath fpath manpath mailpath module_path prompt watch histchars auto_resume http_proxy https_proxy ftp_proxy all_proxy no_proxy".split(
    " ",
  ),
);
const harmlessCapital: ReadonlySet<string> = new Set(
  (
    "LANG LANGUAGE TZ COLUMNS LINES NO_COLOR CLICOLOR CLICOLOR_FORCE FORCE_COLOR LS_COLORS CI VERBOSE " +
    "FILE FILES DIR DIRS NAME NAMES LINE COUNT TOTAL SRC DEST BRANCH COMMIT VERSION RESULT OUTPUT I J N X Y"
  ).split(" "),
);

/** True when nothing but the command itself looks at the variable. */
export function isHarmlessVariable(name: string): boolean {
  if (/^[a-z_][a-z0-9_]*$/.test(name)) return !obeyedSmall.has(name) && !name.endsWith("_functions");
  return harmlessCapital.has(name) || /^LC_[A-Z]+$/.test(name);
}
