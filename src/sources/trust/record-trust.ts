import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../errors/problem.ts";
import { withFileLock } from "../../lib/file-lock.ts";
import { writeAtomically } from "../../lib/write-atomically.ts";
import { openFileReader } from "../file-reader.ts";
import { cleanUp } from "./clean-up.ts";
import { type CopiesPlace, copiesId, provideCopies, trustFolder } from "./copies.ts";
import { sha256Of } from "./covered-file.ts";
import type { Evidence } from "./evidence.ts";
import { isSameHook } from "./judge-trust.ts";
import { lockPath, lockText, readLock, type TrustEntry } from "./lock-file.ts";
import { keepText } from "./shown-texts.ts";

/** How many earlier states of one hook stay trusted: going back to what somebody has looked at is not asked again. */
const mostStates = 20;
const waitMs = 10_000;

export interface TrustStore {
  readonly home: string;
  readonly root: string;
  /** Where the evidence was collected. */
  readonly place: CopiesPlace;
  readonly now: Date;
}

/** Records that somebody trusts exactly what the evidence says, with the bytes that are in it. */
export async function recordTrust(store: TrustStore, evidence: readonly Evidence[]): Promise<void> {
  await change(store, (entries) => {
    let after = [...entries];
    for (const one of evidence) {
      if (one.problem !== null) continue;
      keep(store, one);
      const others = after.filter(({ fingerprint }) => fingerprint !== one.fingerprint);
      const earlier = others.filter((entry) => isSameHook(one, entry)).slice(-(mostStates - 1));
      after = [...others.filter((entry) => !isSameHook(one, entry)), ...earlier, entryOf(one, store.now)];
    }
    return after;
  });
}

/** Takes trust back, of the hooks with this name or of all; answers with how many decisions were forgotten. */
export async function revokeTrust(store: TrustStore, hook: string | null): Promise<number> {
  let forgotten = 0;
  await change(store, (entries) => {
    const kept = hook === null ? [] : entries.filter((entry) => entry.hook !== hook);
    forgotten = entries.length - kept.length;
    return kept;
  });
  return forgotten;
}

type Change = (entries: readonly TrustEntry[]) => readonly TrustEntry[];

async function change({ home, root, now }: TrustStore, how: Change): Promise<void> {
  const file = lockPath(home, root);
  try {
    mkdirSync(trustFolder(home), { recursive: true, mode: 0o700 });
    await withFileLock(join(trustFolder(home), ".lock"), { waitMs, signal: null }, async () => {
      const reader = openFileReader({ signed: false });
      const { entries } = readLock(home, root, reader);
      const [unread] = reader.findings;
      // What cannot be read now must not be written over: it may be read again.
      if (unread !== undefined) throw new Error(unread.what);
      writeAtomically(file, lockText(root, how(entries)));
      cleanUp(home, now);
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("TRUST_NOT_STORED", { file, why: (error as Error).message }, { cause: error });
  }
}

/** The texts, for showing later what changed, and the copies that will run. */
function keep({ home, place }: TrustStore, evidence: Evidence): void {
  const { declaration, files } = evidence;
  keepText(home, Buffer.from(declaration));
  for (const { bytes, leadsTo } of files) if (leadsTo === null) keepText(home, bytes);
  const copies = provideCopies(home, evidence, place);
  if ("bad" in copies) throw new Error(copies.bad);
}

function entryOf({ hook, event, dialect, file, fingerprint, declaration, files }: Evidence, now: Date): TrustEntry {
  return {
    hook,
    event,
    dialect,
    file,
    fingerprint,
    trusted_at: now.toISOString(),
    declaration: sha256Of(declaration),
    files: files.map(({ place, sha256 }) => ({ path: place, sha256 })),
    copies: copiesId(files),
  };
}
