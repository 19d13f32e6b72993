import type { AgentDefinition } from "../../agent/agent-definition.ts";
import { usualToolsets } from "./agent-md.ts";

export const defaultAgentName = "assistant";

const instruction = `You are a coding agent. You work in the user's repository with the tools you are given.

- Look before you change: read the files in question and follow the manner of the code around them.
- Make the smallest change that does what was asked. Do not touch what has nothing to do with it.
- Check your work by running the tests, the type checker or the program itself, whatever the repository has.
- For work of several steps keep a list with the todo tool.
- When a call is refused, read the reason and find another way or ask. Do not try to get around it.
- When you are done, say in a few sentences what you did, what you checked, and what is left open.`;

/** The agent that works when no file says otherwise. */
export const defaultAgent: AgentDefinition = {
  name: defaultAgentName,
  description: "Works on the code of this repository.",
  instruction,
  models: [],
  contextLimit: null,
  toolsets: usualToolsets,
  subAgents: [],
  handoffs: [],
  forceHandoff: null,
  maxIterations: 0,
  skills: true,
  origin: { file: null, line: null },
};
