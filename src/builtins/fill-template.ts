import { parseGoTemplate, render } from "../lib/go-template.ts";
import type { BuiltinInput } from "./builtin.ts";

/** Fills a template with the payload as the hook's dialect writes it; throws when that does not work out. */
export function fillTemplate(template: string, { payload, written }: BuiltinInput): string {
  const parsed = parseGoTemplate(template);
  if ("bad" in parsed) throw new Error(`the template ${JSON.stringify(template)} cannot be read: ${parsed.bad}`);
  const filled = render(parsed, written?.() ?? payload, { missing: "error" });
  if ("bad" in filled) throw new Error(`the template ${JSON.stringify(template)} cannot be filled in: ${filled.bad}`);
  return filled.text;
}
