import type { Rule } from "../rule.ts";
import { findUrlPassword } from "../url-password.ts";

/** Secrets that travel inside an address. */
export const addresses: readonly Rule[] = [
  { id: "url-password", keywords: ["://"], find: findUrlPassword },
  {
    id: "aws-signature",
    keywords: ["x-amz-signature="],
    pattern: "X-Amz-Signature=(?<secret>[a-f0-9]{64})",
    anyCase: true,
  },
  { id: "aws-header-signature", keywords: ["signature="], pattern: "Signature=(?<secret>[a-f0-9]{64})", anyCase: true },
  {
    id: "aws-url-token",
    keywords: ["x-amz-security-token="],
    pattern: "X-Amz-Security-Token=(?<secret>[A-Za-z0-9%/+=_-]{40,3000})",
    anyCase: true,
  },
  {
    id: "google-signature",
    keywords: ["x-goog-signature="],
    pattern: "X-Goog-Signature=(?<secret>[a-f0-9]{64,1200})",
    anyCase: true,
  },
  {
    id: "azure-sas",
    keywords: ["?sig=", "&sig=", ";sig=", "&amp;sig="],
    pattern: "(?:[?&;]|&amp;)sig=(?<secret>[A-Za-z0-9%/+_-]{20,120}={0,2})",
    looks: "mixed",
  },
  {
    id: "signed-url",
    keywords: ["signature="],
    pattern: "(?<=[?&;])Signature=(?<secret>[A-Za-z0-9%~/+_-]{20,800}={0,2})",
    looks: "mixed",
    anyCase: true,
  },
  {
    id: "secret-parameter",
    keywords: ["?key=", "&key=", "?code=", "&code=", "&client_secret=", "&refresh_token=", "&assertion="],
    pattern: "[?&](?:key|code|client_secret|refresh_token|assertion)=(?<secret>[A-Za-z0-9%~/+_.-]{20,2000}={0,2})",
    looks: "mixed",
  },
  {
    id: "pgpass-entry",
    keywords: [":5432:", ":3306:", ":6432:"],
    pattern: ':[0-9]{4}:[\\w*.-]{1,64}:[\\w*.-]{1,64}:(?<secret>[^\\s:"\'`\\\\]{4,128})(?=[\\s\\\\"]|$)',
    looks: "password",
  },
];
