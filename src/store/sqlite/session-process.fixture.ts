import { sampleEntries, sampleSession } from "../sessions/sample-session.fixture.ts";
import { openSqliteSessionStore } from "./sqlite-session-store.ts";

/*
 * A program that has a session, and says each thing it knows to be kept:
 *   node session-process.fixture.ts <file> <claim|append>
 */
const [path = "", task] = process.argv.slice(2);
const store = openSqliteSessionStore({ path });
const say = (word: string | number) => process.stdout.write(`${word}\n`);

if (task === "claim") {
  say(JSON.stringify(await store.claim("sess_1")));
  process.stdin.resume();
} else if (task === "append") {
  await store.create(sampleSession({ id: "mine" }));
  await store.claim("mine");
  // Far more than anybody lets it write; it is killed, or the disk is full.
  for (let sequence = 1; sequence < 1_000_000; sequence += 3) {
    try {
      await store.append(sampleEntries("mine", sequence, 3));
    } catch (error) {
      say((error as { code: string }).code);
      break;
    }
    say(sequence + 2);
    // So that what was said leaves this process before it goes on.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
