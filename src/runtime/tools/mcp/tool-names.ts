import { createHash } from "node:crypto";

/** Providers of models take no longer names. */
const longest = 64;
/** So that the name of the server leaves room for that of the tool. */
const longestServer = 30;

/**
 * Where the tools of a server belong: `mcp__<server>`. The two underscores that follow end it, so it has none of its own:
 * a tool `b__c` of server `a` must not be called like the tool `c` of server `a__b`, for which there may be rules.
 */
export function namespaceOf(server: string): string {
  const plain = cleaned(server);
  const single = plain.replaceAll(/__+/g, "_").replace(/(?<=.)_$/, "");
  const name = single === plain ? shortened(plain, server, longestServer) : marked(single, server, longestServer);
  return `mcp__${name}`;
}

/**
 * Gives every tool of a server a name that models can use: `mcp__<server>__<tool>`. Names that would become the same get a
 * part that depends on nothing but the tool's own name, so that rules for a tool hold whatever else the server offers.
 */
export function nameTools(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(tools)];
  const plain = (tool: string) => `${namespaceOf(server)}__${cleaned(tool)}`;
  const usedBy = Map.groupBy(distinct, plain);
  return new Map(
    distinct.map((tool) => {
      const isAlone = usedBy.get(plain(tool))?.length === 1 || cleaned(tool) === tool;
      return [tool, isAlone ? shortened(plain(tool), tool, longest) : marked(plain(tool), tool, longest)];
    }),
  );
}

function cleaned(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_") || "_";
}

function shortened(name: string, original: string, most: number): string {
  return name.length <= most ? name : marked(name, original, most);
}

function marked(name: string, original: string, most: number): string {
  const mark = `_${createHash("sha256").update(original).digest("hex").slice(0, 8)}`;
  return name.slice(0, most - mark.length) + mark;
}
