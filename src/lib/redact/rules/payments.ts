import { isPartOfBlob } from "../blob.ts";
import { type Rule, uuid } from "../rule.ts";

/** Payment and commerce. */
export const payments: readonly Rule[] = [
  {
    id: "stripe-key",
    keywords: ["sk_test_", "sk_live_", "sk_prod_", "rk_test_", "rk_live_", "rk_prod_"],
    pattern: "[sr]k_(?:test|live|prod)_[A-Za-z0-9]{16,250}",
  },
  { id: "stripe-webhook-secret", keywords: ["whsec_"], pattern: "whsec_[A-Za-z0-9+/]{24,64}={0,2}" },
  {
    id: "stripe-client-secret",
    keywords: ["pi_", "seti_"],
    pattern: "(?:pi|seti)_[A-Za-z0-9]{14,40}_secret_(?<secret>[A-Za-z0-9]{16,64})",
  },
  { id: "razorpay-key", keywords: ["rzp_test_", "rzp_live_"], pattern: "rzp_(?:test|live)_[A-Za-z0-9]{14,24}" },
  {
    id: "plaid-token",
    keywords: ["access-sandbox-", "access-development-", "access-production-"],
    pattern: `access-(?:sandbox|development|production)-${uuid}`,
  },
  {
    id: "braintree-token",
    keywords: ["access_token$"],
    pattern: "access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[a-f0-9]{32}",
  },
  { id: "flutterwave-key", keywords: ["flwseck"], pattern: "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?" },
  {
    id: "shopify-token",
    keywords: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_", "shpua_"],
    pattern: "shp[a-z]{2,3}_[a-fA-F0-9]{32}",
  },
  { id: "square-token", keywords: ["sq0atp-", "sq0csp-", "sq0idp-"], pattern: "sq0[a-z]{3}-[A-Za-z0-9_-]{22,43}" },
  {
    id: "paypal-token",
    keywords: ["a21aa"],
    pattern: "A21AA[A-Za-z0-9_-]{80,200}",
    looks: "mixed",
    refute: isPartOfBlob,
  },
  { id: "paddle-key", keywords: ["pdl_live_", "pdl_sdbx_"], pattern: "pdl_(?:live|sdbx)_apikey_[A-Za-z0-9_]{20,90}" },
  {
    id: "mollie-key",
    keywords: ["live_"],
    pattern: "(?<![A-Za-z0-9_])live_[A-Za-z0-9]{30,40}(?![A-Za-z0-9_])",
    looks: "mixed",
  },
  {
    id: "gocardless-token",
    keywords: ["live_"],
    pattern: "(?<![A-Za-z0-9_])live_[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])",
    looks: "mixed",
  },
  {
    id: "easypost-key",
    keywords: ["ezak", "eztk"],
    pattern: "EZ[AT]K[A-Za-z0-9]{54}",
    looks: "mixed",
    refute: isPartOfBlob,
  },
  {
    id: "duffel-token",
    keywords: ["duffel_test_", "duffel_live_"],
    pattern: "duffel_(?:test|live)_[A-Za-z0-9_=-]{43}",
  },
  { id: "shippo-token", keywords: ["shippo_live_", "shippo_test_"], pattern: "shippo_(?:live|test)_[a-f0-9]{40}" },
];
