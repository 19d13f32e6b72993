/*
 * The program of the helper process: a small Node that starts hooks on behalf of a large one, because the cost of a fork
 * grows with the size of the process that forks. It runs commands exactly as the large process would itself.
 */
import type { FromHelper, ToHelper } from "./helper-messages.ts";
import { runCommand } from "./run-command.ts";

const running = new Map<number, { readonly controller: AbortController; readonly done: Promise<void> }>();

process.on("message", (message: ToHelper) => {
  switch (message.kind) {
    case "run": {
      const controller = new AbortController();
      running.set(message.id, { controller, done: run(message, controller.signal) });
      return;
    }
    case "cancel":
      running.get(message.id)?.controller.abort();
      return;
  }
});

process.on("disconnect", async () => {
  for (const { controller } of running.values()) controller.abort();
  await Promise.allSettled([...running.values()].map(({ done }) => done));
  process.exit();
});

async function run({ id, request }: Extract<ToHelper, { kind: "run" }>, signal: AbortSignal): Promise<void> {
  const result = await runCommand(request, signal);
  running.delete(id);
  const answer: FromHelper = { id, result };
  // Without a parent there is nobody to tell; the disconnect is on its way.
  if (process.connected) process.send?.(answer, undefined, undefined, () => {});
}
