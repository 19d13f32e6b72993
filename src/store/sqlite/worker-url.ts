/**
 * Where the writer's thread starts. Run from source this is the file next to this one; a bundle must emit
 * `writer-worker.ts` as an entry of its own, named `writer-worker.js`, beside the file that holds this module.
 */
export function workerUrl(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith(".ts") ? "./writer-worker.ts" : "./writer-worker.js", here);
}
