import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isStillRunning, processMark } from "./process-mark.ts";

describe("whether a process is still there", () => {
  it("this one is, one that has ended is not, and a number that went to another process is not either", async () => {
    expect(isStillRunning(process.pid, processMark(process.pid))).toBe(true);
    expect(isStillRunning(process.pid, "another boot/1")).toBe(false);
    const child = spawn("true", { stdio: "ignore" });
    await once(child, "exit");
    expect(isStillRunning(child.pid ?? 0, null)).toBe(false);
  });

  it.skipIf(process.platform !== "linux")(
    "one that was killed is gone, although its parent has not noticed",
    async () => {
      const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
      try {
        const pid = Number(String((await once(parent.stdout, "data"))[0]));
        const mark = processMark(pid);
        expect(isStillRunning(pid, mark)).toBe(true);
        process.kill(pid, "SIGKILL");
        for (let attempt = 0; attempt < 500 && isStillRunning(pid, mark); attempt++) await pause(10);
        expect(isStillRunning(pid, mark)).toBe(false);
        expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toMatch(/\) Z /);
      } finally {
        parent.kill("SIGKILL");
      }
    },
  );
});
