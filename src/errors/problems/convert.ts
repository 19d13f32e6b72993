import { error } from "../entry.ts";

/** Problems of converting hooks. */
export const convertProblems = {
  CONVERT_NOTHING: error<{ where: string }>(({ where }) => ({
    what: `There is no hook to convert ${where}.`,
    fix: 'See with "hookline list" which hooks there are, and in which files.',
  })),
  CONVERT_FILE_EXISTS: error<{ file: string }>(({ file }) => ({
    what: `${file} is there already, and nothing was written.`,
    fix: "Leave out --write and copy what you need from the output, or move the file away.",
  })),
  CONVERT_LEADS_OUT: error<{ file: string; root: string }>(({ file, root }) => ({
    what: `A link leads from ${file} to a place outside of ${root}, and nothing was written.`,
    fix: "Remove the link, or leave out --write and put the output where you want it.",
  })),
  CONVERT_NOT_WRITTEN: error<{ file: string; why: string }>(({ file, why }) => ({
    what: `${file} could not be written, and neither was anything else: ${why}.`,
    fix: "Make its folder writable, or leave out --write and put the output where you want it.",
  })),
  ADAPT_CALL_INVALID: error<{ why: string }>(({ why }) => ({
    what: `This is no hook that could be run: ${why}.`,
    fix: 'Write: hookline adapt <dialect> <event> -- <command>. "hookline convert" writes such lines.',
  })),
} as const;
