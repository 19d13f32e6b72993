import type { ModelClient } from "../engine/ask-model.ts";
import type { Effects } from "../engine/effects.ts";
import type { ExecutorSpec } from "../engine/hook.ts";
import type { Execution, Executor, Failure } from "../engine/ports.ts";
import { parseGoTemplate, render, type Template } from "../lib/go-template.ts";
import { failed, messageOf } from "./failure.ts";
import { type Frame, newFrame } from "./model/frame.ts";
import { createReplyShapes, type ReplyShape, type ReplyShapes } from "./model/reply-shapes.ts";
import { systemMessage } from "./model/system-message.ts";
import { templateData } from "./model/template-data.ts";

/** For hooks whose dialect sets no limit: a model that answers later than this does not answer. */
const defaultTimeoutMs = 60_000;

type ModelSpec = Extract<ExecutorSpec, { kind: "model" }>;

/** Makes the executor for hooks that ask a language model. Whatever goes wrong is a failure, so that guards fail closed. */
export function createModelExecutor(client: ModelClient, shapes: ReplyShapes = createReplyShapes()): Executor {
  const templates = new WeakMap<ModelSpec, Template>();

  return async (execution): Promise<Effects | Failure> => {
    const { hook, signal } = execution;
    const spec = hook.executor;
    if (spec.kind !== "model") return failed("not-supported", `it is declared as a ${spec.kind} hook`);
    const shape = spec.schema === "" ? null : shapes.find(spec.schema);
    if (shape === undefined) return failed("not-supported", unknownSchema(spec.schema, shapes));
    const template = templates.get(spec) ?? readTemplate(spec);
    if ("kind" in template) return template;
    templates.set(spec, template);

    const frame = newFrame();
    const prompt = promptOf(template, execution, frame);
    if (typeof prompt !== "string") return prompt;
    const answer = await client.ask({
      model: spec.model,
      system: systemMessage(frame, shape),
      prompt,
      schema: shape?.schema ? { name: spec.schema, schema: shape.schema } : null,
      signal,
      timeoutMs: hook.timeoutMs > 0 ? hook.timeoutMs : defaultTimeoutMs,
    });
    if (answer.kind === "failure") return answer;
    return { ...effectsOf(answer.text, spec.model, shape), usage: answer.usage };
  };
}

function unknownSchema(name: string, shapes: ReplyShapes): string {
  return `there is no reply schema ${JSON.stringify(name)}; there are ${shapes.names().join(", ")}, or leave it out`;
}

function readTemplate({ model, prompt }: ModelSpec): Template | Failure {
  if (model.trim() === "") return failed("not-supported", "it names no model");
  if (prompt.trim() === "") return failed("not-supported", "it has no prompt");
  const template = parseGoTemplate(prompt);
  return "bad" in template ? failed("not-supported", `its prompt is not a template: ${template.bad}`) : template;
}

function promptOf(template: Template, { hook, contract, payload }: Execution, frame: Frame): string | Failure {
  if (hook.wire === null) return failed("not-supported", "its dialect has no payload for it");
  let data: Readonly<Record<string, unknown>>;
  try {
    const json = hook.wire.encode(contract, payload);
    if (typeof json !== "string") return json;
    data = templateData(contract, JSON.parse(json));
  } catch (error) {
    return failed("unreadable", `the payload could not be written for it (${messageOf(error)})`);
  }
  const rendered = render(template, data, { missing: "error-at-top", frame: frame.around });
  return "bad" in rendered ? failed("not-supported", `its prompt cannot be filled: ${rendered.bad}`) : rendered.text;
}

function effectsOf(text: string, model: string, shape: ReplyShape | null): Effects | Failure {
  if (shape) return shape.read(text, model);
  const context = text.trim();
  return context === "" ? {} : { contexts: [{ text: context, lifetime: "turn" }] };
}
