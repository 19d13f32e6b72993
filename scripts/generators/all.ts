import { builtinsDoc } from "./builtins-doc.ts";
import { cliDoc } from "./cli-doc.ts";
import { conformanceDoc } from "./conformance-doc.ts";
import { errorsDoc } from "./errors-doc.ts";
import { eventsDoc } from "./events-doc.ts";
import type { Generator } from "./generator.ts";
import { knownBuiltins } from "./known-builtins.ts";
import { schemaFiles } from "./schema-files.ts";

/** Everything that is generated. A new kind of file is one more entry. */
export const generators: readonly Generator[] = [
  schemaFiles,
  eventsDoc,
  errorsDoc,
  cliDoc,
  builtinsDoc,
  knownBuiltins,
  conformanceDoc,
];
