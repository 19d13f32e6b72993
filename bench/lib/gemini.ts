import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The part of gemini-cli's HookSystem that the benchmarks use. */
export interface GeminiHooks {
  readonly fireBeforeToolEvent: (tool: string, input: Record<string, unknown>) => Promise<unknown>;
}

type HookSystemClass = new (config: unknown) => GeminiHooks & { initialize(): Promise<void> };

/** Opens gemini-cli's real HookSystem with the given hooks, or answers null when the peers are not installed. */
export async function openGeminiHooks(beforeTool: readonly unknown[]): Promise<GeminiHooks | null> {
  const module = await importPeer<{ HookSystem: HookSystemClass }>("@google/gemini-cli-core");
  if (module === null) return null;
  // What HookSystem asks of the program's large configuration object.
  const config = {
    getHooks: () => ({ BeforeTool: beforeTool }),
    getProjectHooks: () => undefined,
    getProjectRoot: () => process.cwd(),
    getWorkingDir: () => process.cwd(),
    getSessionId: () => "bench",
    getExtensions: () => [],
    getDisabledHooks: () => [],
    getGeminiClient: () => undefined,
    getTelemetryEnabled: () => false,
    getTelemetryLogPromptsEnabled: () => false,
    getUsageStatisticsEnabled: () => false,
    isTrustedFolder: () => true,
    sanitizationConfig: {},
    storage: { getPlansDir: () => "/tmp" },
    get config() {
      return config;
    },
  };
  const system = new module.HookSystem(config);
  await quietly(() => system.initialize());
  return system;
}

/** Imports a package of bench/peers, or answers null when it is not installed. */
export async function importPeer<T>(name: string): Promise<T | null> {
  const require = createRequire(new URL("../peers/package.json", import.meta.url));
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as T;
  } catch (error) {
    process.stdout.write(`${name} is not measured (${(error as Error).message.split("\n")[0]}).\n`);
    process.stdout.write("Install the peers with: npm install --prefix bench/peers --ignore-scripts\n");
    return null;
  }
}

/** Runs `work` without the debug output of the peer, which would otherwise be part of what is measured. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  globalThis.console.debug = () => {};
  return work();
}
