import { appendFileSync } from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { testServer } from "./answers.ts";

/** The test server as a program, which also prints what is no message. Its argument is a file for notes. */
const [notes = ""] = process.argv.slice(2);
process.stdout.write("Server is listening!\n");
await testServer((text) => appendFileSync(notes, `${text}\n`)).connect(new StdioServerTransport());
