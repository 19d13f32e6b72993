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
  /** Files of other programs that are read: the user's and a workspace's. */
  readonly sources: Sources;
  /** The same for a workspace that asks for its own: what the user has of these programs is none of its business. */
  readonly workspaceSources: Sources;
  readonly store: { readonly maxAgeDays: number | null; readonly maxRuns: number | null };
}

export interface Sources {
  readonly claudeCode: boolean;
  readonly agentao: boolean;
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

/** Lays the user's settings and a workspace's over each other; later files win, and only the user's decide about the user's files. */
export function mergeSettings(user: readonly FileSettings[], workspace: readonly FileSettings[] = []): Settings {
  const all: FileSettings = Object.assign({}, ...user, ...workspace);
  return {
    outputLimit: all.outputLimit ?? null,
    debugPatches: all.debugPatches ?? false,
    allowedMarketplaceHooks: all.allowedMarketplaceHooks ?? [],
    allowedExtensionEnv: all.allowedExtensionEnv ?? [],
    snapshot: all.snapshot ?? false,
    sources: sourcesIn(user),
    workspaceSources: sourcesIn(workspace),
    store: { maxAgeDays: all.maxAgeDays ?? null, maxRuns: all.maxRuns ?? null },
  };
}

function sourcesIn(files: readonly FileSettings[]): Sources {
  const { claudeCode = false, agentao = false }: FileSettings = Object.assign({}, ...files);
  return { claudeCode, agentao };
}
