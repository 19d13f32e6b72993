import { describe, expect, it } from "vitest";
import { calls, callsShell, openRunWorkspace, scriptOf } from "./run/program.ts";

const guard = "#!/bin/sh\ngrep -q 'secret' && { echo 'no secrets' >&2; exit 2; }\nexit 0\n";
const hooks = JSON.stringify({
  hooks: {
    pre_tool_use: [{ matcher: "*", preempt_yolo: true, hooks: [{ type: "command", command: "hooks/guard.sh" }] }],
  },
});

describe("an agent that wants to be rid of its guard", () => {
  it("cannot change the script of a trusted hook, whose other content nobody has trusted", async () => {
    using workspace = openRunWorkspace({
      "hookline.yaml": hooks,
      "hooks/guard.sh": guard,
      "s.yaml": scriptOf(
        calls("write_file", { path: "hooks/guard.sh", content: "#!/bin/sh\nexit 0\n" }),
        calls("edit_file", { path: "hooks/guard.sh", edits: [{ oldText: "exit 2", newText: "exit 0" }] }),
        callsShell("echo secret > stolen"),
        { text: "Done." },
      ),
    });
    await workspace.trust();
    const { stdout, exitCode } = await workspace.run([
      "run",
      "go",
      "--model",
      "scripted/s.yaml",
      "--yolo",
      "-o",
      "jsonl",
    ]);
    expect(exitCode).toBe(0);
    expect(workspace.read("hooks/guard.sh")).toBe(guard);
    expect(workspace.read("stolen")).toBe("");
    expect(stdout.match(/agents may not change what gates them/g)?.length).toBeGreaterThanOrEqual(2);
    expect(stdout).toContain("no secrets");
  });

  it("T3: is refused everything that the hook would have judged, once the script has changed by other means", async () => {
    const rule = { matcher: "*", hooks: [{ type: "command", command: "hooks/guard.sh" }] };
    using workspace = openRunWorkspace({
      ".hookline/hooks.json": JSON.stringify({ hooks: { PreToolUse: [rule] } }),
      "hooks/guard.sh": guard,
      "s.yaml": scriptOf(callsShell("echo 'exit 0' > hooks/guard.sh"), callsShell("echo secret > stolen"), {
        text: "Done.",
      }),
    });
    await workspace.trust();
    const { stdout } = await workspace.run(["run", "go", "--model", "scripted/s.yaml", "--yolo", "-o", "jsonl"]);
    expect(workspace.read("hooks/guard.sh")).toBe("exit 0\n");
    expect(workspace.read("stolen")).toBe("");
    expect(stdout).toContain("changed since it was trusted");
  });
});
