import { type PermissionRules, ruleLists } from "../../engine/permission-rules.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { ownTool, ownToolNames } from "../../sources/agents/tool-names.ts";

/** Tools of the loop itself, which agents have by what their files say about other agents and skills. */
const loopTools = ["transfer_task", "handoff", "run_skill"];

/** Rules about a tool that there is not: one that is misspelt looks exactly like one that had nothing to do. */
export function idleRules(rules: PermissionRules): readonly Finding[] {
  const known = [...ownToolNames(), ...loopTools];
  return ruleLists.flatMap((list) =>
    rules[list].flatMap(({ text, tool: { plain } }) => {
      // What a server offers is only known when it runs, and patterns may be about that.
      if (plain === null || plain.hasStar || /^mcp/i.test(plain.text)) return [];
      if (known.includes(plain.text.toLowerCase())) return [];
      const suggestion = ownTool(plain.text)?.name ?? closest(plain.text, known);
      const params = { list, rule: text, tool: plain.text, suggestion, known: known.join(", ") };
      return [finding("PERMISSION_RULE_IDLE", { file: null, line: null }, params)];
    }),
  );
}
