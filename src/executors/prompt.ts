import type { Executor } from "../engine/ports.ts";
import { failed } from "./failure.ts";

/** Adds a hook's text to the conversation. Nothing is run; a text that comes to nothing is no opinion. */
export const runPrompt: Executor = ({ hook, payload }) => {
  const { executor } = hook;
  if (executor.kind !== "prompt") return failed("not-supported", `it is declared as a ${executor.kind} hook`);
  const text = fill(executor.text, executor.placeholders, payload);
  return text.trim() === "" ? undefined : { contexts: [{ text, lifetime: "turn" }] };
};

/** Fills in all places at once, so that what is filled in is never filled in again. */
function fill(
  text: string,
  placeholders: Readonly<Record<string, string>>,
  payload: Readonly<Record<string, unknown>>,
): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const field = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
    if (field === undefined) return whole;
    const value = payload[field];
    return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  });
}
