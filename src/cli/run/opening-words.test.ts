import { describe, expect, it } from "vitest";
import type { Finding } from "../../errors/problem.ts";
import type { LoadedHooks } from "../../sources/load-hooks.ts";
import { sayOpeningWords } from "./opening-words.ts";

const unread: Finding = {
  file: "/project/team.yaml",
  line: 4,
  code: "CONFIG_KEY_UNKNOWN",
  severity: "warning",
  what: "Nothing reads agents.root.hoks.",
  fix: 'Did you mean "hooks"?',
};
const brokenFinding: Finding = {
  ...unread,
  line: 8,
  severity: "error",
  what: "The matcher is wrong.",
  fix: "Mend it.",
};
const broken = { ...brokenFinding, name: "guard", event: "tool.pre_call" } as unknown as LoadedHooks["broken"][number];

function said(loaded: Partial<LoadedHooks>, warnings: readonly Finding[] = [], isYolo = false): string {
  const lines: string[] = [];
  sayOpeningWords(
    { out: () => undefined, err: (text) => void lines.push(text), width: 100, color: false },
    {
      loaded: { hooks: [], broken: [], findings: [], ...loaded } as unknown as LoadedHooks,
      warnings,
      files: ["/project/team.yaml", "/project/my team.yaml", "/elsewhere/x.yaml"],
      cwd: "/project",
      isYolo,
    },
  );
  return lines.join("");
}

describe("what is said before a run begins", () => {
  it("is nothing when all is well", () => {
    expect(said({})).toBe("");
  });

  it("what two readers of a file found is told once, and a broken declaration by itself", () => {
    const text = said({ findings: [unread, brokenFinding], broken: [broken] }, [unread]);
    expect(text.split("Nothing reads")).toHaveLength(2);
    expect(text.split("The matcher is wrong.")).toHaveLength(2);
    expect(text).toContain("1 declaration is broken:");
  });

  it("the command that shows untrusted hooks names the files that they stand in", () => {
    const hook = { trust: { refusal: "nobody has trusted it" } } as unknown as LoadedHooks["hooks"][number];
    expect(said({ hooks: [hook] })).toBe(
      "1 hook is not trusted and does not run: run hookline trust --agent-file team.yaml --agent-file 'my team.yaml' --agent-file /elsewhere/x.yaml\n",
    );
  });

  it("a file that has to be named for its review is named in what to do about it", () => {
    const fix = 'Look at them and trust them with "hookline trust". Until then you are asked.';
    expect(said({}, [{ ...unread, fix }])).toMatch(
      /^warning: team\.yaml:4 [\s\S]*"hookline trust --agent-file team\.yaml /,
    );
  });

  it("docker §10.51: hooks that --yolo leaves unasked are named; those that are asked all the same are not", () => {
    const hook = (name: string, lane: string) => ({ name, lane }) as unknown as LoadedHooks["hooks"][number];
    const hooks = [hook("check", "unless-approved"), hook("guard", "preempt"), hook("other", "default")];
    expect(said({ hooks })).toBe("");
    expect(said({ hooks }, [], true)).toMatch(/The hook "check" on pre_tool_use is not asked .*\n.*preempt_yolo: true/);
  });
});
