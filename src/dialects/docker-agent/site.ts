import { type Finding, finding, type ProblemCode } from "../../errors/problem.ts";
import type { KeyPath, SourceDocument } from "../../lib/source-document.ts";

/** Where something is declared. */
export interface Site {
  /** Null for what was given on the command line. */
  readonly file: string | null;
  readonly document: SourceDocument | null;
  /** Where it stands in the document. */
  readonly path: KeyPath;
  /** How messages name the place, such as `hooks.pre_tool_use[0].hooks[1]`. */
  readonly label: string;
}

/** States a problem at a key below a site; which declaration it is about goes without saying. */
export type Tell = <C extends ProblemCode>(
  code: C,
  at: KeyPath,
  params: Omit<Parameters<typeof finding<C>>[2], "hook">,
) => void;

export function below(site: Site, key: string): Site {
  return { ...site, path: [...site.path, key], label: site.label === "" ? key : `${site.label}.${key}` };
}

/** The entries at a site. One may stand alone where a list is expected, and counts as the first. */
export function entriesAt(site: Site, value: unknown): readonly { readonly site: Site; readonly value: unknown }[] {
  const at = (index: number, path: KeyPath): Site => ({ ...site, path, label: `${site.label}[${index}]` });
  if (!Array.isArray(value)) return [{ site: at(0, site.path), value }];
  return value.map((entry, index) => ({ site: at(index, [...site.path, index]), value: entry }));
}

export function lineOf({ document, path }: Site, at: KeyPath = []): number | null {
  return document?.lineOf([...path, ...at]) ?? null;
}

/** Speaks of what stands at a site: a hook by its name, or an entry. */
export function tellAt(site: Site, name: string | null, findings: Finding[], kind: "hook" | "entry" = "hook"): Tell {
  const hook = name === null ? `The ${kind} ${site.label}` : `Hook ${JSON.stringify(name)} (${site.label})`;
  return (code, at, params) => {
    const all = { ...params, hook } as Parameters<typeof finding<typeof code>>[2];
    findings.push(finding(code, { file: site.file, line: lineOf(site, at) }, all));
  };
}
