import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { Values } from "./values.ts";

/** Reads which skills an agent may use; null when it does not say. docker-agent's `local` stands for all of them. */
export function readSkillChoice(values: Values): AgentDefinition["skills"] | null {
  const value = values.raw("skills");
  if (value === undefined || typeof value === "boolean") return value ?? null;
  if (!Array.isArray(value)) return values.wrong("skills", "true, false or a list of names");
  const names = (values.texts("skills") ?? []).map((name) => name.trim());
  const isAddress = (name: string) => /^https?:\/\//.test(name);
  if (names.some(isAddress)) {
    const instead = "Copy skills from other machines into .hookline/skills, where you can look at them.";
    values.tell("AGENT_KEY_IDLE", "skills", { key: `An address in ${values.labelOf("skills")}`, instead });
  }
  if (names.includes("local")) return true;
  return names.filter((name) => name !== "" && !isAddress(name));
}
