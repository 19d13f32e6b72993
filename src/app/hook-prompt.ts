export { type PromptEntry, promptBlock, promptEntries } from "../dialects/agent-hooks/prompt.ts";
