import { catalog, type EventName } from "../catalog/catalog.ts";
import type { Builtin } from "./builtin.ts";
import { warning } from "./context.ts";
import { fillTemplate } from "./fill-template.ts";
import { post, webAddress } from "./post.ts";

export const httpPost: Builtin = {
  name: "http_post",
  summary:
    "Posts a text to a web address. That nobody takes it is told, but refuses nothing. Private addresses must be allowed in HOOKLINE_HTTP_ALLOW.",
  events: everyEvent("turn.error"),
  args: "the address, then what to post, as a template over the payload",
  example: '["https://hooks.example.com/agent", "{\\"event\\": {{ toJSON . }}}"]',
  async run(input, world) {
    const [address = "", body = ""] = input.args;
    if (address.trim() === "") return undefined;
    const url = webAddress(address);
    if (url === null) throw new Error("the first argument is not an address that starts with http:// or https://");
    const timeoutMs = 30_000;
    const { signal } = input;
    const problem = await post({ url, body: fillTemplate(body, input), reach: "public", timeoutMs, signal }, world);
    return problem === null ? undefined : { messages: [warning(`http_post: ${problem}.`)] };
  },
};

/** All events, with the one that people are most often told of at the front. */
function everyEvent(first: EventName): readonly EventName[] {
  const names = catalog.map(({ name }) => name);
  return [first, ...names.filter((name) => name !== first)];
}
