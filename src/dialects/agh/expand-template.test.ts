import { describe, expect, it } from "vitest";
import { type Expansion, expandTemplate } from "./expand-template.ts";

const values = {
  configDir: "/ext",
  environment: { LANG: "C", NESTED: "{{env:LANG}}", API_TOKEN: "hunter2", OTHER_TOKEN: "hunter3" },
  isAllowed: (name: string) => name === "OTHER_TOKEN",
};

describe("expandTemplate", () => {
  it.each<[rule: string, text: string, expected: Expansion]>([
    ["plain text stays", "plain", { text: "plain" }],
    ["outer blanks go", "  a b  ", { text: "a b" }],
    ["config_dir is the extension's folder", "{{config_dir}}/x", { text: "/ext/x" }],
    ["blanks inside the braces do not matter", "{{ config_dir }}{{ env: LANG }}", { text: "/extC" }],
    ["a variable is filled in", "a-{{env:LANG}}-b", { text: "a-C-b" }],
    ["a missing variable is empty", "[{{env:NOPE}}]", { text: "[]" }],
    ["what a variable contains is not expanded again", "{{env:NESTED}}", { text: "{{env:LANG}}" }],
    ["the inherited properties of an object are no variables", "{{env:toString}}", { text: "" }],
    ["other braces are the program's own", "{{.Names}} {{x}} {env:LANG}", { text: "{{.Names}} {{x}} {env:LANG}" }],
    ["an open template is an error", "{{env:LANG", { bad: 'a "{{env:" is not closed with "}}"' }],
    ["a half-closed template is an error", "{{env:LANG} x", { bad: 'a "{{env:" is not closed with "}}"' }],
    [
      "an open template after a closed one is an error",
      "{{env:LANG}}{{env:",
      { bad: 'a "{{env:" is not closed with "}}"' },
    ],
    ["a template without a name is an error", "{{env:}}", { bad: '"{{env:}}" names no variable' }],
    ["a secret is refused", "x{{env:API_TOKEN}}", { secret: "API_TOKEN" }],
    ["a secret is refused in any case", "{{env:api_token}}", { secret: "api_token" }],
    ["a secret that the operator allowed is filled in", "{{env:OTHER_TOKEN}}", { text: "hunter3" }],
  ])("%s", (_rule, text, expected) => {
    expect(expandTemplate(text, values)).toEqual(expected);
  });
});
