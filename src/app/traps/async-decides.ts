import type { Wish } from "./reading/answer-words.ts";
import type { Program } from "./reading/program.ts";
import { atDeclaration, type Subject, type Trap } from "./trap.ts";

const says: Readonly<Record<Wish, string>> = {
  deny: "refuses something",
  ask: "asks for a person's decision",
  rewrite: "changes what the tool is given",
};

const howToWait: Readonly<Record<string, { readonly how: string; readonly sync: string }>> = {
  agh: { how: 'it does not say mode = "sync" and so runs async', sync: 'Add mode = "sync"' },
  "agent-hooks": { how: 'it says "async: true"', sync: 'Remove "async: true"' },
  claude: { how: 'it says "async": true', sync: 'Remove "async"' },
};

/** A hook that nobody waits for, whose program answers as if somebody did. */
export const asyncDecides: Trap = (subject) => {
  const { hook, contract, programs } = subject;
  const way = howToWait[hook.dialect];
  // On events for which nobody ever waits there is no other mode to recommend.
  if (hook.mode !== "async" || !way || !contract.sync) return [];
  const wish = programs.map((program) => wishOf(program, subject)).find((found) => found !== null);
  return wish ? [atDeclaration(subject, "TRAP_ASYNC_DECIDES", { wish: says[wish], ...way })] : [];
};

function wishOf({ facts, text, file }: Program, { speaks, contract }: Subject): Wish | null {
  const [first] = facts.wishes;
  if (first) return first.wish;
  // Exit code 2 is a refusal everywhere but in AGH.
  if (speaks !== "agh" && facts.exits.some(({ code }) => code === 2)) return "deny";
  const fields = Object.keys(contract.patch.shape);
  return speaks === "agh" && file !== null && answersWith(text, fields) ? "rewrite" : null;
}

/** Whether a program prints an object whose first key is one of these fields. */
function answersWith(text: string, fields: readonly string[]): boolean {
  const printed = /(?:printf|echo|print\(|stdout\.write\(|console\.log\()[^\n{]{0,200}\{\s*\\?["']?(\w+)\\?["']?\s*:/g;
  return [...text.matchAll(printed)].some(([, field]) => fields.includes(field ?? ""));
}
