import { createMemorySessionStore } from "./memory-session-store.ts";
import { describeSessionStore } from "./session-store.contract.ts";

describeSessionStore("memory", async (options) => {
  const store = createMemorySessionStore(options);
  return { store, dispose: () => store.close() };
});
