import type { EventContract } from "../../catalog/contract.ts";
import type { Hook } from "../../engine/hook.ts";
import { type Finding, finding, type ProblemCode } from "../../errors/problem.ts";
import type { NamedProgram } from "../../sources/programs/programs-of.ts";
import { lineOfKey } from "./reading/line-of-key.ts";
import type { Program } from "./reading/program.ts";

/** A hook, with everything about it that a trap may look at. */
export interface Subject {
  readonly hook: Hook;
  /** The dialect of its program, which is another than the declaration's where that runs it through an adapter. */
  readonly speaks: string;
  readonly contract: EventContract;
  /** The files that it starts or hands to an interpreter. */
  readonly named: readonly NamedProgram[];
  /** What it runs, as text: the command itself where a shell reads it, and the scripts it starts. */
  readonly programs: readonly Program[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the user's own folder is. */
  readonly home: string;
}

/** Looks for one mistake that is easy to make and hard to see. It runs nothing. */
export type Trap = (subject: Subject) => readonly Finding[];

type ParamsOf<C extends ProblemCode> = Omit<Parameters<typeof finding<C>>[2], "hook">;

/** States a problem of a hook where it is declared. */
export function atDeclaration<C extends ProblemCode>({ hook }: Subject, code: C, params: ParamsOf<C>): Finding {
  return finding(code, hook.origin, { ...params, hook: labelOf(hook) } as Parameters<typeof finding<C>>[2]);
}

/** States a problem of a hook at a key of its declaration. */
export function atKey<C extends ProblemCode>(
  subject: Subject,
  keys: readonly string[],
  code: C,
  params: ParamsOf<C>,
): Finding {
  const { file, line } = subject.hook.origin;
  return { ...atDeclaration(subject, code, params), line: lineOfKey(file, line, keys, subject.hook.dialect) };
}

/** States a problem at a line of a program; one that stands in the declaration is told of there. */
export function atLine<C extends ProblemCode>(
  subject: Subject,
  { file }: Program,
  line: number,
  code: C,
  params: ParamsOf<C>,
): Finding {
  if (file === null) return atDeclaration(subject, code, params);
  return finding(code, { file, line }, { ...params, hook: labelOf(subject.hook) } as Parameters<typeof finding<C>>[2]);
}

function labelOf({ name }: Hook): string {
  return `Hook ${JSON.stringify(name)}`;
}
