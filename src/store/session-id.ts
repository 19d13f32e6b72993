import { Problem } from "../errors/problem.ts";

/** Says why this cannot be a session id, or null. Ids turn up in paths and URLs, so none may lead elsewhere. */
export function sessionIdProblem(session: string): Problem | null {
  const isUnsafe = session === "" || session === "." || session === ".." || /[/\\\u0000-\u001f\u007f]/.test(session);
  return isUnsafe ? new Problem("SESSION_ID_UNSAFE", { session }) : null;
}
