import { expect, it, onTestFinished } from "vitest";
import { openWebServer } from "../../src/builtins/web-server.fixture.ts";
import { createScriptedModel } from "../../src/models/scripted/create-scripted-model.ts";
import { openTestWorkspace } from "../conformance/workspace.ts";
import { agentBench } from "../support/agent.ts";

it("docker §10.63: the built-in unload frees the model of the agent that is left, on the way there and back", async () => {
  const runner = await openWebServer();
  onTestFinished(runner.close);
  const onSwitch = { hooks: { on_agent_switch: [{ type: "builtin", command: "unload" }] } };
  const workspace = openTestWorkspace({ yaml: { agents: { root: onSwitch, helper: onSwitch } } });
  onTestFinished(workspace.close);
  const { id, root } = workspace.workspace;
  const scripted = createScriptedModel({
    answers: [
      { tool_calls: [{ name: "transfer_task", arguments: { agent: "helper", task: "Help." } }] },
      { text: "Done." },
    ],
    agents: { helper: { answers: [{ text: "Helped." }] } },
  });
  const bench = agentBench({
    engine: workspace.engine,
    agents: [
      { name: "root", subAgents: ["helper"], models: ["dmr/big"] },
      { name: "helper", models: ["dmr/small"] },
    ],
    models: {
      stream: scripted.stream,
      describe: () => ({ contextLimit: null, isScripted: false, baseUrl: `${runner.url}/engines/v1` }),
    },
  });
  const session = await bench.start({ workspace: { id, root }, cwd: root });
  expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "Done." });
  const freed = runner.received.map(({ path, body }) => `${path} ${body}`);
  // Hooks of both agents hear of a return, as docker-agent has it.
  expect(freed).toEqual([
    '/engines/_unload {"model":"big"}',
    '/engines/_unload {"model":"small"}',
    '/engines/_unload {"model":"small"}',
  ]);
});
