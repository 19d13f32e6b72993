/** Options of Claude Code that have no counterpart here, and what a hook with one of them does all the same. */
export const ignoredOptions: ReadonlyMap<string, string> = new Map([
  ["if", "the hook runs on everything that its matcher selects, and what it allows does not count"],
  ["once", "the hook runs every time"],
  ["statusMessage", "nothing is shown while the hook runs"],
  ["asyncRewake", "the hook runs in the background, and what it says wakes nobody"],
  ["rewakeMessage", "what the hook says wakes nobody"],
  ["rewakeSummary", "what the hook says wakes nobody"],
  ["continueOnBlock", "a refusal is handled as the event says"],
  ["model", "no model is asked"],
]);
