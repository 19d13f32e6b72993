import { isPartOfBlob } from "../blob.ts";
import type { Rule } from "../rule.ts";

/** Infrastructure, observation, databases, mail and text messages. */
export const services: readonly Rule[] = [
  {
    id: "vault-token",
    keywords: ["hvs.", "hvb.", "hvr."],
    pattern: "(?<![A-Za-z0-9])hv[sbr]\\.[A-Za-z0-9_-]{24,300}",
    looks: "mixed",
  },
  {
    id: "terraform-token",
    keywords: [".atlasv1."],
    back: 14,
    pattern: "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,70}",
  },
  { id: "tailscale-key", keywords: ["tskey-"], pattern: "tskey-[A-Za-z0-9-]{16,120}", looks: "mixed" },
  { id: "planetscale-token", keywords: ["pscale_"], pattern: "pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{32,64}" },
  { id: "supabase-key", keywords: ["sb_secret_"], pattern: "sb_secret_[A-Za-z0-9_-]{20,64}" },
  { id: "supabase-token", keywords: ["sbp_"], pattern: "(?<![A-Za-z0-9])sbp_(?:v0_)?[a-f0-9]{40}" },
  { id: "databricks-token", keywords: ["dapi"], pattern: "dapi[a-f0-9]{32}(?:-[0-9])?" },
  { id: "pulumi-token", keywords: ["pul-"], pattern: "(?<![A-Za-z0-9])pul-[a-f0-9]{40}" },
  { id: "grafana-token", keywords: ["glsa_"], pattern: "glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}" },
  {
    id: "grafana-cloud-token",
    keywords: ["glc_"],
    pattern: "(?<![A-Za-z0-9])glc_[A-Za-z0-9+/]{32,400}={0,2}",
    looks: "mixed",
  },
  {
    id: "newrelic-key",
    keywords: ["nrak-", "nrjs-", "nrii-"],
    pattern: "NR(?:AK-[A-Z0-9]{27}|JS-[a-f0-9]{19}|II-[A-Za-z0-9_-]{32})",
  },
  { id: "newrelic-license", keywords: ["nral"], back: 36, pattern: "[a-f0-9]{36}NRAL" },
  {
    id: "sentry-token",
    keywords: ["sntrys_", "sntryu_"],
    pattern: "sntry(?:s_[A-Za-z0-9+/=_-]{40,500}|u_[a-f0-9]{64})",
  },
  {
    id: "dynatrace-token",
    keywords: ["dt0c01.", "dt0s01.", "dt0s16."],
    pattern: "dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}",
  },
  {
    id: "doppler-token",
    keywords: ["dp.pt.", "dp.ct.", "dp.st.", "dp.sa.", "dp.scim.", "dp.audit."],
    pattern: "dp\\.(?:pt|ct|st|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
  },
  { id: "onepassword-token", keywords: ["ops_eyj"], pattern: "ops_eyJ[A-Za-z0-9+/=_-]{100,2000}" },
  {
    id: "onepassword-secret-key",
    keywords: ["a3-"],
    pattern: "(?<![A-Za-z0-9])A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:[A-Z0-9]{5})?-[A-Z0-9]{5}-[A-Z0-9]{5}(?:-[A-Z0-9]{5}){0,2}",
  },
  { id: "posthog-key", keywords: ["phx_"], pattern: "(?<![A-Za-z0-9])phx_[A-Za-z0-9]{40,60}", looks: "mixed" },
  {
    id: "honeycomb-key",
    keywords: ["hcaik_", "hcxik_", "hcbik_", "hcamk_", "hcxmk_"],
    pattern: "hc[abx][im]k_[A-Za-z0-9]{50,64}",
  },
  {
    id: "adafruit-key",
    keywords: ["aio_"],
    pattern: "(?<![A-Za-z0-9])aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])",
    looks: "mixed",
  },
  { id: "maxmind-key", keywords: ["_mmk"], back: 36, pattern: "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk" },
  {
    id: "mapbox-token",
    keywords: ["sk.eyj"],
    pattern: "(?<![A-Za-z0-9])sk\\.eyJ[A-Za-z0-9_-]{50,250}\\.[A-Za-z0-9_-]{20,30}",
  },
  { id: "sendgrid-key", keywords: ["sg."], pattern: "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}" },
  { id: "mailgun-key", keywords: ["key-"], pattern: "(?<![A-Za-z0-9])key-[a-f0-9]{32}(?![A-Za-z0-9])" },
  { id: "mailchimp-key", keywords: ["-us"], back: 32, pattern: "[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])" },
  { id: "brevo-key", keywords: ["xkeysib-", "xsmtpsib-"], pattern: "x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}" },
  { id: "mailersend-key", keywords: ["mlsn."], pattern: "mlsn\\.[a-f0-9]{64}" },
  {
    id: "resend-key",
    keywords: ["re_"],
    pattern: "(?<![A-Za-z0-9_])re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,28}(?![A-Za-z0-9_])",
    looks: "mixed",
  },
  {
    id: "twilio-key",
    keywords: [..."0123456789abcdef"].map((digit) => `sk${digit}`),
    pattern: "(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])",
  },
  { id: "telnyx-key", keywords: ["key0"], pattern: "KEY0[0-9A-F]{31}_[A-Za-z0-9]{20,24}", refute: isPartOfBlob },
];
