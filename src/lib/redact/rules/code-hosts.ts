import { isPartOfBlob } from "../blob.ts";
import { type Rule, uuid } from "../rule.ts";
import { hasChecksum } from "../validate.ts";

/** Where code is kept, built, checked and published. */
export const codeHosts: readonly Rule[] = [
  {
    id: "github-token",
    keywords: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: "gh[pousr]_[A-Za-z0-9]{36,255}",
    confirm: hasChecksum,
  },
  { id: "github-fine-grained-token", keywords: ["github_pat_"], pattern: "github_pat_[A-Za-z0-9_]{36,255}" },
  {
    id: "gitlab-token",
    keywords: [
      "glpat-",
      "gldt-",
      "glft-",
      "glrt-",
      "glrtr-",
      "glptt-",
      "glcbt-",
      "glagent-",
      "gloas-",
      "glsoat-",
      "glimt-",
      "glffct-",
      "glwt-",
    ],
    pattern:
      "gl(?:pat|dt|ft|rt|rtr|ptt|cbt|agent|oas|soat|imt|ffct|wt)-[A-Za-z0-9_-]{20,300}(?:\\.[A-Za-z0-9_.]{2,40}[A-Za-z0-9_])?",
    looks: "mixed",
  },
  { id: "gitlab-runner-token", keywords: ["gr1348941"], pattern: "GR1348941[A-Za-z0-9_-]{20,50}" },
  {
    id: "bitbucket-app-password",
    keywords: ["atbb"],
    pattern: "ATBB[A-Za-z0-9]{28,36}",
    looks: "mixed",
    refute: isPartOfBlob,
  },
  { id: "atlassian-token", keywords: ["atatt3", "atctt3"], pattern: "AT[AC]TT3[A-Za-z0-9_=-]{60,300}" },
  { id: "npm-token", keywords: ["npm_"], pattern: "npm_[A-Za-z0-9]{36}", looks: "mixed", confirm: hasChecksum },
  {
    id: "npmrc-auth",
    keywords: ["_authtoken", "_auth", "_password"],
    pattern:
      "(?<![\\w.])_(?:authToken|auth|password)[ \\t]{0,2}=[ \\t]{0,2}[\"']?(?<secret>[A-Za-z0-9+/=_-]{12,400})(?![\\w(.])",
  },
  {
    id: "pypi-token",
    keywords: ["pypi-ageichlwas5vcmc", "pypi-agenctrlc3q"],
    pattern: "pypi-AgE[A-Za-z0-9_-]{40,600}",
  },
  { id: "rubygems-key", keywords: ["rubygems_"], pattern: "rubygems_[a-f0-9]{48}" },
  {
    id: "crates-token",
    keywords: ["cio"],
    pattern: "(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    looks: "mixed",
  },
  { id: "nuget-key", keywords: ["oy2"], pattern: "(?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])", looks: "mixed" },
  { id: "clojars-token", keywords: ["clojars_"], pattern: "CLOJARS_[a-z0-9]{60}" },
  {
    id: "artifactory-key",
    keywords: ["akcp"],
    pattern: "AKCp[A-Za-z0-9]{60,80}",
    looks: "mixed",
    refute: isPartOfBlob,
  },
  {
    id: "artifactory-reference-token",
    keywords: ["cmvmd"],
    pattern: "cmVmd[A-Za-z0-9]{59}",
    looks: "mixed",
    refute: isPartOfBlob,
  },
  { id: "circleci-token", keywords: ["ccipat_", "cciprj_"], pattern: "CCIP(?:AT|RJ)_[A-Za-z0-9]{16,30}_[a-f0-9]{40}" },
  { id: "buildkite-token", keywords: ["bkua_"], pattern: "bkua_[a-f0-9]{40}" },
  { id: "sonar-token", keywords: ["squ_", "sqp_", "sqa_"], pattern: "(?<![A-Za-z0-9])sq[upa]_[a-f0-9]{40}" },
  { id: "sourcegraph-token", keywords: ["sgp_"], pattern: "sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}" },
  { id: "postman-key", keywords: ["pmak-"], pattern: "PMAK-[a-f0-9]{24}-[a-f0-9]{34}" },
  { id: "octopus-key", keywords: ["api-"], pattern: "(?<![A-Za-z0-9])API-[A-Z0-9]{26}(?![A-Za-z0-9])", looks: "mixed" },
  { id: "prefect-key", keywords: ["pnu_", "pnb_"], pattern: "(?<![A-Za-z0-9])pn[ub]_[A-Za-z0-9]{36}", looks: "mixed" },
  { id: "infracost-key", keywords: ["ico-"], pattern: "(?<![A-Za-z0-9])ico-[A-Za-z0-9]{32}", looks: "mixed" },
  { id: "snyk-token", keywords: ["snyk_uat.", "snyk_sat."], pattern: "snyk_[us]at\\.[A-Za-z0-9._-]{30,120}" },
  { id: "launchdarkly-key", keywords: ["sdk-"], pattern: `(?<![A-Za-z0-9])sdk-${uuid}` },
];
