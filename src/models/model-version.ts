/** `gpt-4o-mini-2024-07-18` is a version of `gpt-4o-mini`; `gpt-4o-mini` is not one of `gpt-4o`. */
export function isVersionOf(model: string, known: string): boolean {
  return model.startsWith(known) && /^(?:[-@]\d{4}[\d-]*|-latest|-\d{3})?$/.test(model.slice(known.length));
}
