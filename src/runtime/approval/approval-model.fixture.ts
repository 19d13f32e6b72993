/*
 * The approval as a table, written without a look at the code: what a call comes to, given everything that everybody would
 * say. An input is `old` until somebody rewrites it to the first letter of their own name.
 */

export type Says = "none" | "allow" | "ask" | "deny";
export type Input = "old" | "p" | "g" | "d" | "r";

export interface Hooked {
  readonly says: Says;
  readonly rewrites: boolean;
}

export interface Situation {
  /** The lane that nothing goes before. */
  readonly preempt: Hooked;
  /** A hook that looks at every call. */
  readonly guard: Hooked;
  /** A hook of docker-agent, which only looks at what nobody has approved. */
  readonly docker: Hooked;
  readonly request: Hooked;
  /** What rules say about each input, all of them to the letter. */
  readonly session: Readonly<Record<Input, Says>>;
  readonly team: Readonly<Record<Input, Says>>;
  readonly isYolo: boolean;
  readonly readOnly: boolean;
  readonly answer: "approve" | "approve-session" | "approve-tool" | "reject" | "breaks" | "nobody";
}

/** `decision source`, and whether the question was put to anybody. */
export interface Expected {
  readonly ends: string;
  readonly isAsked: boolean;
}

type Row = readonly [when: boolean, ends: string];

export function expectedOf(s: Situation): Expected {
  const hookDenies = "deny pre_tool_use_hook_deny";
  const first: Input = s.preempt.rewrites ? "p" : "old";

  // The first look, at what came and at what the preempt hook made of it.
  const seen: Input[] = first === "old" ? ["old"] : ["old", first];
  const preemptAsks = s.preempt.says === "ask" && !(first === "old" && isSpelledOut(s, "old"));
  const firstLook: Row[] = [[s.preempt.says === "deny", hookDenies], ...deniedByRules(s, seen)];
  const early = pick(firstLook);
  if (early !== null) return { ends: early, isAsked: false };

  // The other lanes. docker-agent's hook comes along only while the call is open, or once a rewrite has opened it again.
  const isOpenFirst = strictest(s, seen) === "none" && !preemptAsks;
  const withGuard: Input = s.guard.rewrites ? "g" : first;
  const guardAllows = s.guard.says === "allow" && !(isOpenFirst && s.docker.rewrites);
  const guardSeen: Input[] = withGuard === first ? seen : [...seen, withGuard];
  const guardAsks = s.guard.says === "ask" && !(withGuard === "old" && isSpelledOut(s, "old"));
  const isOpenLater = !isOpenFirst && !preemptAsks && !guardAsks && !guardAllows && strictest(s, guardSeen) === "none";
  // When the preempt hook puts its own input back, nobody knows any more which one was looked at.
  const isTornBack = (input: Input) => s.preempt.rewrites && input !== "p";
  const asksAgain = (input: Input) => s.preempt.says === "ask" && input !== first;

  if (isOpenFirst) {
    const last: Input = s.docker.rewrites ? "d" : withGuard;
    const all = last === first ? seen : [...seen, last];
    const refusal = pick([
      [s.guard.says === "deny" || s.docker.says === "deny", hookDenies],
      [last !== first && isTornBack(last), hookDenies],
      ...deniedByRules(s, all),
    ]);
    const says = strictestOf(guardAllows ? "allow" : s.guard.says === "allow" ? "none" : s.guard.says, s.docker.says);
    return refusal === null
      ? rest(s, { all, last, hookSays: says, isPreempt: preemptAsks || asksAgain(last), isDockerAsked: true })
      : { ends: refusal, isAsked: false };
  }
  const guardRefusal = pick([
    [s.guard.says === "deny", hookDenies],
    [withGuard !== first && isTornBack(withGuard), hookDenies],
    ...deniedByRules(s, guardSeen),
  ]);
  if (guardRefusal !== null) return { ends: guardRefusal, isAsked: false };
  const isPreempt = preemptAsks || asksAgain(withGuard);
  const guardSays = guardAsks ? "ask" : guardAllows ? "allow" : "none";
  if (!isOpenLater || isPreempt) {
    return rest(s, { all: guardSeen, last: withGuard, hookSays: guardSays, isPreempt, isDockerAsked: false });
  }
  const last: Input = s.docker.rewrites ? "d" : withGuard;
  const all = last === withGuard ? guardSeen : [...guardSeen, last];
  const refusal = pick([
    [s.docker.says === "deny", hookDenies],
    [last !== withGuard && isTornBack(last), hookDenies],
    ...deniedByRules(s, all),
  ]);
  return refusal === null
    ? rest(s, { all, last, hookSays: s.docker.says, isPreempt: asksAgain(last), isDockerAsked: true })
    : { ends: refusal, isAsked: false };
}

interface Reached {
  readonly all: readonly Input[];
  readonly last: Input;
  readonly hookSays: Says;
  readonly isPreempt: boolean;
  /** docker-agent's hook has looked at it. */
  readonly isDockerAsked: boolean;
}

/** What comes after the lanes, when nobody has refused. */
function rest(s: Situation, { all, last, hookSays, isPreempt, isDockerAsked }: Reached): Expected {
  const standing = strictest(s, all);
  const hookAsks = hookSays === "ask";
  const unasked = pick([
    [isPreempt || hookAsks, "ask"],
    [standing === "allow", `allow ${allowSource(s, last)}`],
    [standing === "ask", "ask"],
    [hookSays === "allow", "allow pre_tool_use_hook_allow"],
    [s.readOnly, "allow readonly_hint"],
    [true, "ask"],
  ]);
  if (unasked !== "ask" && unasked !== null) return { ends: unasked, isAsked: false };

  const after: Input = !isPreempt && s.request.rewrites ? "r" : last;
  const isNew = after !== last;
  // Whoever has looked at the call looks at what a hook made of it in the end. They may refuse it or have it asked about,
  // but not change it again.
  const wantsItBack = s.guard.rewrites || (isDockerAsked && s.docker.rewrites);
  const isForced = isNew && (s.preempt.says === "ask" || ruleOn(s, after) === "ask" || hookAsks);
  const ends = pick([
    [!isPreempt && s.request.says === "deny", "deny permission_request_hook_deny"],
    [isNew && s.preempt.rewrites, "deny pre_tool_use_hook_deny"],
    ...(isNew ? deniedByRules(s, [...all, after]) : []),
    [isNew && wantsItBack, "deny pre_tool_use_hook_deny"],
    [!isPreempt && s.request.says === "allow" && !isForced, "allow permission_request_hook_allow"],
    [s.answer === "nobody", "deny non_interactive_deny"],
    [s.answer === "breaks", "deny approval_failed"],
    [s.answer === "approve", "allow user_approved"],
    [s.answer === "approve-session", "allow user_approved_session"],
    [s.answer === "approve-tool", "allow user_approved_tool"],
    [s.answer === "reject", "deny user_rejected"],
  ]);
  return { ends: ends ?? "nothing", isAsked: true };
}

const rank = { allow: 0, none: 1, ask: 2, deny: 3 } as const;

/** The strictest thing that rules say about any of the inputs. */
function strictest(s: Situation, inputs: readonly Input[]): Says {
  return inputs.map((input) => ruleOn(s, input)).reduce((a, b) => (rank[b] > rank[a] ? b : a));
}

/** Hooks that are asked together: the strictest of them speaks, and having no opinion is no objection. */
function strictestOf(one: Says, other: Says): Says {
  const order: readonly Says[] = ["none", "allow", "ask", "deny"];
  return order[Math.max(order.indexOf(one), order.indexOf(other))] as Says;
}

function ruleOn({ session, team, isYolo }: Situation, input: Input): Says {
  if (session[input] === "deny" || team[input] === "deny") return "deny";
  if (isYolo) return "allow";
  return session[input] === "none" ? team[input] : session[input];
}

function allowSource({ session, isYolo }: Situation, input: Input): string {
  if (isYolo) return "yolo";
  return session[input] === "allow" ? "session_permissions_allow" : "team_permissions_allow";
}

function isSpelledOut({ session }: Situation, input: Input): boolean {
  return session[input] === "allow";
}

/** The newest input that a rule denies is the one that is named. */
function deniedByRules({ session, team }: Situation, inputs: readonly Input[]): Row[] {
  return inputs.toReversed().flatMap((input): Row[] => [
    [session[input] === "deny", "deny session_permissions_deny"],
    [team[input] === "deny", "deny team_permissions_deny"],
  ]);
}

function pick(rows: readonly Row[]): string | null {
  return rows.find(([when]) => when)?.[1] ?? null;
}
