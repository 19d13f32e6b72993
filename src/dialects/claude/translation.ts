import { adaptedCwd } from "../adapted-cwd.ts";
import type { AdapterCall } from "../adapter-call.ts";
import type { Surroundings, Translation } from "../translation.ts";
import { anyAddress } from "./declaration/http-policy.ts";
import { withheldVariables } from "./declaration/provider-credentials.ts";
import { type ClaudeEvent, claudeEvent, claudeEvents, type PayloadMode } from "./events.ts";
import { compileGroupMatcher, compileMatcher } from "./matcher/compile.ts";
import type { Owner } from "./owner.ts";
import { readClaudePayload } from "./payload/read.ts";
import { writeClaudeReply } from "./reply/write.ts";
import { standardAliases } from "./tool-aliases.ts";
import { claudeWire, defaultOutputLimit } from "./wire.ts";

/** Claude Code and Agentao, for hooks that run elsewhere and for agents that speak it. */
export const claudeTranslation: Translation = {
  name: "claude",
  usesShell: true,
  eventsOf(name) {
    const known = claudeEvent(name);
    return known ? [known.event] : [];
  },
  nameOf: (event) => claudeEvents.find((known) => known.event === event && known.shape !== null)?.name ?? null,
  wireOf: (call, _name, around) =>
    claudeWire(knownEvent(call.event), ownerOf(call, around), {
      onFailure: call.rules["on-failure"] === "block" ? "block" : "open",
      overreaches: call.rules.if !== undefined,
    }),
  executorOf(call, _name, outer, { environment, platform, cwd }) {
    const [first = "", ...args] = call.command;
    const program = args.length > 0 ? { command: first, args } : shellOf(first, environment, platform);
    return {
      kind: "process",
      ...program,
      env: { CLAUDE_PROJECT_DIR: cwd, ...outer.env, ...call.env },
      inherits: "everything",
      without: withheldVariables(environment),
      cwd: adaptedCwd(call, outer),
      cwdField: { name: "cwd", below: call.cwd ?? "." },
    };
  },
  conditionOf({ name }, key, pattern) {
    const event = claudeEvents.find((known) => known.event === name);
    if (!event) return null;
    const terms = { mode: "agentao", projectDir: "", aliases: standardAliases } as const;
    // Groups of rules have a matcher with rules of its own.
    const [where, mode = "agentao"] = key.split(":");
    const { matcher } =
      where === "group"
        ? compileGroupMatcher(pattern, event, { ...terms, mode: mode as PayloadMode })
        : compileMatcher({ [key]: pattern }, event, terms);
    return matcher.conditions[0] ?? null;
  },
  blocksOnFailure: (_event, rules) => rules["on-failure"] === "block",
  readPayload: readClaudePayload,
  writeReply: writeClaudeReply,
};

function knownEvent(name: string): ClaudeEvent {
  const event = claudeEvent(name);
  if (!event) throw new TypeError(`There is no event ${JSON.stringify(name)} in hooks.json.`);
  return event;
}

function ownerOf({ rules }: AdapterCall, { environment, platform, cwd, outputLimit }: Surroundings): Owner {
  return {
    plugin: null,
    mode: rules.payload === "claude-code" ? "claude-code" : "agentao",
    workspace: null,
    fromWorkspace: false,
    projectDir: cwd,
    environment,
    platform,
    aliases: standardAliases,
    http: anyAddress,
    outputLimit: outputLimit ?? defaultOutputLimit,
  };
}

function shellOf(script: string, { ComSpec, COMSPEC }: Surroundings["environment"], platform: NodeJS.Platform) {
  return platform === "win32"
    ? { command: ComSpec || COMSPEC || "cmd.exe", args: ["/C", script] }
    : { command: "/bin/sh", args: ["-c", script] };
}
