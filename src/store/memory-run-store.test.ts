import { createMemoryRunStore } from "./memory-run-store.ts";
import { describeRunStore } from "./run-store.contract.ts";

describeRunStore("memory", async () => {
  const store = createMemoryRunStore();
  return { store, dispose: () => store.close() };
});
