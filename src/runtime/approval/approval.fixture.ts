import type { ConfirmationAnswer, ConfirmationRequest, LiveEventBody, Operator } from "../../agent/live-event.ts";
import { type Tool, type ToolInput, toolText } from "../../agent/tool.ts";
import type { EventName } from "../../catalog/catalog.ts";
import { createEngine, type Engine, type FireOptions } from "../../engine/engine.ts";
import type { Hook, Lane } from "../../engine/hook.ts";
import type { EffectsOn } from "../../engine/native-hook.ts";
import { nativeHook } from "../../engine/native-hook.ts";
import { type PermissionRules, parsePermissionRules } from "../../engine/permission-rules.ts";
import { createSessionHooks } from "../session-hooks.ts";
import type { Approval, ApprovalContext } from "./approval.ts";
import { approveCall } from "./approve-call.ts";
import { createSessionGrants, type SessionGrants } from "./session-grants.ts";

export interface Scene {
  readonly hooks?: readonly Hook[];
  /** An engine of the test's own in place of one with `hooks`. */
  readonly engine?: Engine;
  readonly tool?: Partial<Tool>;
  readonly input?: ToolInput;
  readonly isYolo?: boolean;
  readonly session?: RuleTexts;
  readonly team?: RuleTexts;
  /** What the user answers; null when nobody can be asked. By default being asked is an error. */
  readonly answer?: ConfirmationAnswer | null | ((request: ConfirmationRequest) => Promise<ConfirmationAnswer>);
  readonly more?: Partial<ApprovalContext>;
  /** Called before each event that is fired, with its position. */
  readonly onFire?: (fired: Fired, at: number) => void;
}

export interface RuleTexts {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

export interface Fired {
  readonly event: EventName;
  readonly lanes: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Played {
  readonly approval: Approval;
  readonly fired: readonly Fired[];
  /** The fired events as short texts: `tool.pre_call(preempt)`. */
  readonly trace: readonly string[];
  readonly told: readonly LiveEventBody[];
  readonly asked: readonly ConfirmationRequest[];
  readonly grants: SessionGrants;
}

/** Has one call approved, with a real engine, and keeps everything that can be seen of it. */
export async function play(scene: Scene): Promise<Played> {
  const engine = scene.engine ?? createEngine({ hooks: scene.hooks ?? [] });
  const fired: Fired[] = [];
  const told: LiveEventBody[] = [];
  const asked: ConfirmationRequest[] = [];
  const tell = (event: LiveEventBody) => void told.push(event);
  const fire: Engine["fire"] = (event, payload, options?: FireOptions) => {
    const lanes = options?.lanes?.join() ?? "";
    const entry = {
      event,
      lanes: options?.secondLook === undefined ? lanes : `again: ${lanes}`,
      payload: payload as Fired["payload"],
    };
    fired.push(entry);
    scene.onFire?.(entry, fired.length - 1);
    return engine.fire(event, payload, options);
  };
  const facts = { session: { session_id: "s1", agent_name: "root" }, turnId: "t1", host: {} };
  const hooks = createSessionHooks({ fire }, () => facts, tell);
  const grants = createSessionGrants({ isYolo: scene.isYolo ?? false, rules: rulesFrom(scene.session ?? {}) });
  const tool = toolLike(scene.tool);
  const approval = await approveCall(
    { id: "call_1", tool, input: scene.input ?? { cmd: "ls" }, title: "list files" },
    {
      hooks,
      grants,
      team: scene.team ? rulesFrom(scene.team) : null,
      safetyPolicy: null,
      operator: operatorOf(scene.answer, asked),
      tell,
      signal: new AbortController().signal,
      promptTurn: (work) => work(),
      ...scene.more,
    },
  );
  const trace = fired.map(({ event, lanes }) => (lanes === "" ? event : `${event}(${lanes})`));
  return { approval, fired, trace, told, asked, grants };
}

export function toolLike(changes: Partial<Tool> = {}): Tool {
  return {
    name: "shell",
    namespace: "terminal",
    category: "shell",
    description: "Runs a command.",
    inputSchema: { type: "object" },
    readOnly: false,
    decisionClass: "execute",
    call: async () => toolText("done"),
    ...changes,
  };
}

export function rulesFrom(texts: RuleTexts): PermissionRules {
  const rules = parsePermissionRules(texts);
  if ("problems" in rules) throw new Error(rules.problems[0]?.what);
  return rules;
}

/** A hook on `tool.pre_call` that always answers the same. */
export function preCall(lane: Lane, effects: EffectsOn<"tool.pre_call">, name = `${lane} hook`): Hook {
  return nativeHook({ name, event: "tool.pre_call", lane, run: () => effects });
}

/** A hook on `permission.request` that always answers the same. */
export function onRequest(effects: EffectsOn<"permission.request">): Hook {
  return nativeHook({ name: "request hook", event: "permission.request", run: () => effects });
}

function operatorOf(answer: Scene["answer"], asked: ConfirmationRequest[]): Operator | null {
  if (answer === null) return null;
  return {
    confirm: async (request) => {
      asked.push(request);
      if (answer === undefined) throw new Error("the user was asked although the test says nothing about it");
      return typeof answer === "function" ? answer(request) : answer;
    },
    extendLimit: async () => false,
  };
}
