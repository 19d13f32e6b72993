/** What the configuration says besides hooks. */
export interface Settings {
  /** Bytes a reply may have; null leaves it to the hook's dialect. */
  readonly outputLimit: number | null;
  readonly debugPatches: boolean;
  /** Slugs, `registry:slug` pairs or hashes of marketplace skills whose hooks may run. */
  readonly allowedMarketplaceHooks: readonly string[];
  /** Variables extensions may read although they look like secrets: `NAME` or `extension:NAME`. */
  readonly allowedExtensionEnv: readonly string[];
  /** Snapshots of the working directory are taken for every agent. */
  readonly snapshot: boolean;
  readonly sources: { readonly claudeCode: boolean; readonly agentao: boolean };
  readonly store: { readonly maxAgeDays: number | null; readonly maxRuns: number | null };
}

/** What one file sets; what it does not mention is missing. */
export interface FileSettings {
  readonly outputLimit?: number;
  readonly debugPatches?: boolean;
  readonly allowedMarketplaceHooks?: readonly string[];
  readonly allowedExtensionEnv?: readonly string[];
  readonly snapshot?: boolean;
  readonly claudeCode?: boolean;
  readonly agentao?: boolean;
  readonly maxAgeDays?: number;
  readonly maxRuns?: number;
}

/** Lays the files' settings over each other; later files win. */
export function mergeSettings(files: readonly FileSettings[]): Settings {
  const all: FileSettings = Object.assign({}, ...files);
  return {
    outputLimit: all.outputLimit ?? null,
    debugPatches: all.debugPatches ?? false,
    allowedMarketplaceHooks: all.allowedMarketplaceHooks ?? [],
    allowedExtensionEnv: all.allowedExtensionEnv ?? [],
    snapshot: all.snapshot ?? false,
    sources: { claudeCode: all.claudeCode ?? false, agentao: all.agentao ?? false },
    store: { maxAgeDays: all.maxAgeDays ?? null, maxRuns: all.maxRuns ?? null },
  };
}
