/* What dialects have in common when they read declarations that stand in lists under the names of events. */
export { displayName } from "./docker-agent/display-name.ts";
export { type FieldReader, readFields } from "./docker-agent/hook-fields.ts";
export { below, entriesAt, lineOf, type Site, type Tell, tellAt } from "./docker-agent/site.ts";
