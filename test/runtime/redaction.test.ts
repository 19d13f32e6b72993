import { expect, it, onTestFinished } from "vitest";
import { openTestWorkspace } from "../conformance/workspace.ts";
import { agentBench, tool } from "../support/agent.ts";

it("redact_secrets keeps secrets from tools, models and transcripts, also when every call is approved in advance", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
  const workspace = openTestWorkspace({ yaml: { agents: { root: { redact_secrets: true } } } });
  onTestFinished(workspace.close);
  const { id, root } = workspace.workspace;
  const given: unknown[] = [];
  const bench = agentBench({
    engine: workspace.engine,
    isYolo: true,
    tools: [
      tool("send", (input) => {
        given.push(input);
        return `The server says ${secret}.`;
      }),
    ],
    script: { answers: [{ tool_calls: [{ name: "send", arguments: { token: secret } }] }, { text: "Sent." }] },
  });
  const session = await bench.start({ workspace: { id, root }, cwd: root });
  expect(await session.submit("Send it.")).toMatchObject({ reason: "normal" });
  expect(given).toHaveLength(1);
  expect(JSON.stringify(given)).not.toContain(secret);
  const entries = await bench.world.store.entries(session.record().id);
  const results = entries.filter(({ type }) => type === "tool_result");
  expect(JSON.stringify(results)).not.toContain(secret);
});
