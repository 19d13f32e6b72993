import { fire as fireEvent } from "../../app/fire.ts";
import { openHookline } from "../../app/open-hookline.ts";
import { requireEvent } from "../../app/require-event.ts";
import type { Decision } from "../../engine/verdict.ts";
import type { Invocation } from "../command.ts";
import { warnOfOtherWorkspace } from "../other-workspace.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { readPayload } from "../read-payload.ts";
import { warnOfUnknownFields } from "../unknown-fields.ts";
import { renderVerdict } from "../verdict-view.ts";
import { warnOn } from "../warn.ts";

type TextFlags = "payload" | "session" | "agent";

const exitCodes: Readonly<Record<Decision, number>> = { deny: 2, ask: 3, allow: 0, none: 0 };

export async function fire(
  invocation: Invocation & { flags: { readonly [K in TextFlags]?: string } & { readonly "exit-code"?: boolean } },
): Promise<number> {
  const { args, flags, terminal, world } = invocation;
  const event = requireEvent(args[0] ?? "");
  const given = await readPayload(event, flags.payload, world);
  const { session, agent } = flags;
  await using hookline = await openHookline(placeFrom(invocation), warnOn(terminal));
  const { verdict, prepared, unknownFields } = await fireEvent(
    hookline,
    event,
    given,
    { session, agent },
    world.signal,
  );
  warnOfUnknownFields(terminal, event, unknownFields);
  warnOfOtherWorkspace(terminal, prepared, hookline.workspace);
  await print(invocation, { human: () => renderVerdict(terminal, verdict, prepared), json: () => verdict });
  return flags["exit-code"] ? exitCodes[verdict.decision] : 0;
}
