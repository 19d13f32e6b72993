import { expect, it } from "vitest";
import type { Settled } from "./approval.ts";
import { canceled, denied } from "./approval.ts";
import { denialText } from "./denial-text.ts";

const claude = { name: "no-secrets", dialect: "claude" };
const agh = { name: "no-secrets", dialect: "agh" };

it.each<[settled: Settled, text: string]>([
  [canceled, "The call was canceled before it ran."],
  [denied("pre_tool_use_hook_deny", "Secrets.", claude), "[Blocked by hook] Secrets."],
  [denied("pre_tool_use_hook_deny", null, claude), "[Blocked by hook] The hook gave no reason."],
  [denied("pre_tool_use_hook_deny", "Secrets.", agh), 'The call was refused by the hook "no-secrets": Secrets.'],
  [denied("pre_tool_use_hook_deny", "too deep"), "The call was refused by a hook: too deep."],
  [denied("user_rejected", null), "The call was refused by the user."],
  [denied("user_rejected", "not now"), "The call was refused by the user: not now."],
  [
    denied("team_permissions_deny", 'the rule "shell" denies it'),
    'The call was refused by a permission rule: the rule "shell" denies it.',
  ],
  [denied("non_interactive_deny", "nobody can be asked"), "The call was refused: nobody can be asked."],
])("%j reads: %s", (settled, text) => {
  expect(denialText(settled)).toBe(text);
});
