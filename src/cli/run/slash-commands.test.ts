import { describe, expect, it } from "vitest";
import { helpText, joinCommands, readSlash, type SlashCommand, unknownCommand } from "./slash-commands.ts";

const command = (name: string, summary = "does it"): SlashCommand => ({ name, summary, run: async () => "" });

describe("a typed line", () => {
  it.each([
    ["/help", { name: "help", argument: "" }],
    ["  /undo  3 ", { name: "undo", argument: "3" }],
    ["/Queue two\nlines", { name: "queue", argument: "two\nlines" }],
    ["/etc/hosts is wrong", null],
    ["/ what", null],
    ["look at /help", null],
    ["", null],
  ])("%j is read as %j", (line, expected) => {
    expect(readSlash(line)).toEqual(expected);
  });
});

describe("slash commands", () => {
  it("are joined, and the first of a name counts", () => {
    const joined = joinCommands([command("hooks", "mine")], [command("hooks", "yours"), command("quit")]);
    expect(joined.map(({ name, summary }) => `${name}: ${summary}`)).toEqual(["hooks: mine", "quit: does it"]);
  });

  it("that are misspelt are met with the one that was meant", () => {
    expect(unknownCommand("snapshot", [command("snapshots")])).toBe(
      "There is no command /snapshot; did you mean /snapshots?",
    );
    expect(unknownCommand("xyzzy", [command("undo")])).toBe("There is no command /xyzzy; /help lists them.");
  });

  it("are listed in the help, with the keys", () => {
    const help = helpText({ width: 100, color: false }, [
      { ...command("undo", "takes changes back"), argument: "[N]" },
    ]);
    expect(help).toMatch(/^\/undo \[N\]\s+takes changes back$/m);
    expect(help).toMatch(/^Alt-Enter\s+keeps the line/m);
  });
});
