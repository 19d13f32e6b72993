import type { Invocation } from "../command.ts";
import { completionScripts } from "../completion-scripts.ts";

export async function completion({ args, terminal }: Invocation): Promise<number> {
  terminal.out(completionScripts[args[0] as keyof typeof completionScripts]);
  return 0;
}
