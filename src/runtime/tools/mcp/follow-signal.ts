/**
 * A signal that follows another until it is let go. The SDK never stops listening to a signal it was given, and would tell
 * the server to cancel requests that are long over.
 */
export function followSignal(signal: AbortSignal): { readonly signal: AbortSignal; readonly letGo: () => void } {
  const following = new AbortController();
  const abort = () => following.abort("canceled");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return { signal: following.signal, letGo: () => signal.removeEventListener("abort", abort) };
}
