// Adds a note to messages that ask for a commit; a patch of context_blocks replaces the list, so the old ones come along.
import { text } from "node:stream/consumers";

const payload = JSON.parse(await text(process.stdin));

if (/\bcommit\b/i.test(payload.message ?? "")) {
  const note = { kind: "skill", text: 'Commit messages are orders of at most 60 characters: "Fix the login form".' };
  process.stdout.write(JSON.stringify({ context_blocks: [...(payload.context_blocks ?? []), note] }));
}
