import { agentaoMatcher } from "./agentao-matcher.ts";
import { asyncDecides } from "./async-decides.ts";
import { bashInSh } from "./bash-in-sh.ts";
import { cannotRun } from "./cannot-run.ts";
import { contradiction } from "./contradiction.ts";
import { controlCharacter } from "./control-character.ts";
import { exitCode } from "./exit-code.ts";
import { lineBreaks } from "./line-breaks.ts";
import { missingTool } from "./missing-tool.ts";
import { patternNever } from "./pattern-never.ts";
import { patternUnlikely } from "./pattern-unlikely.ts";
import { stdoutNoise } from "./stdout-noise.ts";
import { stopLoop } from "./stop-loop.ts";
import { timeoutUnit } from "./timeout-unit.ts";
import { toolName } from "./tool-name.ts";
import type { Trap } from "./trap.ts";
import { unquotedPath } from "./unquoted-path.ts";
import { variableNotPassed } from "./variable-not-passed.ts";

/** Every trap there is: what can be wrong with the declaration first, then with what it runs. */
export const traps: readonly Trap[] = [
  controlCharacter,
  contradiction,
  patternNever,
  patternUnlikely,
  toolName,
  agentaoMatcher,
  timeoutUnit,
  asyncDecides,
  cannotRun,
  unquotedPath,
  lineBreaks,
  missingTool,
  bashInSh,
  exitCode,
  stdoutNoise,
  stopLoop,
  variableNotPassed,
];
