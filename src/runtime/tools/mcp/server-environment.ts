import { absoluteEntries } from "../../../lib/absolute-entries.ts";
import { inheritedNames } from "../../../lib/process/inherited-names.ts";
import { runMarker, runVariable } from "../../../lib/process/run-marker.ts";

/** The environment of a server's processes. `runId` marks them, so that those who leave their group are found again. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  declared: Readonly<Record<string, string>>,
  runId: string,
): Record<string, string> {
  const inherited = inheritedNames.flatMap((name) => (ours[name] === undefined ? [] : [[name, ours[name]]]));
  const { HOOKLINE_DEPTH: depth } = ours;
  return {
    ...Object.fromEntries(inherited),
    // The directory a server runs in must not decide what the name of a program means.
    ...(ours.PATH !== undefined && { PATH: absoluteEntries(ours.PATH) }),
    // bash takes a socket on stdin for a remote login and reads ~/.bashrc even for `-c` when SHLVL is not set.
    SHLVL: "1",
    ...declared,
    // An event that a server fires goes on counting how deep it is nested.
    ...(depth !== undefined && { HOOKLINE_DEPTH: depth }),
    [runVariable]: runMarker(ours[runVariable], runId),
  };
}
