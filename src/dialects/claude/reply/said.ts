import { isTable } from "../../../lib/source-document.ts";
import { parseStrictJson } from "../../../lib/strict-json.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a hook printed. */
export type Said =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "object"; readonly object: Fields }
  /** Meant as JSON, but no JSON. */
  | { readonly kind: "broken"; readonly bad: string };

/** Tells what a hook's output is: nothing, a text, or an object with an answer in it. */
export function whatWasSaid(stdout: string): Said {
  const text = stdout.trim();
  if (text === "") return { kind: "nothing" };
  const parsed = parseStrictJson(text);
  if ("bad" in parsed) return text.startsWith("{") ? { kind: "broken", bad: parsed.bad } : { kind: "text", text };
  const { value } = parsed;
  if (isTable(value)) return { kind: "object", object: isAttachment(value) ? keysOf(value) : value };
  if (isAttachmentList(value)) return { kind: "object", object: together(value.map(keysOf)) };
  return textForm(typeof value === "string" ? value : JSON.stringify(value));
}

function textForm(value: string): Said {
  const text = value.trim();
  return text === "" ? { kind: "nothing" } : { kind: "text", text };
}

function isAttachment(value: unknown): value is Fields {
  return isTable(value) && typeof value.attachment_type === "string";
}

function isAttachmentList(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isAttachment);
}

/** A hook may print the attachment that it wants to leave behind instead of the keys that lead to it. */
function keysOf(attachment: Fields): Fields {
  const { attachment_type, payload, hook_name, hook_event, tool_use_id, uuid, timestamp, ...rest } = attachment;
  const meaning = Object.hasOwn(attachmentKeys, String(attachment_type)) && attachmentKeys[String(attachment_type)];
  return meaning ? { ...rest, ...meaning(isTable(payload) ? payload : {}) } : attachment;
}

/** Of several attachments the first of a kind counts, but all contexts do. */
function together(meanings: readonly Fields[]): Fields {
  const contexts = meanings.flatMap(({ additionalContext }) => additionalContext ?? []);
  const first: Fields = Object.assign({}, ...meanings.toReversed());
  return contexts.length === 0 ? first : { ...first, additionalContext: contexts };
}

const attachmentKeys: Readonly<Record<string, (payload: Fields) => Fields>> = {
  hook_blocking_error: ({ error }) => ({ blockingError: error ?? "" }),
  hook_stopped_continuation: ({ reason }) => ({ preventContinuation: true, stopReason: reason }),
  hook_additional_context: ({ context }) => ({ additionalContext: context }),
  hook_success: () => ({}),
};

/** What a verdict looks like wherever it stands. A text with one in it was meant to be read as an answer. */
export const looksLikeVerdict =
  /"attachment_type"\s*:\s*"hook_(?:blocking_error|stopped_continuation)"|"(?:permissionDecision|decision|behavior)"\s*:\s*"(?:block|deny|ask)"|"continue"\s*:\s*false|"(?:blockingError|blocking_error)"\s*:\s*"|"(?:preventContinuation|prevent_continuation|forceContinue|force_continue)"\s*:\s*true/;
