import { describe, expect, it } from "vitest";
import { hookEnvironment } from "./environment.ts";

const inherited = [
  "COMSPEC HOME LANG LC_ALL LC_CTYPE LOGNAME PATH PATHEXT",
  "SHELL SYSTEMROOT TEMP TERM TMP TMPDIR USER USERPROFILE",
].flatMap((names) => names.split(" "));

/** Names by which an environment takes over a program, sends it elsewhere, or gives away a secret. */
const dangerous = [
  "LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_DEBUG LD_BIND_NOW DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH GCONV_PATH",
  "BASH_ENV ENV BASHOPTS SHELLOPTS PROMPT_COMMAND PS4 IFS CDPATH GLOBIGNORE ZDOTDIR FPATH BASH_FUNC_cat%%",
  "NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NPM_CONFIG_PREFIX npm_config_script_shell",
  "PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONINSPECT PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS",
  "CLASSPATH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_CONFIG_GLOBAL GIT_DIR GIT_PAGER PAGER LESSOPEN EDITOR VISUAL BROWSER",
  "HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy SSL_CERT_FILE CURL_CA_BUNDLE HOSTALIASES RES_OPTIONS",
  "ANTHROPIC_API_KEY OPENAI_API_KEY AWS_SECRET_ACCESS_KEY GITHUB_TOKEN DATABASE_URL SSH_AUTH_SOCK",
].flatMap((names) => names.split(" "));

// As a path, because of PATH relative entries are not handed on.
const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `/value of ${name}`]));

describe("the environment of a hook", () => {
  it("is exactly the allow-listed names, the shell level, the run and the depth", () => {
    expect(hookEnvironment({ ...all(inherited), ...all(dangerous), OTHER: "x" })("run-1", 2, {}, "safe-names")).toEqual(
      {
        ...all(inherited),
        SHLVL: "1",
        HOOKLINE_RUN: "run-1",
        HOOKLINE_DEPTH: "2",
      },
    );
  });

  it("knows 60 dangerous names, and inherits none of them", () => {
    expect(new Set(dangerous).size).toBeGreaterThanOrEqual(60);
    const names = Object.keys(hookEnvironment(all(dangerous))("run-1", 1, {}, "safe-names"));
    expect(names.filter((name) => dangerous.includes(name))).toEqual([]);
  });

  it("hands on no entry of PATH that means another folder in every directory", () => {
    const environment = hookEnvironment({ PATH: "/bin:.::bin:/usr/bin" })("run-1", 1, {}, "everything");
    expect(environment.PATH).toBe("/bin:/usr/bin");
  });

  it("does not make up names that are not set", () => {
    expect(Object.keys(hookEnvironment({ PATH: "/bin" })("run-1", 1, {}, "safe-names"))).toEqual([
      "SHLVL",
      "PATH",
      "HOOKLINE_RUN",
      "HOOKLINE_DEPTH",
    ]);
  });

  it("lets declared names win, but not over the run and the depth", () => {
    const declared = { PATH: "/opt/bin", NODE_OPTIONS: "--enable-source-maps", HOOKLINE_RUN: "x", HOOKLINE_DEPTH: "0" };
    expect(hookEnvironment({ PATH: "/bin" })("run-1", 3, declared, "safe-names")).toEqual({
      PATH: "/opt/bin",
      NODE_OPTIONS: "--enable-source-maps",
      SHLVL: "1",
      HOOKLINE_RUN: "run-1",
      HOOKLINE_DEPTH: "3",
    });
  });

  it("names the outer run too when we are part of one", () => {
    expect(hookEnvironment({ HOOKLINE_RUN: "outer" })("inner", 2, {}, "safe-names").HOOKLINE_RUN).toBe("outer/inner");
  });
});
