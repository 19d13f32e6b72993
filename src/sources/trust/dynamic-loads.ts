import { extname } from "node:path";

/*
 * What a script loads is read off its text. Where the text puts a name together, or makes code of data, that ends; whoever
 * decides about the script is told so. This looks for the usual ways and proves nothing.
 */

const javascript =
  /\b(?:require|import)\s*\(\s*(?!["'`][^"'`$\n]*["'`]\s*[,)])(?=\S)|\b(?:eval|Function)\s*\(|\bvm\s*\.\s*\w+|\bcreateRequire\b|\bprocess\s*\.\s*dlopen\b/;
const python =
  /(?:^|[^.\w])(?:exec|eval|compile|__import__|execfile)\s*\(|\bimportlib\b|\brunpy\b|\bimp\s*\.\s*load|\bsys\s*\.\s*path\b|\bpickle\b|\bmarshal\b/;
const ruby = /\b(?:eval|instance_eval|class_eval|load|require_relative|require)\s*\(?\s*(?!["'])(?=[A-Za-z_@$(])/;
const perl = /\beval\b|\bdo\s*\(?\s*\$|\brequire\s+\$/;
const php = /\b(?:eval|create_function)\s*\(|\b(?:include|require)(?:_once)?\s*\(?\s*(?!["'])(?=\$|__DIR__\s*\.\s*\$)/;

/** Says that a script loads code by a name that does not stand in it; null when nothing looks like that. */
export function dynamicLoad(path: string, text: string): string | null {
  const pattern = patternFor(path, text);
  const lines = pattern === null ? [] : text.split("\n");
  const at = lines.findIndex((line) => !/^\s*(?:\/\/|#|\*)/.test(line) && pattern?.test(line));
  return at < 0 ? null : `line ${at + 1}`;
}

function patternFor(path: string, text: string): RegExp | null {
  const extension = extname(path);
  const first = text.startsWith("#!") ? (text.split("\n", 1)[0] ?? "") : "";
  const is = (extensions: RegExp, runners: RegExp) => extensions.test(extension) || runners.test(first);
  if (is(/^\.[mc]?[jt]sx?$/, /\b(?:node|tsx|deno|bun)\b/)) return javascript;
  if (is(/^\.pyw?$/, /\bpython[\d.]*\b/)) return python;
  if (is(/^\.rb$/, /\bruby\b/)) return ruby;
  if (is(/^\.p[lm]$/, /\bperl\b/)) return perl;
  return is(/^\.php$/, /\bphp\b/) ? php : null;
}
