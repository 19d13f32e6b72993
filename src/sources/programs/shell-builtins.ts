/** What a shell does itself, so that no file of that name is started. */
export const shellBuiltins: ReadonlySet<string> = new Set(
  (
    ": [ alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit " +
    "export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray " +
    "readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait . [["
  ).split(" "),
);

/** Those of them that start nothing, whatever they are given. */
export const quietBuiltins: ReadonlySet<string> = new Set(
  (
    ": [ bg break caller cd continue dirs disown echo exit false fg getopts help history jobs kill let logout popd printf " +
    "pushd pwd read return set shift shopt suspend test times true type ulimit umask unalias unset wait [["
  ).split(" "),
);
