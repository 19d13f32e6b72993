export const radii = ["low", "medium", "high"] as const;
/** How much is lost when the command was a mistake. */
export type Radius = (typeof radii)[number];

/** What a command would do, as far as reading it can tell. "Safe" is a claim about every part of it. */
export type Verdict =
  | { readonly kind: "safe" }
  | {
      readonly kind: "destructive";
      readonly category: string;
      readonly radius: Radius;
      readonly reason: string;
    }
  | {
      readonly kind: "unknown";
      readonly reason: string;
      /** True when the command was too long or too intricate to be looked at, so that anything may be in it. */
      readonly unread: boolean;
    };

export const safe: Verdict = Object.freeze({ kind: "safe" });

export function unknown(reason: string): Verdict {
  return { kind: "unknown", reason, unread: false };
}

export function destructive(category: string, radius: Radius, reason: string): Verdict {
  return { kind: "destructive", category, radius, reason };
}

/** The worse of two verdicts; the first speaks when they are equally bad. */
export function worse(first: Verdict, second: Verdict): Verdict {
  return rank(second) > rank(first) ? second : first;
}

/** The worst of many; safe when there are none. */
export function worst<T>(items: Iterable<T>, judge: (item: T) => Verdict): Verdict {
  let found = safe;
  for (const item of items) found = worse(found, judge(item));
  return found;
}

/** The next level up, for what is done with more power than usual. */
export function raised(radius: Radius): Radius {
  return radius === "low" ? "medium" : "high";
}

function rank(verdict: Verdict): number {
  switch (verdict.kind) {
    case "safe":
      return 0;
    case "unknown":
      return verdict.unread ? 2 : 1;
    case "destructive":
      return 3 + radii.indexOf(verdict.radius);
  }
}
