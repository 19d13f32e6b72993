import { expect, it } from "vitest";
import { parsePermissionRules } from "../../engine/permission-rules.ts";
import { idleRules } from "./idle-rules.ts";

it.each<[rule: string, expected: string | null]>([
  ["shell", null],
  ["Shell:cmd=npm test", null],
  ["transfer_task", null],
  ["mcp__tracker__close", null],
  ["*", null],
  ["*_issue", null],
  ["shel:cmd=rm *", 'Did you mean "shell"?'],
  ["Bash", 'Did you mean "shell"?'],
  ["delete_everything", "Tools are: shell, "],
])("the rule %s is about a tool that there is, or it is said which is meant", (rule, expected) => {
  const rules = parsePermissionRules({ deny: [rule] });
  if ("problems" in rules) throw new Error(`${rule} cannot be read`);
  const told = idleRules(rules);
  if (expected === null) expect(told).toEqual([]);
  else {
    expect(told.map(({ severity }) => severity)).toEqual(["warning"]);
    expect(told[0]?.what).toContain(`deny rule ${JSON.stringify(rule)}`);
    expect(told[0]?.fix).toContain(expected);
  }
});
