import { isSlug } from "../looks-random.ts";
import { type Rule, uuid } from "../rule.ts";

/** Model providers and the services around them. */
export const aiProviders: readonly Rule[] = [
  {
    id: "openai-key",
    keywords: ["sk-"],
    pattern: "sk-[A-Za-z0-9_-]{16,180}T3BlbkFJ[A-Za-z0-9_-]{16,180}",
    looks: "mixed",
  },
  {
    id: "openai-project-key",
    keywords: ["sk-proj-", "sk-svcacct-", "sk-admin-"],
    pattern: "sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,250}",
    looks: "mixed",
  },
  {
    id: "anthropic-key",
    keywords: ["sk-ant-"],
    pattern: "sk-ant-[a-z]{2,8}[0-9]{2}-[A-Za-z0-9_-]{20,200}",
    looks: "mixed",
  },
  { id: "openrouter-key", keywords: ["sk-or-v1-"], pattern: "sk-or-v1-[a-f0-9]{64}" },
  { id: "langfuse-key", keywords: ["sk-lf-"], pattern: `sk-lf-${uuid}` },
  // Several vendors write their keys this way (DeepSeek, Moonshot, LiteLLM, older OpenAI). A left boundary keeps `task-` and `disk-` out.
  {
    id: "sk-key",
    keywords: ["sk-"],
    pattern: "(?<![A-Za-z0-9])sk-[A-Za-z0-9]{32,64}(?![A-Za-z0-9_-])",
    looks: "mixed",
  },
  { id: "groq-key", keywords: ["gsk_"], pattern: "gsk_[A-Za-z0-9]{48,60}", looks: "mixed" },
  { id: "perplexity-key", keywords: ["pplx-"], pattern: "pplx-[A-Za-z0-9]{48,64}", looks: "mixed" },
  { id: "xai-key", keywords: ["xai-"], pattern: "(?<![A-Za-z0-9])xai-[A-Za-z0-9_]{60,100}", looks: "mixed" },
  {
    id: "cohere-key",
    keywords: ["co_"],
    pattern: "(?<![A-Za-z0-9_])co_[A-Za-z0-9]{38,48}(?![A-Za-z0-9_])",
    looks: "mixed",
  },
  { id: "replicate-token", keywords: ["r8_"], pattern: "(?<![A-Za-z0-9])r8_[A-Za-z0-9]{37,40}", looks: "mixed" },
  {
    id: "huggingface-token",
    keywords: ["hf_"],
    pattern: "(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34,40}(?![A-Za-z0-9_])",
    refute: isSlug,
  },
  { id: "huggingface-org-token", keywords: ["api_org_"], pattern: "api_org_[A-Za-z0-9]{34,40}" },
  { id: "nvidia-key", keywords: ["nvapi-"], pattern: "nvapi-[A-Za-z0-9_-]{60,90}", looks: "mixed" },
  { id: "langsmith-key", keywords: ["lsv2_"], pattern: "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}" },
  { id: "pinecone-key", keywords: ["pcsk_", "pckey_"], pattern: "(?:pcsk|pckey)_[A-Za-z0-9_]{40,90}", looks: "mixed" },
  {
    id: "voyage-key",
    keywords: ["pa-"],
    pattern: "(?<![A-Za-z0-9_-])pa-[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
    looks: "mixed",
  },
  { id: "tavily-key", keywords: ["tvly-"], pattern: "tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,48}", looks: "mixed" },
  {
    id: "fireworks-key",
    keywords: ["fw_"],
    pattern: "(?<![A-Za-z0-9_])fw_[A-Za-z0-9]{22,24}(?![A-Za-z0-9_])",
    looks: "mixed",
  },
  { id: "together-key", keywords: ["tgp_v1_"], pattern: "tgp_v1_[A-Za-z0-9_-]{43}" },
  { id: "jina-key", keywords: ["jina_"], pattern: "jina_[A-Za-z0-9_-]{58,64}", looks: "mixed" },
  { id: "elevenlabs-key", keywords: ["sk_"], pattern: "(?<![A-Za-z0-9])sk_[a-f0-9]{48}(?![A-Za-z0-9])" },
  { id: "cerebras-key", keywords: ["csk-"], pattern: "(?<![A-Za-z0-9])csk-[a-z0-9]{40,60}", looks: "mixed" },
  { id: "firecrawl-key", keywords: ["fc-"], pattern: "(?<![A-Za-z0-9])fc-[a-f0-9]{32}(?![A-Za-z0-9])" },
  { id: "e2b-key", keywords: ["e2b_"], pattern: "e2b_[a-f0-9]{40}" },
];
