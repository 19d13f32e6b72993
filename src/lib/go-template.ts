import { parseNodes } from "./go-template/parse.ts";
import { type RenderOptions, renderNodes } from "./go-template/render.ts";
import { TemplateError } from "./go-template/template-error.ts";
import type { Node } from "./go-template/tree.ts";

/**
 * Templates as Go's text/template writes them, as far as prompts and contexts need it: fields, pipes, if, range, with,
 * variables, comments, trim markers and the functions of go-template/functions.ts. (The one package for this on npm,
 * go-text-template, is a fraction of the language without limits, so this is our own.) Neither a template nor its data
 * can reach anything but the data's own properties, run for long, or produce more than `maxOutput` characters.
 */
export interface Template {
  readonly nodes: readonly Node[];
}

/** Reads a template; what is wrong with it is said with its line. */
export function parseGoTemplate(text: string): Template | { readonly bad: string } {
  return caught(() => ({ nodes: parseNodes(text) }));
}

/** Fills a template with JSON data. A field may be named as in the data (`tool_name`) or as in Go (`ToolName`). */
export function render(
  template: Template,
  data: unknown,
  options: Partial<RenderOptions> = {},
): { readonly text: string } | { readonly bad: string } {
  const { missing = "no-value", frame = null, maxOutput = 1024 * 1024, maxWork = 1_000_000 } = options;
  return caught(() => ({ text: renderNodes(template.nodes, data, { missing, frame, maxOutput, maxWork }) }));
}

function caught<T>(work: () => T): T | { readonly bad: string } {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) return { bad: error.message };
    throw error;
  }
}
