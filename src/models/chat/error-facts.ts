import { ErrorInStream } from "./stream-trouble.ts";

/** What a provider says of an error, wherever it says it. */
export interface ErrorFacts {
  /** The HTTP status; null for an error in the middle of an answer. */
  readonly status: number | null;
  readonly message: string;
  /** Names such as `overloaded_error` and `context_length_exceeded`. */
  readonly names: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The whole reply, as it came. */
  readonly body: string;
}

/** An error as the providers' packages throw it for a reply that is not an answer. Theirs is told by name, which costs no import. */
interface ApiCallError extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

export function isApiCallError(error: unknown): error is ApiCallError {
  return error instanceof Error && error.name === "AI_APICallError";
}

/** True when an answer began with something unreadable, which the package for Anthropic takes for a fault of the server. */
export function isUnreadable(error: unknown): boolean {
  return isApiCallError(error) && isUnreadableEvent(parsed(error.responseBody ?? ""));
}

function isUnreadableEvent(body: Readonly<Record<string, unknown>> | null): boolean {
  return typeof body?.name === "string" && /^AI_(?:JSONParse|TypeValidation)Error$/.test(body.name);
}

/** The facts of an error that the provider reported; null when it is of another kind. */
export function errorFacts(error: unknown): ErrorFacts | null {
  if (error instanceof ErrorInStream) return factsInStream(error.error);
  // A good status with an error means that the answer broke off.
  if (!isApiCallError(error) || error.statusCode === undefined || error.statusCode < 300) return null;
  const { statusCode, message, responseHeaders = {}, responseBody = "" } = error;
  const body = parsed(responseBody);
  if (isUnreadableEvent(body)) return null;
  // The package for Anthropic makes up a status when an answer begins with an error.
  const isMadeUp = typeof body?.type === "string" && body.type !== "error" && typeof body.message === "string";
  if (isMadeUp) return { ...fromObject(body), status: null, headers: responseHeaders, body: responseBody };
  const inner = isObject(body?.error) ? body.error : {};
  // Servers that speak for another provider have its habits in all but their errors, which the package then cannot read.
  const said = typeof inner.message === "string" ? inner.message : message;
  return { status: statusCode, message: said, names: namesOf(inner), headers: responseHeaders, body: responseBody };
}

function factsInStream(error: unknown): ErrorFacts | null {
  if (isApiCallError(error)) {
    const facts = errorFacts(error);
    return facts === null ? null : { ...facts, headers: {} };
  }
  if (typeof error === "string") return { status: null, message: error, names: [], headers: {}, body: "" };
  if (error instanceof Error || !isObject(error)) return null;
  return { ...fromObject(error), status: null, headers: {}, body: "" };
}

function fromObject(error: Readonly<Record<string, unknown>>): Pick<ErrorFacts, "message" | "names"> {
  const message = typeof error.message === "string" ? error.message : "";
  return { message, names: namesOf(error) };
}

function namesOf({ type, code, status }: Readonly<Record<string, unknown>>): string[] {
  return [type, code, status].filter((name) => typeof name === "string" || typeof name === "number").map(String);
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
