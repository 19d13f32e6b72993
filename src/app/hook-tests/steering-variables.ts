/** Variables that decide which code a program loads, where it looks for it, or to whom it sends what it knows. */
const names: ReadonlySet<string> = new Set(
  [
    "PATH PATHEXT HOME USERPROFILE SHELL COMSPEC TMPDIR TEMP TMP",
    "ENV IFS CDPATH PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS GLOBIGNORE ZDOTDIR FPATH GCONV_PATH",
    "CLASSPATH EDITOR VISUAL PAGER BROWSER LESSOPEN LESSCLOSE HOSTALIASES",
    "SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE",
  ].flatMap((line) => line.split(" ")),
);
const beginnings =
  /^(?:BASH_|LD_|DYLD_|GIT_|SSH_|NODE_|NPM_CONFIG_|DENO_|BUN_|PYTHON|VIRTUAL_ENV|PERL|RUBY|GEM_|BUNDLE_|LUA_|_?JAVA_|JDK_|XDG_|HOOKLINE_)/;
const endings = /_(?:PROXY|BASE_URL|API_BASE|ENDPOINT|HOST|OPTIONS|OPTS)$/;

/**
 * Whether a variable could make programs do something else than what somebody trusted. Test files come with a repository
 * and are not looked at by anybody before they run, so they must not be able to set one.
 */
export function steersPrograms(name: string): boolean {
  const upper = name.toUpperCase();
  return names.has(upper) || beginnings.test(upper) || endings.test(upper);
}
