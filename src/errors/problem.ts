import { problems } from "./problems.ts";

type Table = typeof problems;
export type ProblemCode = keyof Table;
type ParamsOf<C extends ProblemCode> = Parameters<Table[C]["say"]>[0];

export type Severity = "error" | "warning";

/** Something a user must know about a file of theirs: what is wrong, where, and what to do next. */
export interface Finding {
  readonly file: string | null;
  readonly line: number | null;
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly what: string;
  readonly fix: string;
}

export interface Place {
  readonly file: string | null;
  readonly line: number | null;
}

/** States the problem `code` at a place. */
export function finding<C extends ProblemCode>(code: C, place: Place, params: ParamsOf<C>): Finding {
  const { severity, say } = problems[code];
  // The table's entries take different parameters; `code` ties them to `params`, which the compiler cannot follow.
  const { what, fix } = (say as (params: ParamsOf<C>) => { what: string; fix: string })(params);
  return { file: place.file, line: place.line, code, severity, what, fix };
}

/** A coded error for calls that cannot go on: wrong usage, unreadable files. Branch on `code`, never on the text. */
export class Problem<C extends ProblemCode = ProblemCode> extends Error {
  readonly code: C;
  readonly fix: string;

  constructor(code: C, params: ParamsOf<C>, options?: ErrorOptions) {
    const { what, fix } = finding(code, { file: null, line: null }, params);
    super(what, options);
    this.name = "Problem";
    this.code = code;
    this.fix = fix;
  }
}
