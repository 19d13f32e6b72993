import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Stalled } from "./stream-trouble.ts";
import { watchStream } from "./stream-watch.ts";

const never = new Promise<never>(() => undefined);
const nobody = new AbortController().signal;

describe("watching a stream", () => {
  it("a caller that takes its time is not a server that stalls", async () => {
    using watch = watchStream(nobody, { beginMs: 10, idleMs: 10 });
    expect(await watch.until(Promise.resolve("first"))).toBe("first");
    await delay(30);
    expect(await watch.until(Promise.resolve("second"))).toBe("second");
    expect(watch.signal.aborted).toBe(false);
  });

  it("nothing at all for too long ends it", async () => {
    using watch = watchStream(nobody, { beginMs: 5, idleMs: 60_000 });
    await expect(watch.until(never)).rejects.toEqual(new Stalled(5));
    expect(watch.signal.aborted).toBe(true);
  });

  it("nothing more for too long ends it", async () => {
    using watch = watchStream(nobody, { beginMs: 60_000, idleMs: 5 });
    watch.onBytes();
    await expect(watch.until(never)).rejects.toEqual(new Stalled(5));
  });

  it("what waits after a call to hurry does not wait long", async () => {
    using watch = watchStream(nobody, { beginMs: 60_000, idleMs: 60_000 });
    watch.hurry(5);
    await expect(watch.until(never)).rejects.toEqual(new Stalled(5));
  });

  it("cancellation ends what waits and all that comes later", async () => {
    const abort = new AbortController();
    using watch = watchStream(abort.signal, { beginMs: 60_000, idleMs: 60_000 });
    const waiting = watch.until(never);
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(watch.until(Promise.resolve())).rejects.toThrow("enough");
  });

  it("its end closes what is still open and leaves nothing behind", () => {
    const abort = new AbortController();
    const watch = watchStream(abort.signal, { beginMs: 60_000, idleMs: 60_000 });
    watch[Symbol.dispose]();
    expect(watch.signal.aborted).toBe(true);
  });
});
