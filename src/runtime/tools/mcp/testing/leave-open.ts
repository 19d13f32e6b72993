import { createMcpToolset } from "../toolset.ts";
import { plainProgram, stdioSpec } from "./spec.ts";

/** Opens a toolset and exits without closing it, as a program does that gives up. */
const [notes = ""] = process.argv.slice(2);
const spec = stdioSpec(process.cwd(), [plainProgram, notes, "ignores-the-end"]);
await createMcpToolset(spec, { environment: process.env }).open(new AbortController().signal);
process.exit(7);
