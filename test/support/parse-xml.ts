/** An element of an XML document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const token = /<\?[^?]*\?>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
// What no XML 1.0 document may contain.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Parses a document as strictly as our reports need it: throws where it is not well-formed. */
export function parseXml(xml: string): Element {
  if (forbidden.test(xml) || !xml.isWellFormed()) throw new Error("There are characters that XML forbids.");
  interface Open {
    readonly name: string;
    readonly attributes: Record<string, string>;
    readonly children: Element[];
    text: string;
  }
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const open: Open[] = [root];
  token.lastIndex = 0;
  let end = 0;
  for (let match = token.exec(xml); match; match = token.exec(xml)) {
    end = token.lastIndex;
    const [whole, closing, opening, attributes = "", selfClosing, text] = match;
    const current = open.at(-1) ?? root;
    if (whole.startsWith("<?")) continue;
    if (text !== undefined) current.text += decode(text);
    else if (closing !== undefined) {
      if (current.name !== closing) throw new Error(`</${closing}> closes <${current.name}>.`);
      open.pop();
    } else if (opening !== undefined) {
      const element: Open = { name: opening, attributes: attributesOf(attributes), children: [], text: "" };
      current.children.push(element);
      if (selfClosing === "") open.push(element);
    }
  }
  if (end !== xml.length) throw new Error(`There is no XML at: ${xml.slice(end, end + 40)}`);
  if (open.length !== 1 || root.children.length !== 1) throw new Error("There is not exactly one root.");
  return root.children[0] as Element;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decode(value)] as const,
  );
  const names = pairs.map(([name]) => name);
  if (new Set(names).size !== names.length) throw new Error(`An attribute is there twice: ${names.join(", ")}.`);
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  return text.replaceAll(/&(\w*);?/g, (whole, name: string) => {
    const char = entities[name];
    if (char === undefined || !whole.endsWith(";")) throw new Error(`There is no entity ${whole}.`);
    return char;
  });
}
