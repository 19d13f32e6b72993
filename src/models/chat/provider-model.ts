import type { LanguageModel } from "ai";

/** A model as the providers' packages have it. They are asked directly: this shows every error, and runs no tool. */
export type ProviderModel = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;

export type StreamOptions = Parameters<ProviderModel["doStream"]>[0];
export type Prompt = StreamOptions["prompt"];
export type PromptMessage = Prompt[number];
export type ProviderOptions = NonNullable<PromptMessage["providerOptions"]>;

type Streamed = Awaited<ReturnType<ProviderModel["doStream"]>>["stream"];
/** A piece of a streamed answer. */
export type StreamPart = Streamed extends ReadableStream<infer Part> ? Part : never;
export type StreamFinish = Extract<StreamPart, { readonly type: "finish" }>;
