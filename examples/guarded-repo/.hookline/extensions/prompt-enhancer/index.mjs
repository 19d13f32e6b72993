// Puts the workspace's name in front of the prompt. Started as: node index.mjs hook prompt_post_assemble
import { basename } from "node:path";
import { text } from "node:stream/consumers";

const payload = JSON.parse(await text(process.stdin));
const name = basename(payload.workspace ?? process.cwd());

process.stdout.write(JSON.stringify({ prompt: `[Workspace: ${name}]\n\n${payload.prompt ?? ""}` }));
