import { randomBytes } from "node:crypto";
import { visible } from "../../lib/printable.ts";

/** Marks around values that nobody vouches for. They are new for every question, so no value can contain its own end. */
export interface Frame {
  readonly open: string;
  readonly close: string;
  /** Puts a value between the marks; characters that hide or reorder text become visible. */
  readonly around: (text: string) => string;
}

export function newFrame(): Frame {
  const nonce = randomBytes(8).toString("hex");
  const open = `<data-${nonce}>`;
  const close = `</data-${nonce}>`;
  return { open, close, around: (text) => (text === "" ? "" : `${open}${visible(text)}${close}`) };
}
