#!/usr/bin/env node
// Starts Hookline: the bundle of a released package, or the source of a checkout. Plain JavaScript that also runs on old Nodes.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wantedMajor = 24;

if (Number.parseInt(process.versions.node, 10) >= wantedMajor) start();
else startOnPinnedNode();

function start() {
  nodeModule.enableCompileCache?.();
  const source = join(root, "src", "cli", "main.ts");
  const entry = existsSync(source) ? source : join(root, "dist", "cli.js");
  import(pathToFileURL(entry).href);
}

/** The repository brings a Node of its own as an optional package; an older one that started us hands over to it. */
function startOnPinnedNode() {
  const node = pinnedNode();
  if (!node) {
    process.stderr.write(
      `error: Hookline needs Node ${wantedMajor} or newer; this is Node ${process.versions.node}.\n` +
        `  fix: Install Node ${wantedMajor} from nodejs.org, or run "npm install" in the repository, which brings one along.\n`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`error: ${node} cannot be started: ${error.message}\n  fix: Run "npm install" again.\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

function pinnedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const binary = platform === "win" ? "bin/node.exe" : "bin/node";
  try {
    const manifest = nodeModule.createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`);
    const node = join(dirname(manifest), binary);
    return existsSync(node) ? node : null;
  } catch {
    return null;
  }
}
