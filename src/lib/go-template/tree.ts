/** A parsed template: what `parse.ts` makes and `render.ts` walks. */
export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly pipe: Pipe }
  | { readonly kind: "if" | "with" | "range"; readonly pipe: Pipe; readonly then: Body; readonly otherwise: Body }
  | { readonly kind: "break" | "continue" };

export type Body = readonly Node[];

/** `$x := first | second …`. */
export interface Pipe {
  readonly line: number;
  readonly variables: readonly string[];
  /** True for `$x :=`, false for `$x =`, which sets a variable that exists already. */
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

/** A function with its arguments, or one operand alone. */
export type Command =
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Operand[] }
  | { readonly kind: "operand"; readonly operand: Operand };

export interface Operand {
  readonly of:
    | { readonly kind: "literal"; readonly value: string | number | boolean | null }
    | { readonly kind: "dot" }
    | { readonly kind: "variable"; readonly name: string }
    | { readonly kind: "call"; readonly name: string }
    | { readonly kind: "pipe"; readonly pipe: Pipe };
  readonly path: readonly Field[];
}

export interface Field {
  readonly name: string;
  /** The JSON spelling of a Go name: `tool_use_id` for `ToolUseID`; null when there is none. */
  readonly jsonName: string | null;
}
