import { parsePathMatch } from "./path-match.ts";

/** One test of one payload value. All conditions of a matcher must hold. */
export interface Condition {
  /** The key as its author wrote it, e.g. `tool_name` or `autonomy.task_id`. */
  readonly key: string;
  /** Where the value stands in the payload. */
  readonly path: string;
  readonly pattern: string | boolean;
  readonly test: (value: unknown) => boolean;
  /** Looks into lists or objects, so that plans cannot be remembered by the value alone. */
  readonly deep?: boolean;
  /** The only value that can pass, when there is just one; lets the plan index the hook. */
  readonly literal: string | null;
}

export interface Matcher {
  readonly conditions: readonly Condition[];
}

/** Where a hook applies. Each part that is set must agree with the payload. */
export interface Scope {
  readonly agentName: string | null;
  readonly workspaceId: string | null;
  readonly workspaceRoot: string | null;
}

export const matchesEverything: Matcher = Object.freeze({ conditions: Object.freeze([]) });
export const everywhere: Scope = Object.freeze({ agentName: null, workspaceId: null, workspaceRoot: null });

/** Compiles one matcher entry, or says why its pattern is bad. An empty pattern and `*` hold for every value. */
export function compileCondition(
  key: string,
  path: string,
  pattern: string | boolean,
): Condition | { readonly bad: string } {
  if (typeof pattern === "boolean") {
    return { key, path, pattern, literal: null, test: (value) => (value === true) === pattern };
  }
  const wanted = pattern.trim();
  if (wanted === "" || wanted === "*") return { key, path, pattern: wanted, literal: null, test: () => true };
  if (!/[*?[\]]/.test(wanted)) {
    return { key, path, pattern: wanted, literal: wanted, test: (value) => valueText(value) === wanted };
  }
  const matches = parsePathMatch(wanted);
  if (typeof matches !== "function") return matches;
  return { key, path, pattern: wanted, literal: null, test: (value) => matches(valueText(value)) };
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
