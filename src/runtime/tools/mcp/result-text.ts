import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "../../../agent/tool.ts";
import { firstBytes } from "../../../lib/cut-utf8.ts";
import { sizeText } from "../paths/size-text.ts";

/** What a model gets to read of a server's answer. */
export function resultOf({ content, structuredContent, isError = false }: CallToolResult): ToolResult {
  const hasText = content.some((part) => part.type === "text" && part.text !== "");
  const structure = structuredContent !== undefined && !hasText ? [JSON.stringify(structuredContent, null, 2)] : [];
  const parts = [...content.map(inWords).filter((part) => part !== ""), ...structure];
  if (parts.length > 0) return { text: bounded(parts.join("\n")), isError };
  return { text: isError ? "The tool failed and did not say why." : "The tool answered without any content.", isError };
}

/** As much as is kept of what a command prints. */
const mostBytes = 1024 * 1024;

function bounded(text: string): string {
  const size = Buffer.byteLength(text);
  if (size <= mostBytes) return text;
  return `${firstBytes(text, mostBytes)}\n(${sizeText(size - mostBytes)} more left out)`;
}

/** Models are given text only; of what is none they are told that it was there. */
function inWords(part: ContentBlock): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.type}: ${part.mimeType}, ${sizeOf(part.data)}; it cannot be shown here]`;
    case "resource": {
      const { uri, mimeType } = part.resource;
      if ("text" in part.resource) return `[resource ${uri}]\n${part.resource.text}`;
      return `[resource ${uri}: ${mimeType ?? "unknown type"}, ${sizeOf(part.resource.blob)}; it cannot be shown here]`;
    }
    case "resource_link":
      return `[link to the resource ${part.uri} (${part.title ?? part.name})${part.description ? `: ${part.description}` : ""}]`;
  }
}

function sizeOf(base64: string): string {
  const bytes = Buffer.byteLength(base64, "base64");
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
}
