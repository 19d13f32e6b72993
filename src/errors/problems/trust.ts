import { error, warning } from "../entry.ts";

/** Problems of trusting a workspace. */
export const trustProblems = {
  TRUST_FILE_BROKEN: warning((p: { why: string }) => ({
    what: `What you have trusted in this workspace cannot be read: ${p.why}. Nothing in it counts as trusted.`,
    fix: `Remove the file and run "hookline trust" again.`,
  })),
  TRUST_HOME_IN_WORKSPACE: warning(() => ({
    what: `HOOKLINE_HOME lies inside this workspace: whoever writes the repository could write your own hooks and decisions as well. None of them count.`,
    fix: `Set HOOKLINE_HOME to an absolute path outside of every repository, or leave it unset.`,
  })),
  TRUST_FINGERPRINT_DIFFERS: error((p: { given: string; actual: string }) => ({
    what: `The hooks of this workspace are not those that were named: their fingerprint is ${p.actual}, not ${p.given}.`,
    fix: `Look at what changed with "hookline trust --check". If you trust it, name the new fingerprint.`,
  })),
  TRUST_HOOK_UNKNOWN: error((p: { name: string; suggestion: string | null }) => ({
    what: `No hook of this workspace is called ${JSON.stringify(p.name)}.`,
    fix: p.suggestion ? `Did you mean ${JSON.stringify(p.suggestion)}?` : `Run "hookline trust" to see all of them.`,
  })),
  TRUST_NOT_STORED: error((p: { file: string; why: string }) => ({
    what: `What you decided could not be written to ${p.file}: ${p.why}.`,
    fix: `Make sure that you may write there. HOOKLINE_HOME says where it is.`,
  })),
  TRUST_INSIDE_HOOK: error(() => ({
    what: `A hook tried to trust hooks. Only a person can do that.`,
    fix: `Run "hookline trust" in a terminal of your own.`,
  })),
} as const;
