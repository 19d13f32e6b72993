import { printableLine } from "../lib/printable.ts";
import type { Builtin, World } from "./builtin.ts";
import { asContext, bestOn } from "./context.ts";

export const addUserInfo: Builtin = {
  name: "add_user_info",
  summary: "Tells the model the user's name on this machine, their full name and the host's name.",
  events: bestOn("session.start"),
  args: "",
  example: "",
  run({ event }, world) {
    const lines = linesAbout(world);
    return lines.length > 0 ? asContext(event, ["The user you work for:", ...lines].join("\n")) : undefined;
  },
};

function linesAbout({ userInfo, hostname }: World): string[] {
  const user = orNothing(userInfo);
  const facts = [
    ["Username", user?.username],
    ["Full name", user?.fullName],
    ["Hostname", orNothing(hostname)],
  ] as const;
  return facts.flatMap(([label, value]) => {
    const text = printableLine(value ?? "");
    return text === "" ? [] : `${label}: ${text}`;
  });
}

/** In a container the user may have no name and the machine may not tell its own; the rest is still worth saying. */
function orNothing<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
