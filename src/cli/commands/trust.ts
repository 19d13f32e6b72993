import {
  called,
  type Reviewed,
  reviewTrust,
  revoke,
  type TrustReview,
  trustFingerprint,
  trust as trustReviewed,
  undecided,
} from "../../app/trust.ts";
import { Problem } from "../../errors/problem.ts";
import { printableLine } from "../../lib/printable.ts";
import { shellQuote } from "../../sources/trust/shell-quote.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { renderReviewed } from "../trust-view.ts";
import { warnOn } from "../warn.ts";

interface TrustFlags {
  readonly yes?: boolean;
  readonly each?: boolean;
  readonly check?: boolean;
  readonly revoke?: boolean;
  readonly hook?: string;
  readonly fingerprint?: string;
}

export async function trust(invocation: Invocation & { flags: TrustFlags }): Promise<number> {
  const { flags, args, terminal, world } = invocation;
  tellConflicts(flags);
  const name = (flags.hook ?? args[0])?.trim() || null;
  const review = reviewTrust(placeFrom(invocation));
  for (const { what, fix } of review.findings) warnOn(terminal)(what, fix);
  const changes = flags.yes || flags.revoke || flags.fingerprint !== undefined;
  if (changes && world.env.HOOKLINE_RUN) throw new Problem("TRUST_INSIDE_HOOK", {});

  if (flags.revoke) return takeBack(invocation, review, name);
  if (flags.fingerprint !== undefined) {
    await trustFingerprint(review, flags.fingerprint);
    await report(invocation, review, review.subjects, review.subjects);
    return 0;
  }
  const wanted = name === null ? review.subjects : called(review, name);
  if (flags.check) return check(invocation, review, wanted);
  return decide(invocation, review, wanted);
}

function tellConflicts({ yes, each, check: checks, revoke: revokes, fingerprint }: TrustFlags): void {
  const given = [
    yes && "--yes",
    each && "--each",
    checks && "--check",
    revokes && "--revoke",
    fingerprint !== undefined && "--fingerprint",
  ].filter((flag) => typeof flag === "string");
  if (given.length > 1) throw new Problem("USAGE_FLAGS_CONFLICT", { flags: given.join(" and ") });
}

async function takeBack(invocation: Invocation, review: TrustReview, name: string | null): Promise<number> {
  const forgotten = await revoke(review, name);
  const whose = name === null ? "of this workspace" : `about ${JSON.stringify(name)}`;
  const decisions = forgotten === 1 ? "1 decision" : `${forgotten} decisions`;
  const about = forgotten === 1 ? "it was" : "they were";
  await print(invocation, {
    human: () =>
      forgotten === 0
        ? printableLine(`There was no decision ${whose}.`)
        : printableLine(`Forgot ${decisions} ${whose}. What ${about} about does not run any more.`),
    json: () => ({ workspace: review.workspace.root, forgotten }),
  });
  return 0;
}

/** For CI: says whether everything is trusted, and what to name where nobody can be asked. */
async function check(invocation: Invocation, review: TrustReview, wanted: readonly Reviewed[]): Promise<number> {
  const { terminal } = invocation;
  const open = undecided({ subjects: wanted });
  await print(invocation, {
    human: () =>
      [
        summary(review, wanted),
        ...open.map(({ state, evidence, refusal }) =>
          printableLine(`  ${state.padEnd(7)}  ${evidence.hook}: ${refusal ?? ""}`).replace(/^/, "  "),
        ),
        ...wanted
          .filter(isUnbound)
          .map(
            ({ evidence }) => `  ${printableLine(`cannot be bound: ${evidence.hook}: ${evidence.unbound.join("; ")}`)}`,
          ),
        `fingerprint ${review.fingerprint}`,
      ].join("\n"),
    json: () => jsonOf(review, wanted, []),
  });
  if (open.length === 0) return 0;
  if (invocation.format === "human") terminal.err(howToDecide(review, invocation));
  return 1;
}

async function decide(invocation: Invocation, review: TrustReview, wanted: readonly Reviewed[]): Promise<number> {
  const { flags, terminal, world, format } = invocation as Invocation & { flags: TrustFlags };
  const open = undecided({ subjects: wanted });
  const decidable = open.filter(({ evidence }) => evidence.problem === null);
  const isShown = format === "human";
  if (isShown) {
    terminal.out(`${summary(review, wanted)}\n${goneLines(review)}`);
    if (!flags.each || !world.ask)
      for (const one of open) terminal.out(`\n${renderReviewed(terminal, one, review.workspace.root)}\n`);
  }
  if (open.length === 0) {
    if (!isShown) await print(invocation, { human: () => "", json: () => jsonOf(review, wanted, []) });
    return 0;
  }
  const chosen = flags.yes ? decidable : isShown && world.ask ? await asked() : [];
  if (chosen.length > 0) await trustReviewed(review, chosen);
  if (isShown && chosen.length > 0) terminal.out(`\n${trustedLine(chosen)}\n`);
  if (isShown && flags.yes && chosen.some(isUnbound)) terminal.out(`${unboundLine(chosen)}\n`);
  if (!isShown) await print(invocation, { human: () => "", json: () => jsonOf(review, wanted, chosen) });
  if (chosen.length === open.length) return 0;
  if (isShown && !world.ask) terminal.err(`\n${howToDecide(review, invocation)}`);
  else if (isShown) terminal.out(`\n${leftLine(open.filter((one) => !chosen.includes(one)))}\n`);
  return 1;

  async function asked(): Promise<readonly Reviewed[]> {
    const ask = world.ask ?? (async () => "");
    if (decidable.length === 0) return [];
    if (!flags.each) {
      const what = decidable.length === 1 ? `this ${nounFor(decidable)}` : `these ${counted(decidable)}`;
      if (!isYes(await ask(`\nTrust ${what}, exactly as shown? [y/N] `))) return [];
      const bound = decidable.filter((one) => !isUnbound(one));
      if (bound.length === decidable.length) return decidable;
      terminal.out(`\n${unboundLine(decidable)}\n`);
      return isYes(await ask("Trust that as well? [y/N] ")) ? decidable : bound;
    }
    const yes: Reviewed[] = [];
    for (const one of decidable) {
      terminal.out(`\n${renderReviewed(terminal, one, review.workspace.root)}\n`);
      if (!isYes(await ask("\nTrust it, exactly as shown? [y/N] "))) continue;
      if (!isUnbound(one) || isYes(await ask("Also what cannot be bound? [y/N] "))) yes.push(one);
    }
    return yes;
  }
}

function isUnbound({ evidence }: Reviewed): boolean {
  return evidence.unbound.length > 0;
}

function unboundLine(reviewed: readonly Reviewed[]): string {
  const names = reviewed.filter(isUnbound).map(({ evidence }) => JSON.stringify(evidence.hook));
  const [what, whose] = names.length === 1 ? ["runs", "its"] : ["run", "their"];
  const list = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  return printableLine(
    `${list} ${what} code that cannot be bound: ${whose} files may change, and nobody would be asked again.`,
  );
}

function isYes(answer: string): boolean {
  return /^y(?:es)?$/i.test(answer.trim());
}

async function report(
  invocation: Invocation,
  review: TrustReview,
  wanted: readonly Reviewed[],
  chosen: readonly Reviewed[],
): Promise<void> {
  await print(invocation, { human: () => trustedLine(chosen), json: () => jsonOf(review, wanted, chosen) });
}

function summary({ workspace }: TrustReview, subjects: readonly Reviewed[]): string {
  if (subjects.length === 0) return printableLine(`No hook of ${workspace.root} needs trust.`);
  const count = (state: Reviewed["state"]) => subjects.filter((one) => one.state === state).length;
  const parts = (["new", "changed", "trusted"] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}`);
  return printableLine(`${workspace.root}: ${parts.join(", ")}`);
}

function goneLines({ gone }: TrustReview): string {
  return gone
    .map(({ hook, file }) =>
      printableLine(`  gone: ${hook} (${file ?? "no file"}); hookline trust --revoke ${hook} forgets it`),
    )
    .map((line) => `  ${line}\n`)
    .join("");
}

function trustedLine(chosen: readonly Reviewed[]): string {
  if (chosen.length === 0) return "There was nothing to trust.";
  const what = chosen.length === 1 ? JSON.stringify(chosen[0]?.evidence.hook) : counted(chosen);
  return printableLine(`Trusted ${what}. You will be asked again only if something of that changes.`);
}

function leftLine(left: readonly Reviewed[]): string {
  const claims = left.some(isClaim);
  if (left.length === 1) return `1 ${nounFor(left)} is not trusted and does not ${claims ? "count" : "run"}.`;
  return `${counted(left)} are not trusted and do not ${claims ? "count" : "run"}.`;
}

function counted(reviewed: readonly Reviewed[]): string {
  return `${reviewed.length} ${nounFor(reviewed)}`;
}

/** What all of these are: hooks, or whatever else the agents of a workspace ask for. */
function nounFor(reviewed: readonly Reviewed[]): string {
  const isOne = reviewed.length === 1;
  if (!reviewed.some(isClaim)) return isOne ? "hook" : "hooks";
  return isOne ? (reviewed[0]?.evidence.event ?? "") : "hooks and other things";
}

function isClaim({ kind }: Reviewed): boolean {
  return kind === "claim";
}

function howToDecide({ fingerprint }: TrustReview, invocation: Invocation): string {
  const command = sameCommand(invocation);
  const width = Math.max(36, `${command} --yes`.length);
  return [
    "Nothing was trusted. Decide in one of these ways:",
    `  ${command.padEnd(width)}  asks you, in a terminal`,
    `  ${`${command} --yes`.padEnd(width)}  trusts all that was shown`,
    `  ${command} --fingerprint ${fingerprint}`,
    `  ${" ".repeat(width)}  trusts it as long as it is exactly this`,
    "",
  ].join("\n");
}

/** Without the flags that say where hooks come from, the next command would be about other hooks than were shown. */
function sameCommand({ flags, workspace }: Invocation): string {
  const given = (name: string): readonly unknown[] => (Array.isArray(flags[name]) ? flags[name] : []);
  const words = ["agent-file", "include", "plugin-dir"].flatMap((name) =>
    given(name).map((value) => [`--${name}`, String(value)]),
  );
  const all = [...(workspace === null ? [] : [["--workspace", workspace]]), ...words].flat();
  return ["hookline trust", ...all.map((word) => (/^[\w./-]+$/.test(word) ? word : shellQuote(word)))].join(" ");
}

function jsonOf(review: TrustReview, wanted: readonly Reviewed[], chosen: readonly Reviewed[]): unknown {
  return {
    workspace: review.workspace.root,
    fingerprint: review.fingerprint,
    trusted_now: chosen.length,
    hooks: wanted.map((one) => hookJson(one, chosen.includes(one))),
    gone: review.gone.map(({ hook, event, dialect, file, trusted_at }) => ({ hook, event, dialect, file, trusted_at })),
    problems: review.findings,
  };
}

function hookJson({ state, refusal, evidence, hook, earlier }: Reviewed, isChosen: boolean): unknown {
  const { files, programs, unbound, uncovered, fingerprint, declaration } = evidence;
  return {
    hook: evidence.hook,
    event: evidence.event,
    dialect: evidence.dialect,
    file: evidence.file,
    line: evidence.line,
    state: isChosen ? "trusted" : state,
    refusal: isChosen ? null : refusal,
    required: hook?.onFailure === "block",
    fingerprint,
    trusted_before: earlier?.trustedAt ?? null,
    declaration: JSON.parse(declaration),
    files: files.map(({ place, sha256, bytes, leadsTo }) => ({
      path: place,
      sha256,
      text: leadsTo !== null || bytes.subarray(0, 8000).includes(0) ? null : bytes.toString("utf8"),
      leads_to: leadsTo,
    })),
    programs,
    cannot_be_bound: unbound,
    not_covered: uncovered,
  };
}
