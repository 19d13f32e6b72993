import { agentHooksTranslation } from "./agent-hooks/translation.ts";
import { aghTranslation } from "./agh/translation.ts";
import { claudeTranslation } from "./claude/translation.ts";
import { dockerTranslation } from "./docker-agent/translation.ts";
import type { Translation } from "./translation.ts";

/** Every dialect from the other side. AGH is last: some of its payloads say least about whose they are. */
export const translations: readonly Translation[] = [
  dockerTranslation,
  claudeTranslation,
  agentHooksTranslation,
  aghTranslation,
];

/** The dialect of that name, or undefined. */
export function translationOf(name: string): Translation | undefined {
  return translations.find((translation) => translation.name === name);
}
