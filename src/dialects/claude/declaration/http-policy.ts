import { compileGlob } from "../matcher/pattern.ts";

/** Lists that each must let something pass; without any list everything passes. */
export interface HttpPolicy {
  /** Patterns of addresses that hooks may post to, with `*` for any text. */
  readonly urls: readonly (readonly string[])[];
  /** Variables that headers may name. */
  readonly env: readonly (readonly string[])[];
}

export const anyAddress: HttpPolicy = { urls: [], env: [] };

/** Whether every list has a pattern for this address, as it is posted to: `/public/../admin` is `/admin`. */
export function allowsUrl({ urls }: HttpPolicy, url: string): boolean {
  const address = URL.parse(url)?.href ?? url;
  return urls.every((patterns) => patterns.some((pattern) => pattern === url || compileGlob(pattern)(address)));
}

/** Of the variables that a hook may use those that every list has. */
export function allowedVariables({ env }: HttpPolicy, names: readonly string[]): readonly string[] {
  return names.filter((name) => env.every((list) => list.includes(name)));
}
