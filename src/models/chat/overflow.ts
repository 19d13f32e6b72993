/**
 * How providers say that a conversation is longer than their model can read. Looked for in the message, the type and the code
 * of an error, and in the body of an error reply.
 */
const phrases: readonly (readonly [who: string, said: RegExp])[] = [
  ["Anthropic", /prompt is too long/i],
  ["Anthropic", /exceed(?:s|ed)? context limit/i],
  ["Anthropic, a request of many megabytes", /request_too_large/i],
  ["OpenAI and many compatible servers", /context_length_exceeded/i],
  ["OpenAI, vLLM, Mistral, OpenRouter", /maximum context length/i],
  ["OpenAI", /exceeds the context window/i],
  // One request alone is over the limit per minute: waiting does not help, a shorter conversation does.
  ["OpenAI", /request too large for/i],
  ["Google", /input token count\b.{0,80}\bexceeds/i],
  ["llama.cpp, Docker Model Runner", /exceed_context_size_error/i],
  ["llama.cpp, Docker Model Runner, Ollama", /exceeds? the available context size/i],
  ["Ollama", /(?:input|prompt) (?:length )?(?:is too long|exceeds (?:the )?(?:maximum )?context)/i],
  ["LM Studio", /greater than the context length/i],
  ["Groq", /reduce the length of the messages/i],
  ["xAI", /maximum prompt length/i],
  ["Amazon Bedrock", /input is too long for requested model/i],
];

/** Errors quote what they were sent; the phrase comes before it. */
const readAtMost = 4096;

/** True when an error means that the conversation has to be shortened. */
export function isOverflow(status: number | null, texts: readonly string[]): boolean {
  if (status === 413) return true;
  return texts.some((text) => {
    const beginning = text.slice(0, readAtMost);
    return phrases.some(([, said]) => said.test(beginning));
  });
}
