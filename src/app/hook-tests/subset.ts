import { isTable } from "../../lib/source-document.ts";

/** A place where a value is not what was expected. */
export interface Difference {
  /** Such as `tool_input.path` or `context_blocks[0].text`; empty for the value itself. */
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Where `got` differs from `expected`. Mappings may have more keys than expected; lists and plain values must be equal. */
export function differences(expected: unknown, got: unknown, path = ""): Difference[] {
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length)
    return expected.flatMap((item, index) => differences(item, got[index], `${path}[${index}]`));
  if (isTable(expected) && isTable(got))
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, Object.hasOwn(got, key) ? got[key] : undefined, path === "" ? key : `${path}.${key}`),
    );
  // A payload leaves out what it does not know, so null and missing are the same to it.
  return Object.is(expected, got) || (expected === null && got === undefined) ? [] : [{ path, expected, got }];
}
