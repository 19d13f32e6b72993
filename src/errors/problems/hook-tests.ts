import { error } from "../entry.ts";

const meant = (suggestion: string | null, otherwise: string) =>
  suggestion ? `Did you mean ${JSON.stringify(suggestion)}?` : otherwise;

/** Problems of writing and testing hooks. */
export const hookTestProblems = {
  HOOKTEST_NONE_FOUND: error((p: { where: string }) => ({
    what: `There are no hook tests in ${p.where}.`,
    fix: `Write a file that ends in .hooktest.yaml beside your hook, or let "hookline new" write one. docs/testing-hooks.md shows how.`,
  })),
  HOOKTEST_FILTER_EMPTY: error((p: { filter: string; tests: number }) => ({
    what: `None of the ${p.tests} tests has ${JSON.stringify(p.filter)} in its name or its file's name.`,
    fix: `Change --filter, or leave it out to run all of them.`,
  })),
  HOOKTEST_KEY_UNKNOWN: error((p: { at: string; key: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.at === "" ? "A test file" : p.at} has no key ${JSON.stringify(p.key)}.`,
    fix: `${p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}? ` : ""}Allowed: ${p.allowed}.`,
  })),
  HOOKTEST_VALUE_INVALID: error((p: { at: string; expected: string; got: string }) => ({
    what: `${p.at} must be ${p.expected}, but it is ${p.got}.`,
    fix: `Correct the value. docs/testing-hooks.md has an example of each field.`,
  })),
  HOOKTEST_EMPTY: error(() => ({
    what: `The file has no tests in it.`,
    fix: `Add at least one under "tests:", with a name, an event, a payload and what to expect.`,
  })),
  HOOKTEST_EXPECTS_NOTHING: error((p: { test: string; allowed: string }) => ({
    what: `The test ${JSON.stringify(p.test)} expects nothing, so it could never fail.`,
    fix: `Say under "expect:" what must come of it. Allowed: ${p.allowed}.`,
  })),
  HOOKTEST_EVENT_UNKNOWN: error((p: { event: string; suggestion: string | null }) => ({
    what: `There is no event ${JSON.stringify(p.event)}, neither of ours nor of any dialect.`,
    fix: meant(p.suggestion, `Run "hookline events" to see all events.`),
  })),
  HOOKTEST_PATTERN_INVALID: error((p: { at: string; pattern: string; why: string }) => ({
    what: `${p.at} has the pattern ${JSON.stringify(p.pattern)}, which cannot be used: ${p.why}.`,
    fix: `Correct the pattern (RE2 syntax: no look-around, no back-references), or use "contains" with a plain text.`,
  })),
  HOOKTEST_ENV_STEERS: error((p: { variable: string }) => ({
    what: `A test cannot set ${p.variable}: it decides what programs load or whom they talk to, and nobody has trusted a test file.`,
    fix: `Leave it out, or set it yourself when you call "hookline test": ${p.variable}=... hookline test.`,
  })),
  HOOKTEST_HOOK_UNKNOWN: error((p: { hook: string; suggestion: string | null }) => ({
    what: `The tests are about the hook ${JSON.stringify(p.hook)}, but there is none of that name here.`,
    fix: meant(p.suggestion, `Run "hookline list" to see the hooks here, and correct "hooks:" in the test file.`),
  })),
  HOOKTEST_HOOK_BROKEN: error((p: { hook: string; place: string; why: string }) => ({
    what: `The hook ${JSON.stringify(p.hook)} cannot run because its declaration (${p.place}) is broken: ${p.why}`,
    fix: `Run "hookline validate", which says how to mend it.`,
  })),
  HOOKTEST_UNTRUSTED: error((p: { hooks: string }) => ({
    what: `Not trusted, so not run: ${p.hooks}.`,
    fix: `Run "hookline trust" to look at what the hooks run and to trust it. In CI, name the fingerprint with --trust-fingerprint.`,
  })),
  HOOKTEST_PAYLOAD_FILE: error((p: { path: string; why: string }) => ({
    what: `The payload file ${p.path} cannot be used: ${p.why}.`,
    fix: `Correct the path, which starts at the test file, or write the payload into the test.`,
  })),
  HOOKTEST_REPORT_UNWRITABLE: error((p: { path: string; why: string }) => ({
    what: `The report could not be written to ${p.path}: ${p.why}.`,
    fix: `Make sure that you may write there, or name another file with --junit.`,
  })),
  NEW_EVENT_UNKNOWN: error((p: { dialect: string; event: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.dialect} has no event ${JSON.stringify(p.event)}.`,
    fix: `${p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}? ` : ""}It has: ${p.allowed}.`,
  })),
  NEW_NAME_INVALID: error((p: { name: string; suggestion: string | null }) => ({
    what: `${JSON.stringify(p.name)} cannot be the name of a hook: it becomes the name of a file.`,
    fix: `${p.suggestion ? `Write ${JSON.stringify(p.suggestion)}: ` : ""}Use 1 to 64 lower-case letters, digits and single hyphens between them.`,
  })),
  NEW_WOULD_OVERWRITE: error((p: { paths: string }) => ({
    what: `Nothing was written, because there is something already: ${p.paths}.`,
    fix: `Give the new hook another name, as the last argument.`,
  })),
  NEW_NAME_TAKEN: error((p: { name: string; place: string; free: string }) => ({
    what: `Nothing was written, because there is a hook named ${JSON.stringify(p.name)} already (${p.place}).`,
    fix: `Give the new hook another name as the last argument, e.g. ${p.free}.`,
  })),
  NEW_CANNOT_EDIT: error((p: { file: string; why: string; snippet: string }) => ({
    what: `Nothing was written, because ${p.file} cannot be edited without changing the rest of it: ${p.why}.`,
    fix: `Add this to ${p.file} yourself, or put the new hook elsewhere:\n\n${p.snippet}`,
  })),
  NEW_CANNOT_WRITE: error((p: { path: string; why: string }) => ({
    what: `${p.path} could not be written: ${p.why}. What had been written before is gone again.`,
    fix: `Make sure that you may write there.`,
  })),
} as const;
