import type { Rule } from "./rule.ts";
import { addresses } from "./rules/addresses.ts";
import { aiProviders } from "./rules/ai-providers.ts";
import { chat } from "./rules/chat.ts";
import { clouds } from "./rules/clouds.ts";
import { codeHosts } from "./rules/code-hosts.ts";
import { contextual } from "./rules/contextual.ts";
import { keyMaterial } from "./rules/key-material.ts";
import { namedValues } from "./rules/named-values.ts";
import { passwordHashes } from "./rules/password-hashes.ts";
import { payments } from "./rules/payments.ts";
import { services } from "./rules/services.ts";

/** Every kind of secret that is looked for. */
export const rules: readonly Rule[] = [
  ...clouds,
  ...codeHosts,
  ...aiProviders,
  ...chat,
  ...payments,
  ...services,
  ...contextual,
  ...keyMaterial,
  ...passwordHashes,
  ...addresses,
  ...namedValues,
];
