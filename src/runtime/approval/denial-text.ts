import { blockedByHook } from "../../hosts/agentao/markers.ts";
import type { Approval } from "./approval.ts";

/** What the model gets in place of a result when its call was not approved. */
export function denialText({
  decision,
  source,
  reason,
  hook,
}: Pick<Approval, "decision" | "source" | "reason" | "hook">): string {
  if (decision === "canceled") return "The call was canceled before it ran.";
  // The words that hooks of this dialect are used to.
  if (hook?.dialect === "claude") return blockedByHook(reason ?? "The hook gave no reason.");
  const who = hook === null ? (refusers[source] ?? "") : ` by the hook ${JSON.stringify(hook.name)}`;
  return reason === null ? `The call was refused${who}.` : `The call was refused${who}: ${withStop(reason)}`;
}

const refusers: Readonly<Partial<Record<Approval["source"], string>>> = {
  user_rejected: " by the user",
  session_permissions_deny: " by a permission rule",
  team_permissions_deny: " by a permission rule",
  pre_tool_use_hook_deny: " by a hook",
  permission_request_hook_deny: " by a hook",
};

function withStop(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
