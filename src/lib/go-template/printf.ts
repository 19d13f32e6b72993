import { TemplateError } from "./template-error.ts";
import { joined, numberText, type Place, textOf } from "./text.ts";

/** `printf` with the verbs that prompts need: %s %v %d %q %t and %%. */
export function formatted(format: unknown, args: readonly unknown[], place: Place): string {
  if (typeof format !== "string")
    throw new TemplateError(place.line, 'printf wants its format first: printf "%s" .Field');
  const parts: string[] = [];
  let next = 0;
  let done = 0;
  for (const found of format.matchAll(/%(.?)/gsu)) {
    parts.push(format.slice(done, found.index));
    done = found.index + found[0].length;
    const verb = found[1] ?? "";
    if (verb === "%") parts.push("%");
    else if (!verbs.has(verb)) throw new TemplateError(place.line, `printf does not know ${JSON.stringify(found[0])}`);
    else if (next >= args.length) parts.push(`%!${verb}(MISSING)`);
    else parts.push(written(verb, args[next++], place));
  }
  parts.push(format.slice(done));
  if (next < args.length)
    throw new TemplateError(place.line, `printf was given ${args.length} values and uses ${next}`);
  return joined(parts, place);
}

const verbs = new Set(["s", "v", "d", "q", "t"]);

function written(verb: string, value: unknown, place: Place): string {
  switch (verb) {
    case "d":
      if (typeof value === "number" && Number.isInteger(value)) return numberText(value);
      throw new TemplateError(place.line, "%d wants a whole number");
    case "q":
      return JSON.stringify(textOf(value, place));
    default:
      return textOf(value, place);
  }
}
