import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/*
 * Bundles the package into dist/: the command line, the library, and the two programs that start as files of their own
 * (the spawn helper and the record writer's thread), which must lie beside the chunks that look for them.
 */
const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });

const bundle = await rolldown({
  input: {
    cli: join(root, "src/cli/main.ts"),
    index: join(root, "src/index.ts"),
    agentao: join(root, "src/agentao.ts"),
    builtins: join(root, "src/builtins.ts"),
    sources: join(root, "src/sources.ts"),
    store: join(root, "src/store.ts"),
    "spawn-helper": join(root, "src/executors/process/spawn-helper.ts"),
    "writer-worker": join(root, "src/store/sqlite/writer-worker.ts"),
  },
  platform: "node",
  // Dependencies are bundled, without what we do not use of them: loading all of it would cost every start.
  external: (id) => id.startsWith("node:"),
});
await bundle.write({
  dir: dist,
  format: "esm",
  // Not minified: a stack trace should be readable, and the compile cache makes up for the size.
  // All in one folder: `new URL("./spawn-helper.js", import.meta.url)` must hold in every chunk.
  entryFileNames: "[name].js",
  chunkFileNames: "chunk-[name]-[hash].js",
});
await bundle.close();

execFileSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "tsconfig.types.json")],
  { stdio: "inherit" },
);
