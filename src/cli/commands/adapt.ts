import { adapt as adaptHook } from "../../app/adapt.ts";
import { adapterCallOf } from "../../dialects/adapter-call.ts";
import { Problem } from "../../errors/problem.ts";
import { printable } from "../../lib/printable.ts";
import type { Invocation } from "../command.ts";

export async function adapt({ flags, args, terminal, world }: Invocation): Promise<number> {
  const call = adapterCallOf(flags, args);
  if ("bad" in call) throw new Problem("ADAPT_CALL_INVALID", { why: call.bad });
  const { env: environment, cwd, signal } = world;
  const said = await adaptHook(call, await world.readStdin(), { environment, cwd, signal });
  if (said.stdout !== "") terminal.out(`${said.stdout}\n`);
  if (said.stderr !== "") terminal.err(printable(said.stderr));
  if (said.unsaid.length > 0)
    terminal.err(`hookline adapt: the agent has no words for this part of the answer: ${said.unsaid.join(", ")}\n`);
  return said.exitCode;
}
