import type { ExecutorSpec } from "../../engine/hook.ts";
import { closest } from "../../lib/closest.ts";
import { parseGoTemplate } from "../../lib/go-template.ts";
import { type DockerEvent, dockerEvents } from "./events.ts";
import { expandEnvironment, expandPath, workingDirectory } from "./expand.ts";
import type { FieldReader } from "./hook-fields.ts";
import type { Owner } from "./owner.ts";
import type { Tell } from "./site.ts";

type Table = Readonly<Record<string, unknown>>;

const types = ["command", "builtin", "model"] as const;
/** How the answer of a model can be read; without a schema it is text. */
const schemas = ["pre_tool_use_decision"];

/** What a hook says about how it is run, as written. */
export interface Runner {
  readonly type: (typeof types)[number];
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDir: string;
  readonly model: string;
  readonly prompt: string;
  readonly schema: string;
}

/** Reads the fields of all three types; those that another type needs are checked but not missed. */
export function readRunner(
  table: Table,
  fields: FieldReader,
  event: DockerEvent,
  owner: Owner,
  tell: Tell,
): Runner | null {
  const runner = {
    command: fields.text("command") ?? "",
    args: fields.texts("args"),
    env: fields.textMap("env"),
    workingDir: fields.text("working_dir") ?? "",
    model: (fields.text("model") ?? "").trim(),
    prompt: fields.text("prompt") ?? "",
    schema: (fields.text("schema") ?? "").trim(),
  };
  const type = readType(table, fields, tell);
  if (type === null) return null;
  const isComplete = needs[type]({ type, ...runner }, table, owner, tell, event);
  return isComplete ? { type, ...runner } : null;
}

function readType(table: Table, fields: FieldReader, tell: Tell): Runner["type"] | null {
  if (table.type === undefined || table.type === null || table.type === "") {
    tell("HOOK_TYPE_MISSING", [], { allowed: types.join(", ") });
    return null;
  }
  const word = fields.text("type");
  if (word === null) return null;
  const known = types.find((type) => type === word.trim());
  if (known) return known;
  tell("HOOK_TYPE_UNKNOWN", ["type"], { type: word, suggestion: closest(word, types), allowed: types.join(", ") });
  return null;
}

type Needs = (runner: Runner, table: Table, owner: Owner, tell: Tell, event: DockerEvent) => boolean;

/** What is there but of the wrong kind has been told already; here only what is missing or makes no sense. */
const needs: Readonly<Record<Runner["type"], Needs>> = {
  command(runner, table, _owner, tell) {
    if (runner.command.trim() !== "") return true;
    if (isMissing(table.command)) tell("HOOK_SHELL_COMMAND_MISSING", "command" in table ? ["command"] : [], {});
    return false;
  },
  builtin(runner, table, { knownBuiltins, builtinEvents }, tell, event) {
    const name = runner.command.trim();
    if (name === "") {
      if (isMissing(table.command)) tell("HOOK_BUILTIN_MISSING", "command" in table ? ["command"] : [], {});
      return false;
    }
    if (knownBuiltins !== null && !knownBuiltins.has(name)) {
      tell("HOOK_BUILTIN_UNKNOWN", ["command"], { builtin: name, suggestion: closest(name, knownBuiltins) });
      return false;
    }
    const events = builtinEvents?.get(name);
    if (events && !event.events.some((one) => events.includes(one))) {
      const allowed = dockerEvents.filter((known) => known.events.some((one) => events.includes(one)));
      const params = { builtin: name, event: event.name, allowed: allowed.map((known) => known.name).join(", ") };
      tell("HOOK_BUILTIN_EVENT", ["command"], params);
    }
    return true;
  },
  model(runner, table, _owner, tell, event) {
    for (const key of ["model", "prompt"] as const) {
      if (isMissing(table[key])) tell("HOOK_MODEL_INCOMPLETE", key in table ? [key] : [], { key });
    }
    const template = parseGoTemplate(runner.prompt);
    if ("bad" in template) tell("HOOK_PROMPT_INVALID", ["prompt"], { why: template.bad });
    if (runner.schema !== "" && !schemas.includes(runner.schema)) {
      tell("HOOK_SCHEMA_UNKNOWN", ["schema"], { schema: runner.schema, allowed: schemas.join(", ") });
    }
    const isComplete = runner.model !== "" && runner.prompt.trim() !== "";
    if (isComplete && !("bad" in template) && isMissing(table.schema) && event.context === null) {
      tell("HOOK_SCHEMA_MISSING", [], { event: event.name, allowed: schemas.join(", ") });
    }
    return isComplete;
  },
};

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** What runs the hook, with everything filled in that is known when the file is read. */
export function specOf(runner: Runner, event: DockerEvent, owner: Owner): ExecutorSpec {
  const { command, args, model, prompt, schema } = runner;
  const { environment, home, cwd, shell } = owner;
  if (runner.type === "model") return { kind: "model", model, prompt, schema };
  const env = Object.fromEntries(
    Object.entries(runner.env).map(([name, value]) => [name, expandEnvironment(value, environment)]),
  );
  const writtenEnv = Object.fromEntries(Object.entries(runner.env).filter(([name, value]) => env[name] !== value));
  const wanted = expandPath(runner.workingDir, environment, home);
  const place = wanted === "" ? null : workingDirectory(wanted, cwd);
  if (runner.type === "builtin") return { kind: "builtin", name: command.trim(), args, env, cwd: place };
  return {
    kind: "process",
    command: shell.command,
    args: [...shell.args, command],
    env,
    ...(Object.keys(writtenEnv).length > 0 && { writtenEnv }),
    inherits: "everything",
    cwd: place ?? cwd,
    // `resolve` lets an absolute path win over the directory that the event brings.
    ...(event.runsIn !== null && { cwdField: { name: event.runsIn, below: wanted === "" ? "." : wanted } }),
  };
}
