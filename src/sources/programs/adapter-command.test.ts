import { expect, it } from "vitest";
import { fixedArgument } from "../../lib/shell/argument.ts";
import { adapterCommand } from "./adapter-command.ts";

it.each<[line: string, found: unknown]>([
  ["adapt agh tool.pre_call -- ./a.sh b", { kind: "words", words: ["./a.sh", "b"], cwd: null }],
  ["adapt agh tool.pre_call ./a.sh", { kind: "words", words: ["./a.sh"], cwd: null }],
  ["adapt agent-hooks before_tool --name x -- ./a.sh", { kind: "words", words: ["./a.sh"], cwd: null }],
  ["adapt claude PreToolUse --cwd sub -- ./a.sh", { kind: "text", text: "./a.sh", cwd: "sub" }],
  ["adapt docker-agent stop --cwd=sub -- ./a.sh", { kind: "text", text: "./a.sh", cwd: "sub" }],
  ["adapt claude PreToolUse -- bash ./a.sh", { kind: "words", words: ["bash", "./a.sh"], cwd: null }],
  ["adapt agh tool.pre_call --builtin -- safer_shell", null],
  ["adapt claude UserPromptSubmit --prompt -- hello", null],
  ["adapt agh tool.pre_call --fast -- ./a.sh", { kind: "open" }],
  ["list --event tool.pre_call", null],
  ["--workspace w adapt agh tool.pre_call -- ./a.sh", { kind: "open" }],
  ["fire tool.pre_call", null],
  ["", null],
])("hookline %s", (line, found) => {
  const command = adapterCommand(
    line
      .split(" ")
      .filter(Boolean)
      .map((word) => fixedArgument(word)),
  );
  const texts = command && {
    ...command,
    ...(command.kind === "words" && { words: command.words.map(({ text }) => text) }),
    ...(command.kind === "text" && { text: command.text.text }),
  };
  expect(texts).toEqual(found);
});
