import { randomBytes, randomInt } from "node:crypto";

const longest = 64;

/** Says why a name is no name for a worktree, or null when it is one. It becomes a folder and a part of a branch. */
export function whyNotAName(name: string): string | null {
  if (name === "") return "it is empty";
  if (name.length > longest) return `it is longer than ${longest} characters`;
  if (/[/\\]/.test(name)) return "it contains a slash";
  if (!/^[A-Za-z0-9._-]+$/.test(name)) return "only letters, digits, dots, dashes and underscores can be used";
  if (!/^[A-Za-z0-9]/.test(name)) return "it must begin with a letter or a digit";
  if (name.includes("..")) return "it contains two dots in a row";
  if (name.endsWith(".") || name.toLowerCase().endsWith(".lock")) return "git takes no branch that ends like that";
  return null;
}

/** A name that a person can remember and that nobody has used. */
export function randomName(): string {
  return `${oneOf(adjectives)}-${oneOf(nouns)}-${randomBytes(2).toString("hex")}`;
}

function oneOf(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? "new";
}

const adjectives =
  "amber bold brave bright calm clear clever crisp eager early fair gentle glad golden green happy keen kind light lively lucky merry mild neat nimble quick quiet ready sharp shiny silver steady sunny swift tidy warm wise young".split(
    " ",
  );
const nouns =
  "badger beaver birch brook cedar cliff comet coral crane delta falcon fern finch fjord garden harbor hazel heron island lantern lark maple meadow meteor otter owl pebble pine planet raven reef river robin sparrow spruce thistle tulip willow".split(
    " ",
  );
