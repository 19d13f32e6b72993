import { printableLine } from "../../lib/printable.ts";
import type { Command, Flags, Invocation, ValueKind } from "../command.ts";
import { commands, findCommand } from "../commands.ts";
import { globalFlags } from "../global-flags.ts";

type Candidate = readonly [value: string, meaning: string];

/** Prints what could complete the last of the given words. Prints nothing rather than failing: a shell is waiting. */
export async function complete(invocation: Invocation): Promise<number> {
  const words = invocation.args[0] === "hooks" ? invocation.args.slice(1) : invocation.args;
  const current = words.at(-1) ?? "";
  const candidates = await candidatesFor(words.slice(0, -1), current, invocation);
  for (const [value, meaning] of candidates.filter(([value]) => value.startsWith(current))) {
    invocation.terminal.out(`${value}\t${printableLine(meaning)}\n`);
  }
  return 0;
}

async function candidatesFor(before: readonly string[], current: string, invocation: Invocation): Promise<Candidate[]> {
  const command = before.map(findCommand).find((found) => found !== null) ?? null;
  const flags: Flags = { ...globalFlags, ...command?.flags };
  const flag = flagOf(before.at(-1), flags);
  if (flag?.type === "string" && !flag.optional) return valuesOf(flag.kind ?? "text", flag.choices, before, invocation);
  if (current.startsWith("-")) return Object.entries(flags).map(([name, { summary }]) => [`--${name}`, summary]);
  if (!command) return commandNames();
  const argument = command.args[argumentCount(command, before, flags)] ?? lastIfMany(command);
  return argument ? valuesOf(argument.kind ?? "text", argument.choices, before, invocation) : [];
}

function flagOf(word: string | undefined, flags: Flags): Flags[string] | undefined {
  if (!word?.startsWith("-")) return undefined;
  return flags[word.slice(2)] ?? Object.values(flags).find(({ short }) => word === `-${short}`);
}

/** How many arguments of the command stand before the cursor. */
function argumentCount(command: Command, before: readonly string[], flags: Flags): number {
  const start = before.findIndex((word) => findCommand(word) === command) + 1;
  const words = before.slice(start);
  return words.filter((word, index) => !word.startsWith("-") && flagOf(words[index - 1], flags)?.type !== "string")
    .length;
}

function lastIfMany(command: Command): Command["args"][number] | undefined {
  const last = command.args.at(-1);
  return last?.many ? last : undefined;
}

function commandNames(): Candidate[] {
  return commands.filter(({ hidden }) => !hidden).map(({ name, summary }) => [name, summary]);
}

async function valuesOf(
  kind: ValueKind,
  choices: readonly string[] | undefined,
  before: readonly string[],
  invocation: Invocation,
): Promise<Candidate[]> {
  if (choices) return choices.map((choice) => [choice, ""]);
  switch (kind) {
    case "command":
      return commandNames();
    case "event": {
      const { catalog } = await import("../../catalog/catalog.ts");
      return catalog.map(({ name, summary }) => [name, summary]);
    }
    case "family": {
      const { families } = await import("../../catalog/families.ts");
      return Object.entries(families).map(([name, { title }]) => [name, title]);
    }
    case "hook":
    case "agent":
      return namesInWorkspace(kind, before, invocation);
    case "session":
      return sessionsHere(before, invocation);
    // The shell knows paths better than we do.
    case "workspace":
    case "file":
    case "text":
      return [];
  }
}

async function namesInWorkspace(
  kind: "hook" | "agent",
  before: readonly string[],
  { world }: Invocation,
): Promise<Candidate[]> {
  const [{ placeOf }, { readHooks }] = await Promise.all([
    import("../../app/place.ts"),
    import("../../app/read-hooks.ts"),
  ]);
  try {
    const { hooks } = readHooks({
      ...placeOf(world.env, world.cwd, workspaceIn(before)),
      trust: "unchecked",
    });
    const names = hooks.map((hook): Candidate | null => {
      if (kind === "hook") return [hook.name, hook.event];
      return hook.scope.agentName === null ? null : [hook.scope.agentName, "agent"];
    });
    return [...new Map(names.filter((name) => name !== null))];
  } catch {
    return [];
  }
}

async function sessionsHere(before: readonly string[], { world }: Invocation): Promise<Candidate[]> {
  const [{ placeOf }, { listSessions }] = await Promise.all([
    import("../../app/place.ts"),
    import("../../app/sessions/list-sessions.ts"),
  ]);
  try {
    const place = placeOf(world.env, world.cwd, workspaceIn(before));
    const sessions = await listSessions(place, { all: false, last: 50 });
    // The newest is most likely meant.
    return sessions.toReversed().map(({ id, name, agent, state }) => [id, `${name || agent}, ${state}`]);
  } catch {
    return [];
  }
}

function workspaceIn(before: readonly string[]): string | null {
  const at = before.indexOf("--workspace");
  return (at >= 0 && before[at + 1]) || null;
}
