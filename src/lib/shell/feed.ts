import type { Command, CommandNode, HereDoc, Redirection } from "unbash";
import { type Argument, argumentsOf } from "./argument.ts";
import { type Feed, type LazyFeed, noFeed } from "./context.ts";
import { hasDownload } from "./fetches.ts";
import { decoders, downloaders } from "./taxonomy/names.ts";

const unseen: Feed = { kind: "unseen", isFetched: false, isDecoded: false };

/** What a command reads, given what comes down the pipe: a here-document or a file goes before that. */
export function feedFrom(redirects: readonly Redirection[], pipe: LazyFeed): LazyFeed {
  return redirects.length === 0 ? pipe : () => redirected(redirects, pipe);
}

function redirected(redirects: readonly Redirection[], pipe: LazyFeed): Feed {
  let feed: Feed | null = null;
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") feed = textOf(redirect);
    else if (redirect.type === "HereString" && redirect.target !== undefined)
      feed = textFrom(argumentsOf(redirect.target), "");
    else if (redirect.type === "Redirect" && redirect.operator.startsWith("<")) {
      const isFetched = redirect.target !== undefined && hasDownload(redirect.target);
      feed = { ...unseen, isFetched } as Feed;
    }
  }
  return feed ?? pipe();
}

/** What a command of a pipeline hands to the next one, as far as that can be known. */
export function outputOf(node: CommandNode, pipe: LazyFeed): Feed {
  if (node.type !== "Command") return { kind: "unseen", isFetched: hasDownload(node), isDecoded: false };
  const [name, ...args] = wordsOf(node);
  if (name === undefined || !name.isFixed) return passedOn(pipe());
  const program = name.text.slice(name.text.lastIndexOf("/") + 1);
  const input = feedFrom(node.redirects, pipe)();
  switch (program) {
    case "echo":
      return echoed(args);
    case "printf":
      return formatted(args);
    case "cat":
      return args.length === 0 ? input : unseen;
    case "tee":
      return input;
    case "base64":
      return decoded(input, args, "base64");
    case "xxd":
      return decoded(input, args, "hex");
  }
  if (downloaders.has(program) || hasDownload(node)) return { kind: "unseen", isFetched: true, isDecoded: false };
  const { isFetched, isDecoded } = passedOn(input);
  return { kind: "unseen", isFetched, isDecoded: isDecoded || decoders.has(program) };
}

function wordsOf({ name, args }: Command): Argument[] {
  return [...(name === undefined ? [] : [name]), ...args].flatMap((word) =>
    word.type === "Word" ? argumentsOf(word) : [],
  );
}

function textOf({ body, delimiter }: HereDoc): Feed {
  return {
    kind: "text",
    text: body.text,
    isExact: delimiter?.quoted === true || !/[$`\\]/.test(body.text),
    isDecoded: false,
  };
}

function textFrom(args: readonly Argument[], between: string): Feed {
  const isExact = args.every(({ isFixed }) => isFixed);
  return { kind: "text", text: args.map(({ text }) => text).join(between), isExact, isDecoded: false };
}

function echoed(args: readonly Argument[]): Feed {
  const from = args.findIndex(({ text }) => !/^-[neE]+$/.test(text));
  const interprets = args.slice(0, Math.max(from, 0)).some(({ text }) => text.includes("e"));
  const feed = textFrom(from < 0 ? [] : args.slice(from), " ");
  if (interprets && feed.kind === "text" && feed.text.includes("\\")) return { ...unseen, isDecoded: true } as Feed;
  return feed;
}

function formatted([format, ...args]: readonly Argument[]): Feed {
  if (format === undefined) return noFeed();
  const plain = format.text.replaceAll("\\n", "\n");
  if (plain.includes("\\")) return { kind: "unseen", isFetched: false, isDecoded: true };
  if (!plain.includes("%")) return { kind: "text", text: plain, isExact: format.isFixed, isDecoded: false };
  return /^(?:%s\s*)+$/.test(plain) ? textFrom(args, "\n") : unseen;
}

function decoded(input: Feed, args: readonly Argument[], code: "base64" | "hex"): Feed {
  const decodes = args.some(({ text }) => /^(?:-[a-zA-Z]*[dDr][a-zA-Z]*|--decode|-revert)$/.test(text));
  if (!decodes) return passedOn(input);
  if (input.kind !== "text" || !input.isExact) return { ...passedOn(input), isDecoded: true };
  const text = Buffer.from(input.text.trim(), code).toString("utf8");
  return { kind: "text", text, isExact: true, isDecoded: true };
}

function passedOn(feed: Feed): Extract<Feed, { kind: "unseen" }> {
  return feed.kind === "unseen"
    ? feed
    : { kind: "unseen", isFetched: false, isDecoded: feed.kind === "text" && feed.isDecoded };
}
