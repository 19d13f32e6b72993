import type { ExecutorKind } from "../../../engine/hook.ts";

/** What the author of a hook can do that only its own dialect can run. Addresses are often secrets, so it names none. */
export function adviceFor(kind: ExecutorKind): string {
  const leave = "Leave the hook where it is, as Hookline reads the files of all dialects";
  switch (kind) {
    case "http":
      return `${leave}, or write a command hook that posts what it reads and prints the answer: curl -fsS -H "Content-Type: application/json" --data-binary @- <its address>.`;
    case "model":
      return `${leave}, or write a command hook that asks the model.`;
    default:
      return `${leave}.`;
  }
}
