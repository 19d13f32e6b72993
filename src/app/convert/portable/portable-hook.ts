import type { EventName } from "../../../catalog/catalog.ts";
import type { AdapterRules } from "../../../dialects/adapter-call.ts";
import type { DialectName } from "../../../dialects/translation.ts";
import type { Hook } from "../../../engine/hook.ts";
import type { Condition } from "../../../engine/matcher.ts";

/** A hook in terms that belong to no dialect, so that it can be written in any. */
export interface PortableHook {
  readonly name: string;
  readonly description: string | null;
  /** The dialect that its program speaks, which is not always that of the file it stands in. */
  readonly dialect: DialectName;
  /** Its event, as that dialect calls it. */
  readonly ownEvent: string;
  readonly event: EventName;
  /** A regular expression for the whole name of the tool; null when every tool is meant. */
  readonly tool: string | null;
  /** What else must hold, in the words of the hook's dialect. */
  readonly conditions: readonly PortableCondition[];
  readonly agent: { readonly name: string; readonly isDefault: boolean } | null;
  readonly timeoutMs: number;
  readonly priority: number;
  /** Its author chose the priority, or where it stands did. */
  readonly hasOwnPriority: boolean;
  readonly source: Hook["source"];
  readonly mode: Hook["mode"];
  readonly onFailure: Hook["onFailure"];
  readonly lane: Hook["lane"];
  readonly together: boolean;
  readonly runs: PortableRunner;
  readonly env: Readonly<Record<string, string>>;
  /** Variables whose values stand in the user's environment, which no file may give away; as its author wrote them. */
  readonly borrowedEnv: Readonly<Record<string, string>>;
  /** Where it runs, below the workspace; null for the workspace itself. */
  readonly cwd: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly rules: AdapterRules;
  readonly origin: Hook["origin"];
}

export type PortableRunner =
  | { readonly kind: "program"; readonly words: readonly string[] }
  | { readonly kind: "shell"; readonly text: string }
  | { readonly kind: "builtin"; readonly name: string; readonly args: readonly string[] }
  /** A text that is added to the conversation. */
  | { readonly kind: "prompt"; readonly text: string }
  /** Something that only its own dialect can run. `advice` is what its author can do instead. */
  | { readonly kind: "other"; readonly what: string; readonly advice: string };

export interface PortableCondition extends Pick<Condition, "path"> {
  readonly key: string;
  readonly pattern: string;
}
