import type { Verdict } from "../../engine/verdict.ts";
import { dialectOfHook } from "../dialect-of-hook.ts";
import type { Settled } from "./approval.ts";

/** The hook that made a verdict a refusal, by what it said or by failing although it is required. */
export function refuserIn(verdict: Pick<Verdict, "runs" | "problems">): Settled["hook"] {
  const { runs, problems } = verdict;
  const name =
    runs.find(({ outcome }) => outcome === "denied")?.hook_name ??
    problems.find(({ code }) => code === "HOOK_REQUIRED_FAILED")?.hook;
  if (name === undefined || name === null) return null;
  return { name, dialect: dialectOfHook(verdict, name) ?? "" };
}
