import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGoTemplate, render } from "./go-template.ts";

type Options = NonNullable<Parameters<typeof render>[2]>;

function fill(template: string, data: unknown, options: Options = {}): { text: string } | { bad: string } {
  const parsed = parseGoTemplate(template);
  return "bad" in parsed ? { bad: `parse: ${parsed.bad}` } : render(parsed, data, options);
}

const data = {
  tool_name: "shell",
  tool_use_id: "call-1",
  tool_input: {
    cmd: "ls -la",
    depth: 3,
    ratio: 0.00001,
    flags: ["a", "b"],
    nested: { deep: { er: true } },
    none: null,
  },
  usage: { input_tokens: 12 },
  iteration: 2,
  tool_error: false,
  empty: "",
};

describe("a template renders as Go does", () => {
  it.each<[what: string, template: string, expected: string]>([
    ["text alone", "plain } text {", "plain } text {"],
    ["a field by its JSON name", "{{ .tool_name }}", "shell"],
    ["a field by its Go name", "{{ .ToolName }} {{.ToolUseID}}", "shell call-1"],
    ["a nested field", "{{ .ToolInput.cmd }}/{{ .ToolInput.nested.deep.er }}", "ls -la/true"],
    ["Go names inside", "{{ .Usage.InputTokens }}", "12"],
    ["a missing key", "{{ .ToolInput.nope }}", "<no value>"],
    ["a field of a missing key", "{{ .ToolInput.nope.deeper }}", "<no value>"],
    ["a null", "{{ .ToolInput.none }}", "<no value>"],
    ["an object", "{{ .ToolInput.nested }}", "map[deep:map[er:true]]"],
    ["a list", "{{ .ToolInput.flags }}", "[a b]"],
    ["a list with null", "{{ .list }}", "<no value>"],
    [
      "numbers",
      "{{ .Iteration }} {{ .ToolInput.ratio }} {{ 1e21 }} {{ 0x1F }} {{ -1_000 }} {{ .5 }}",
      "2 1e-05 1e+21 31 -1000 0.5",
    ],
    ["literals", '{{ "a\\tb\\u00e9\\x41\\101" }}{{ `raw\\n` }}{{ true }}', "a\tbéAAraw\\ntrue"],
    ["braces in a literal", '{{ "}}" }}{{ `{{` }}', "}}{{"],
    ["the root inside a block", "{{ with .ToolInput }}{{ .cmd }} {{ $.ToolName }}{{ end }}", "ls -la shell"],
    ["with, else", "{{ with .empty }}x{{ else }}none{{ end }}", "none"],
    ["with, else with", "{{ with .empty }}x{{ else with .ToolName }}{{ . }}{{ end }}", "shell"],
    ["if and else if", '{{ if .empty }}a{{ else if eq .ToolName "shell" }}b{{ else }}c{{ end }}', "b"],
    ["if over an object", "{{ if .ToolInput }}yes{{ end }}{{ if .ToolError }}no{{ end }}", "yes"],
    ["range", "{{ range .ToolInput.flags }}<{{ . }}>{{ end }}", "<a><b>"],
    ["range with index", "{{ range $i, $e := .ToolInput.flags }}{{ $i }}={{ $e }};{{ end }}", "0=a;1=b;"],
    ["range over an object, sorted", "{{ range $k, $v := .Usage }}{{ $k }}:{{ $v }}{{ end }}", "input_tokens:12"],
    ["range over a number", "{{ range 3 }}{{ . }}{{ end }}", "012"],
    ["range, else", "{{ range .empty_list }}x{{ else }}none{{ end }}", "none"],
    [
      "break and continue",
      "{{ range .n }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if eq . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}",
      "",
    ],
    ["variables", "{{ $x := .ToolName }}{{ $x }}{{ $x = 7 }}{{ $x }}", "shell7"],
    ["a variable set in a block", "{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}", "2"],
    ["a variable shadowed in a block", "{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}", "1"],
    ["fields of a variable", "{{ $t := .ToolInput }}{{ $t.nested.deep.er }}", "true"],
    ["fields of parentheses", '{{ (index .ToolInput "nested").deep }}', "map[er:true]"],
    ["comments", "a{{/* nothing }} here */}}b{{- /* trimmed */ -}} c", "abc"],
    ["trim markers", "a \n {{- .ToolName -}} \n b", "ashellb"],
    ["a minus that trims nothing", "{{-3}} {{ -3 -}}", "-3 -3"],
    [
      "toJSON",
      "{{ .ToolInput.nested | toJSON }} {{ toJSON .ToolName }} {{ toJSON .nope }}",
      '{"deep":{"er":true}} "shell" null',
    ],
    [
      "truncate",
      "{{ truncate 2 .ToolName }} {{ .ToolName | truncate 50 }} {{ .ToolName | truncate 0 }}",
      "sh… shell shell",
    ],
    ["a longer pipe", "{{ .ToolInput.flags | toJSON | truncate 3 | len }}", "6"],
    ["len", '{{ len .ToolInput.flags }} {{ len "é" }} {{ len .Usage }}', "2 2 1"],
    ["eq with several", '{{ eq .ToolName "a" "shell" }} {{ eq .nope "x" }} {{ eq .nope nil }}', "true false true"],
    ["order", '{{ lt 1 2 }}{{ le 2 2 }}{{ gt "b" "a" }}{{ ge 1 2 }}{{ ne 1 2 }}', "truetruetruefalsetrue"],
    ["and, or, not", "{{ and .ToolName .empty }}|{{ or .empty .ToolName }}|{{ not .empty }}", "|shell|true"],
    ["and and or stop early", "{{ or true (index .ToolInput.flags 9) }}{{ and false (len 3) }}", "truefalse"],
    ["a piped value into or", "{{ .ToolName | or .empty }}", "shell"],
    ["index", '{{ index .ToolInput.flags 1 }} {{ index .ToolInput "nested" "deep" "er" }}', "b true"],
    [
      "printf",
      '{{ printf "%s has %d of %v, %q %t 100%%" .ToolName .Iteration .ToolInput.flags "x" true }}',
      'shell has 2 of [a b], "x" true 100%',
    ],
    ["printf with too little", '{{ printf "%s" }}', "%!s(MISSING)"],
    ["print and println", '{{ print "a" 1 }}{{ println "b" 2 }}', "a1b 2\n"],
  ])("%s", (_what, template, expected) => {
    expect(fill(template, { ...data, n: [] })).toEqual({ text: expected });
  });

  it("break and continue leave the innermost range", () => {
    const template =
      "{{ range .n }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if eq . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}.";
    expect(fill(template, { n: [1, 2, 3, 4, 5] })).toEqual({ text: "13." });
  });

  it("truncate counts bytes and tears no character apart", () => {
    expect(fill("{{ truncate 4 .s }}", { s: "aéé😀" })).toEqual({ text: "aé…" });
    expect(fill("{{ truncate 16 .s }}", { s: "x".repeat(50) })).toEqual({ text: `${"x".repeat(16)}…` });
    expect(fill("{{ truncate 9 .s }}", { s: "aéé😀" })).toEqual({ text: "aéé😀" });
  });
});

describe("a template that cannot be read says why and where", () => {
  it.each<[template: string, bad: RegExp]>([
    ["a\n{{ .ToolName", /^line 2: this action has no "}}"/],
    ["{{ }}", /a value is missing/],
    ["{{ if .x }}", /has no \{\{ end/],
    ["{{ if .x }}a{{ else }}b{{ else }}c{{ end }}", /two \{\{ else/],
    ["{{ if .x }}a{{ else with .x }}b{{ end }}", /does not follow if/],
    ["{{ end }}", /nothing open/],
    ["{{ else }}", /nothing open/],
    ["{{ range .x }}{{ end", /no "}}"/],
    ["{{ nosuch .x }}", /no function "nosuch"/],
    ["{{ constructor .x }}", /no function "constructor"/],
    ["{{ .x | .y }}", /must be a function/],
    ["{{ .x .y }}", /only a function/],
    ["{{ .x.y.(len) }}", /expected|together|means nothing/],
    ["{{ $y }}", /\$y is not set/],
    ["{{ $y = 1 }}", /\$y is not set/],
    ["{{ if true }}{{ $y := 1 }}{{ end }}{{ $y }}", /\$y is not set/],
    ["{{ $a, $b := .x }}", /only range/],
    ["{{ $ := 1 }}", /cannot be set/],
    ["{{ break }}", /outside/],
    ['{{ template "x" }}', /not supported/],
    ['{{ "open }}', /closing quote/],
    ['{{ "\\q" }}', /not an escape/],
    ["{{ (len .x }}", /not closed/],
    ["{{ len .x ) }}", /not expected/],
    ["{{/* open", /comment has no end/],
    ["{{/* a */ b }}", /only thing/],
    ["{{ @ }}", /means nothing/],
    ['{{ "a"."b" }}', /together|not expected/],
    ["{{ ".concat("(".repeat(200), ".x", ")".repeat(200), " }}"), /nested more than/],
    ["{{ if .x }}".repeat(100) + "{{ end }}".repeat(100), /nested more than/],
    ["x".repeat(70_000), /at most/],
    ["{{ $x := 1 }}".repeat(200), /too many variables/],
  ])("%s", (template, bad) => {
    const parsed = parseGoTemplate(template);
    expect("bad" in parsed ? parsed.bad : "it was read").toMatch(bad);
  });
});

describe("a template that cannot be rendered says why", () => {
  it.each<[template: string, bad: RegExp]>([
    ["{{ .tool_name.length }}", /a string has no field length/],
    ["{{ .ToolInput.flags.length }}", /a list has no field/],
    ["\n{{ index .ToolInput.flags 7 }}", /^line 2: the list has no entry 7; it has 2/],
    ['{{ index .ToolInput.flags "x" }}', /no entry x/],
    ["{{ index .ToolName 0 }}", /cannot look into a string/],
    ["{{ len 3 }}", /length of a number/],
    ["{{ len }}", /wants 1 values and was given 0/],
    ["{{ eq .ToolName 1 }}", /cannot be compared/],
    ["{{ eq .ToolInput .ToolInput }}", /can be compared/],
    ["{{ lt true false }}", /have an order/],
    ["{{ range .ToolName }}{{ end }}", /cannot go through a string/],
    ['{{ printf "%x" 1 }}', /does not know/],
    ['{{ printf "%d" "a" }}', /whole number/],
    ['{{ printf "a" 1 }}', /uses 0/],
    ['{{ truncate "a" "b" }}', /wants a number first/],
  ])("%s", (template, bad) => {
    const rendered = fill(template, data);
    expect("bad" in rendered ? rendered.bad : "it was rendered").toMatch(bad);
  });

  it("a missing field is an error where that is asked for", () => {
    const at = (template: string, missing: NonNullable<Options["missing"]>) =>
      "bad" in fill(template, data, { missing });
    expect(at("{{ .Nope }}", "no-value")).toBe(false);
    expect(at("{{ .Nope }}", "error-at-top")).toBe(true);
    expect(at("{{ $.Nope }}", "error-at-top")).toBe(true);
    expect(at("{{ .ToolInput.nope }}", "error-at-top")).toBe(false);
    expect(at("{{ .ToolInput.nope }}", "error")).toBe(true);
    expect(at("{{ .ToolInput.none.x }}", "error")).toBe(true);
  });
});

describe("neither a hostile template nor hostile data gets far", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])("%s is no field", (name) => {
    expect(fill(`{{ .${name} }}{{ .o.${name}.x }}{{ index .o "${name}" }}`, { o: {} })).toEqual({
      text: "<no value><no value><no value>",
    });
  });

  it.each<[what: string, template: string]>([
    ["loops in loops", "{{ range 100000 }}{{ range 100000 }}x{{ end }}{{ end }}"],
    ["a text that doubles", `{{ $x := "0123456789" }}${"{{ $x = print $x $x }}".repeat(60)}`],
    ["a text that grows by printf", `{{ $x := "0123456789" }}${'{{ $x = printf "%s%s%s" $x $x $x }}'.repeat(60)}`],
    ["the same JSON again and again", "{{ range 100000 }}{{ $x := toJSON $.big }}{{ end }}"],
    ["comparing long texts again and again", "{{ range 1000000 }}{{ if eq $.long $.long }}{{ end }}{{ end }}"],
    ["counting many keys again and again", "{{ range 1000000 }}{{ if len $.big }}{{ end }}{{ end }}"],
    ["output without end", "{{ range 1000000 }}{{ $.long }}{{ end }}"],
  ])("%s", (_what, template) => {
    const big = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key-${at}`, at]));
    const rendered = fill(template, { big, long: "y".repeat(100_000) });
    expect("bad" in rendered ? rendered.bad : "it was rendered").toMatch(/too much work|longer than/);
  });

  it("data nested without end is refused", () => {
    let deep: unknown = 1;
    for (let at = 0; at < 50_000; at++) deep = [deep];
    expect(fill("{{ .deep }}", { deep })).toHaveProperty("bad");
    expect(fill("{{ toJSON .deep }}", { deep })).toHaveProperty("bad");
  });

  it("never throws, whatever the template", () => {
    const pieces = [
      "{{",
      "}}",
      "{{-",
      "-}}",
      " ",
      ".",
      ".ToolName",
      "$",
      "$x",
      ":=",
      "=",
      "|",
      "(",
      ")",
      ",",
      '"',
      "`",
      "'",
    ];
    const words = [
      "if",
      "else",
      "end",
      "range",
      "with",
      "len",
      "eq",
      "and",
      "printf",
      "index",
      "/*",
      "*/",
      "1",
      "-",
      "\n",
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces, ...words), fc.string()), { maxLength: 30 }), (parts) => {
        const result = fill(parts.join(""), data);
        return "text" in result || "bad" in result;
      }),
      { numRuns: 3_000 },
    );
  });
});
