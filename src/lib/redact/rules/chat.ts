import { type Rule, uuid } from "../rule.ts";

/** Chat: tokens of bots and apps, and addresses that anybody may post to. */
export const chat: readonly Rule[] = [
  {
    id: "slack-token",
    keywords: ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxc-"],
    pattern: "xox[abeoprsc]-[A-Za-z0-9-]{10,250}",
    looks: "mixed",
  },
  { id: "slack-cookie", keywords: ["xoxd-"], pattern: "xoxd-[A-Za-z0-9%+/=_-]{40,400}", looks: "mixed" },
  { id: "slack-rotating-token", keywords: ["xoxe.xox"], pattern: "xoxe\\.xox[bp]-[0-9]-[A-Za-z0-9]{60,300}" },
  { id: "slack-app-token", keywords: ["xapp-"], pattern: "xapp-[0-9]-[A-Z0-9]{6,16}-[0-9]{6,20}-[a-f0-9]{40,80}" },
  {
    id: "slack-webhook",
    keywords: ["hooks.slack.com/"],
    pattern: "hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_+-]{20,160})",
  },
  {
    id: "discord-webhook",
    keywords: ["discord.com/api/", "discordapp.com/api/"],
    pattern: "discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{17,20}/(?<secret>[A-Za-z0-9_-]{60,90})",
  },
  {
    id: "discord-bot-token",
    keywords: ["discord", "bot "],
    pattern:
      "(?:discord[\\w .-]{0,40}[\"'`\\\\\\]]{0,4}[ \\t]{0,8}(?:=|:)[ \\t]{0,8}[\"'`\\\\]{0,4}|bot[ \\t]{1,4})(?<secret>[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,42})",
    anyCase: true,
  },
  {
    id: "telegram-bot-token",
    keywords: [":aa"],
    pattern: "(?<=[0-9]{8}):(?<secret>AA[A-Za-z0-9_-]{32,34})(?![A-Za-z0-9_-])",
    looks: "mixed",
  },
  {
    id: "teams-webhook",
    keywords: ["webhook.office.com/"],
    pattern: `webhook\\.office\\.com/webhookb2/(?<secret>${uuid}@${uuid}/[A-Za-z]{4,30}/[A-Za-z0-9]{32}/[A-Za-z0-9-]{36}(?:/[A-Za-z0-9_-]{10,80})?)`,
  },
  {
    id: "google-chat-webhook",
    keywords: ["chat.googleapis.com/"],
    pattern: "chat\\.googleapis\\.com/v1/spaces/[A-Za-z0-9_-]{4,40}/messages\\?(?<secret>[A-Za-z0-9=&%_-]{20,300})",
  },
  {
    id: "zapier-webhook",
    keywords: ["hooks.zapier.com/"],
    pattern: "hooks\\.zapier\\.com/hooks/catch/(?<secret>[0-9]{4,12}/[A-Za-z0-9]{5,12})",
    looks: "anything",
  },
  { id: "notion-token", keywords: ["ntn_"], pattern: "(?<![A-Za-z0-9])ntn_[A-Za-z0-9]{40,52}", looks: "mixed" },
  {
    id: "notion-legacy-token",
    keywords: ["secret_"],
    pattern: "(?<![A-Za-z0-9])secret_[A-Za-z0-9]{43}(?![A-Za-z0-9_])",
    looks: "mixed",
  },
  { id: "linear-key", keywords: ["lin_api_", "lin_oauth_"], pattern: "lin_(?:api|oauth)_[A-Za-z0-9]{32,64}" },
  { id: "figma-token", keywords: ["figd_", "figu_", "figoh_"], pattern: "fig(?:d|u|oh)_[A-Za-z0-9_-]{36,60}" },
  { id: "airtable-token", keywords: ["pat"], pattern: "(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}" },
  { id: "hubspot-token", keywords: ["pat-na", "pat-eu", "pat-ap"], pattern: `pat-(?:na|eu|ap)[0-9]-${uuid}` },
  { id: "typeform-token", keywords: ["tfp_"], pattern: "(?<![A-Za-z0-9])tfp_[A-Za-z0-9_.=-]{44,64}", looks: "mixed" },
  { id: "contentful-token", keywords: ["cfpat-"], pattern: "CFPAT-[A-Za-z0-9_-]{43}" },
  { id: "readme-key", keywords: ["rdme_"], pattern: "rdme_[a-z0-9]{60,80}" },
  { id: "frameio-token", keywords: ["fio-u-"], pattern: "fio-u-[A-Za-z0-9_=-]{60,70}" },
];
