import { error, warning } from "../entry.ts";

/** Problems of declarations that are read well and do not do what their authors think. */
export const trapProblems = {
  TRAP_AGENTAO_KEY_IGNORED: warning((p: { hook: string; key: string }) => ({
    what: `${p.hook}: Agentao itself does not know the matcher key ${JSON.stringify(p.key)}. It reads only "toolName", so there the hook runs for every tool.`,
    fix: `Write "toolName" besides ${JSON.stringify(p.key)}, with the same pattern. Hookline reads both.`,
  })),
  TRAP_AGENTAO_PATTERN: warning((p: { hook: string; pattern: string; why: string }) => ({
    what: `${p.hook}: Agentao itself would never run it: ${p.why}, and the pattern is ${JSON.stringify(p.pattern)}.`,
    fix: `Write Claude Code's name of the tool, e.g. "Bash", with "*" as the only wildcard; several tools need several rules.`,
  })),
  TRAP_ASYNC_DECIDES: warning((p: { hook: string; wish: string; how: string; sync: string }) => ({
    what: `${p.hook} ${p.wish}, but ${p.how}: when it answers, the decision has long been made.`,
    fix: `${p.sync}, or let the program only watch.`,
  })),
  TRAP_PATTERN_NEVER_MATCHES: error((p: { hook: string; key: string; pattern: string; why: string }) => ({
    what: `${p.hook}: the pattern ${JSON.stringify(p.pattern)} of ${p.key} can never match: ${p.why}.`,
    fix: `Correct it. "hookline explain" shows for a payload which hooks would run, and why others would not.`,
  })),
  TRAP_PATTERN_UNLIKELY: warning((p: { hook: string; key: string; pattern: string; why: string; fix: string }) => ({
    what: `${p.hook}: the pattern ${JSON.stringify(p.pattern)} of ${p.key} matches hardly anything: ${p.why}.`,
    fix: p.fix,
  })),
  TRAP_CONDITIONS_CONTRADICT: error((p: { hook: string; one: string; other: string }) => ({
    what: `${p.hook} can never run: ${p.one} and ${p.other} cannot both hold.`,
    fix: `Remove one of the two; all conditions of a matcher must hold.`,
  })),
  TRAP_TOOL_NAME: warning((p: { hook: string; name: string; known: string }) => ({
    what: `${p.hook}: no tool is called ${JSON.stringify(p.name)}; names are told apart by upper and lower case.`,
    fix: `Write ${JSON.stringify(p.known)}.`,
  })),
  TRAP_CONTROL_CHARACTER: error((p: { hook: string; where: string; name: string; meant: string }) => ({
    what: `${p.hook}: ${p.where} contains ${p.name}. In double quotes ${p.meant} stands for that character, not for a backslash and a letter.`,
    fix: `Use single quotes in YAML and TOML, where a backslash is only a backslash; in JSON write two backslashes.`,
  })),
  TRAP_CANNOT_RUN: error((p: { hook: string; why: string }) => ({
    what: `${p.hook} cannot run: ${p.why}.`,
    fix: `Correct the command, or install or mend what it names.`,
  })),
  TRAP_MAY_NOT_RUN: warning((p: { hook: string; why: string }) => ({
    what: `${p.hook} runs something that cannot run: ${p.why}.`,
    fix: `Correct the command, or install or mend what it names.`,
  })),
  TRAP_TOOL_MISSING: warning((p: { hook: string; tool: string }) => ({
    what: `${p.hook} uses ${JSON.stringify(p.tool)}, which is not installed here; a guard that cannot read its input lets everything pass.`,
    fix: `Install ${p.tool}, or let the program ask "command -v ${p.tool}" first and refuse when it is missing.`,
  })),
  TRAP_LINE_BREAKS: error((p: { hook: string }) => ({
    what: `${p.hook}: this shell script has Windows line breaks, which shells take for a part of every command.`,
    fix: `Save it with plain LF line breaks, and keep them so with "*.sh text eol=lf" in .gitattributes.`,
  })),
  TRAP_EXIT_CODE: warning((p: { hook: string; code: number; event: string; answer: string }) => ({
    what: `${p.hook} exits with code ${p.code} where it means to refuse, and on ${p.event} that refuses nothing.`,
    fix: p.answer,
  })),
  TRAP_BASH_IN_SH: warning((p: { hook: string; what: string }) => ({
    what: `${p.hook}: ${p.what} belongs to bash, but this runs in /bin/sh, which on many systems is another shell and stops here.`,
    fix: `Run it with bash (a first line "#!/usr/bin/env bash"), or write it without that.`,
  })),
  TRAP_PATH_UNQUOTED: warning((p: { hook: string; word: string; quoted: string }) => ({
    what: `${p.hook}: ${p.word} stands without quotes, so a blank in the path makes two words of it and the hook is not found.`,
    fix: `Write ${p.quoted}.`,
  })),
  TRAP_PATH_SPLITS: error((p: { hook: string; word: string; quoted: string }) => ({
    what: `${p.hook}: ${p.word} stands without quotes and the path has a blank in it, so the shell makes two words of it.`,
    fix: `Write ${p.quoted}.`,
  })),
  TRAP_STDOUT_NOISE: warning((p: { hook: string; text: string }) => ({
    what: `${p.hook} prints ${JSON.stringify(p.text)} to standard output before its JSON answer; both together are no JSON, and the answer is lost.`,
    fix: `Send it to standard error: add ">&2".`,
  })),
  TRAP_TIMEOUT_UNIT: warning((p: { hook: string; written: string; means: string; unit: string }) => ({
    what: `${p.hook}: timeout ${p.written} means ${p.means} here.`,
    fix: `This dialect counts in ${p.unit}. Write the time that you mean.`,
  })),
  TRAP_STOP_LOOPS: warning((p: { hook: string; field: string; isCertain: boolean }) => ({
    what: p.isCertain
      ? `${p.hook} refuses every time the agent wants to stop, until the limit for that is reached.`
      : `${p.hook} refuses to let the agent stop without looking at ${p.field}: what it complains of may be something the agent cannot mend.`,
    fix: `Let the stop pass when ${p.field} says that the agent has already been sent back.`,
  })),
  TRAP_VARIABLE_NOT_PASSED: warning((p: { hook: string; variable: string; why: string; fix: string }) => ({
    what: `${p.hook} reads $${p.variable}, which is empty there: ${p.why}.`,
    fix: p.fix,
  })),
} as const;
