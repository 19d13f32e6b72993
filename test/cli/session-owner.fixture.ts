import { openSessionStore } from "../../src/app/sessions/open-session-store.ts";

/*
 * A program that runs a session, as far as others can see, and does as told when it gets SIGTERM:
 *   node session-owner.fixture.ts <home> <session> <stop|die|ignore>
 */
const [home = "", id = "", whenTold] = process.argv.slice(2);
const store = openSessionStore({ home, environment: {} });
await store.claim(id);

process.on("SIGTERM", async () => {
  if (whenTold === "ignore") return;
  const session = await store.get(id);
  if (session && whenTold === "stop") {
    await store.update({ ...session, state: "stopped", stop_reason: "other" });
    await store.release(id);
  }
  process.exit(0);
});
process.stdin.resume();
process.stdout.write("ready\n");
