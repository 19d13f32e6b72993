import { cliReference } from "../../src/cli/reference.ts";
import { type Generator, notice } from "./generator.ts";

/** The command line reference. */
export const cliDoc: Generator = {
  files: () => new Map([["docs/cli.md", cliReference(notice)]]),
};
