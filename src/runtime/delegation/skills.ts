import { dirname } from "node:path";
import { z } from "zod";
import type { Skill } from "../../agent/agent-definition.ts";
import { type Tool, toolError, toolText } from "../../agent/tool.ts";
import { type Delegation, runTask } from "./delegate.ts";
import { managed, readInput } from "./managed-tool.ts";

const input = z.object({
  name: z.string().describe("The skill."),
  task: z.string().optional().describe("What to use it for; needed by skills that run on their own."),
});

/** Hands the agent what a skill says, or lets the skill do its work in a conversation of its own. */
export function runSkill(delegation: Delegation, skills: readonly Skill[]): Tool {
  const names = skills.map(({ name }) => name).join(", ");
  return {
    ...managed("run_skill", `Use a skill. Skills: ${names}.`, input, { namespace: "skills" }),
    title: ({ name }) => `Use the skill ${String(name)}`,
    call: async (given, { signal }) => {
      const { name, task = "" } = readInput(input, given);
      const skill = skills.find((one) => one.name === name);
      if (!skill) return toolError(`There is no skill "${name}". There are: ${names}.`);
      const text = `${skill.body.trim()}\n\nFiles of this skill are in ${dirname(skill.file)}.`;
      if (skill.mode === "inline") return toolText(text);
      const agent = delegation.agent().name;
      const whole = [text, task].filter((part) => part.trim() !== "").join("\n\n");
      const result = await runTask(delegation, { agent, task: whole, expectedOutput: "", kind: "skill", signal });
      return result.error === null ? toolText(result.response) : toolError(`The skill did not finish: ${result.error}`);
    },
  };
}
