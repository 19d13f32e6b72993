import type { Redirect } from "unbash";
import { argumentsOf } from "./argument.ts";
import { diskDevice, vitalPath } from "./taxonomy/harms-files.ts";
import { isHarmlessVariable } from "./variables.ts";
import { destructive, safe, unknown, type Verdict, worse } from "./verdict.ts";

/** Judges where a redirection reads from or writes to. What is expanded in its target is judged with the other words. */
export function judgeRedirect(redirect: Redirect): Verdict {
  const { descriptor } = redirect;
  const verdict = judgeTarget(redirect);
  if (descriptor?.type !== "FileDescriptorVariable" || isHarmlessVariable(descriptor.name)) return verdict;
  return worse(verdict, unknown(`It sets \`${descriptor.name}\`, which may change what programs do.`));
}

function judgeTarget({ operator, target }: Redirect): Verdict {
  if (target === undefined) return unknown("A redirection leads nowhere.");
  const [only] = target.parts ?? [];
  if (target.parts?.length === 1 && only?.type === "ProcessSubstitution") return safe;
  const [argument, ...others] = argumentsOf(target);
  const isFixed = argument?.isFixed === true && others.length === 0;
  const text = target.value;
  if (operator === "<" || operator === "<&") return judgeInput(text, isFixed, operator);
  if (operator === ">&" && isFixed && /^(?:\d+-?|-)$/.test(text)) return safe;
  if (isFixed && harmless.test(text)) return safe;
  return judgeOutput(operator, text);
}

const harmless = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;
const network = /^\/dev\/(?:tcp|udp)\//;

function judgeInput(text: string, isFixed: boolean, operator: string): Verdict {
  if (!isFixed) return unknown("What it reads only shows when it runs.");
  if (network.test(text)) return unknown("It connects to another machine.");
  return operator === "<" || /^(?:\d+-?|-)$/.test(text)
    ? safe
    : unknown("It reads from a file descriptor that is not known.");
}

function judgeOutput(operator: string, text: string): Verdict {
  if (network.test(text)) return unknown("It sends something to another machine.");
  if (diskDevice.test(text)) return destructive("block-device", "high", "Writes straight onto a disk.");
  if (vitalPath.test(text)) return destructive("fs-overwrite", "high", "Writes into a file of the system.");
  if (operator.endsWith(">>")) return destructive("fs-append", "low", "Appends to a file.");
  if (operator === "<>") return destructive("fs-overwrite", "low", "Opens a file for writing.");
  return destructive("fs-overwrite", "medium", "Overwrites a file.");
}
