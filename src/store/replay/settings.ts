import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isTable } from "../../lib/source-document.ts";

export const captureFlagDefaults = {
  capture_llm_delta: true,
  capture_full_llm_io: false,
  capture_tool_result_full: false,
  capture_plugin_hook_output_full: false,
} as const;

export type CaptureFlag = keyof typeof captureFlagDefaults;
export type CaptureFlags = Readonly<Record<CaptureFlag, boolean>>;

export interface ReplaySettings {
  readonly enabled: boolean;
  /** How many replay files are kept. */
  readonly maxInstances: number;
  readonly captureFlags: CaptureFlags;
}

const defaultMaxInstances = 20;
const largestFile = 1024 * 1024;

/** Reads what a project says about replays. A file that cannot be read says nothing. */
export function loadReplaySettings(projectRoot: string): ReplaySettings {
  try {
    return parseReplaySettings(readSmallFile(join(projectRoot, ".agentao", "settings.json")));
  } catch {
    return parseReplaySettings("");
  }
}

/** The file is a repository's, which may have put a link to a device or to something endless in its place. */
function readSmallFile(file: string): string {
  const stats = statSync(file);
  return stats.isFile() && stats.size <= largestFile ? readFileSync(file, "utf8") : "";
}

/** Reads the settings out of a text, with a default for everything that cannot be used. */
export function parseReplaySettings(text: string): ReplaySettings {
  const replay = replayIn(text);
  const flags = isTable(replay.capture_flags) ? replay.capture_flags : {};
  const names = Object.keys(captureFlagDefaults) as CaptureFlag[];
  return {
    enabled: isOn(replay.enabled, false),
    maxInstances: countOf(replay.max_instances),
    captureFlags: Object.fromEntries(
      names.map((name) => [name, isOn(flags[name], captureFlagDefaults[name])]),
    ) as CaptureFlags,
  };
}

function replayIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isTable(settings) && isTable(settings.replay) ? settings.replay : {};
  } catch {
    return {};
  }
}

const wordsForNo: ReadonlySet<string> = new Set(["false", "0", "no", "off", ""]);

function isOn(value: unknown, otherwise: boolean): boolean {
  if (value === undefined || value === null) return otherwise;
  if (typeof value === "string") return !wordsForNo.has(value.trim().toLowerCase());
  return Boolean(value);
}

/** A number that is written as a text counts; what is no number, or less than one file, does not. */
function countOf(value: unknown): number {
  const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof count !== "number" || !Number.isFinite(count) || count < 1) return defaultMaxInstances;
  return Math.floor(count);
}
