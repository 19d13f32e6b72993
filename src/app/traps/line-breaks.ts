import { atLine, type Trap } from "./trap.ts";

/** A shell script with the line breaks of Windows. What the kernel makes of them in the first line is told elsewhere. */
export const lineBreaks: Trap = (subject) =>
  subject.programs
    .filter(({ file, language }) => file !== null && (language === "sh" || language === "bash"))
    .filter(({ text }) => /[^\n]\r\n/.test(text) && !/^#![^\n]*\r\n/.test(text))
    .map((program) => atLine(subject, program, 1, "TRAP_LINE_BREAKS", {}));
