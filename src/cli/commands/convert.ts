import { isAbsolute, relative } from "node:path";
import { convertFiles, type FilesConversion } from "../../app/convert/convert-files.ts";
import type { Loss } from "../../app/convert/loss.ts";
import { writeConversion } from "../../app/convert/write-conversion.ts";
import type { DialectName } from "../../dialects/translation.ts";
import { Problem } from "../../errors/problem.ts";
import { printableLine, visible } from "../../lib/printable.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { paint, type Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";

export async function convert(invocation: Invocation): Promise<number> {
  const { flags, args, terminal, world } = invocation;
  if (typeof flags.to !== "string") throw new Problem("USAGE_FLAG_NEEDS_VALUE", { flag: "--to", value: "<dialect>" });
  const conversion = convertFiles(placeFrom(invocation), {
    to: flags.to as DialectName,
    paths: args,
    isUser: flags.user === true,
    isPlain: flags.plain === true,
  });
  const isRefused = flags.strict === true && conversion.losses.length > 0;
  const written = flags.write === true && !isRefused ? writeConversion(conversion) : [];
  if (invocation.format === "human") terminal.err(reportOf(terminal, conversion, world.cwd, isRefused));
  await print(invocation, {
    human: () => (isRefused ? "" : flags.write ? writtenText(written, world.cwd) : textOf(conversion)),
    json: () => ({
      files: isRefused
        ? []
        : conversion.files.map(({ path, text, isExecutable }) => ({ path, text, executable: isExecutable })),
      losses: conversion.losses,
      converted: conversion.converted,
      kept: conversion.kept,
      notes: conversion.notes,
      written,
    }),
  });
  return isRefused ? 1 : 0;
}

/** One file as it is, so that it can be redirected; several with their names. What a terminal would obey is spelled out. */
function textOf({ files }: FilesConversion): string {
  const [only, ...others] = files;
  if (only && others.length === 0) return visible(only.text);
  return files.map(({ path, text }) => `# ----- ${path}\n${visible(text)}`).join("\n");
}

const spelledOut =
  "Characters that a terminal would obey, or that nobody sees, are shown as \\u{…}. Take the text from --write or -o json.";

function writtenText(paths: readonly string[], cwd: string): string {
  return paths.map((path) => `wrote ${shortPath(path, cwd)}`).join("\n");
}

function reportOf(
  terminal: Terminal,
  { converted, kept, losses, files, notes }: FilesConversion,
  cwd: string,
  isRefused: boolean,
) {
  const places = files.map(({ path }) => path).filter((path) => !path.endsWith("/scripts/run"));
  const all = files.some(({ text }) => visible(text) !== text) ? [spelledOut, ...notes] : notes;
  const lines = [
    ...alike(losses).flatMap((group) => linesOf(terminal, group, cwd)),
    `${count(converted, "hook")} converted, ${losses.length === 0 ? "nothing lost" : count(losses.length, "loss", "losses")}` +
      (kept.length > 0 ? `, ${count(kept.length, "hook")} in that dialect already` : ""),
    ...(isRefused ? ["Nothing was written, because something would get lost and --strict was given."] : []),
    ...(!isRefused && places.length > 0 ? [`This belongs in ${places.join(", ")}.`] : []),
    ...(isRefused ? [] : all.flatMap((note) => wrap(`Note: ${note}`, Math.max(20, terminal.width)))),
  ];
  return `${lines.join("\n")}\n`;
}

/** What is lost in the same way by several hooks is said once. */
function alike(losses: readonly Loss[]): readonly (readonly [Loss, ...Loss[]])[] {
  const keyOf = ({ aspect, field, what, instead }: Loss) => JSON.stringify([aspect, field, what, instead]);
  return [...Map.groupBy(losses, keyOf).values()] as [Loss, ...Loss[]][];
}

function linesOf(terminal: Terminal, group: readonly [Loss, ...Loss[]], cwd: string): string[] {
  const [{ field, what, instead }] = group;
  const heads = group.map(({ hook, file, line, aspect }) => {
    const place = file === null ? "" : `  ${shortPath(file, cwd)}${line === null ? "" : `:${line}`}`;
    return `${paint(terminal, "yellow", `loss (${aspect})`)}  ${printableLine(hook)}${paint(terminal, "dim", place)}`;
  });
  const text = wrap(printableLine(`${field}: ${what} ${instead}`), Math.max(20, terminal.width - 4));
  return [...heads, ...text.map((one) => `    ${one}`)];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? "no" : number} ${number === 1 ? one : many}`;
}

function shortPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith("..") || isAbsolute(path) ? file : path;
}
