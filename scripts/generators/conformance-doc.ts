import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Generator, notice } from "./generator.ts";

const root = join(import.meta.dirname, "..", "..");

/** A set of numbered cases, known by how the names of their tests begin. */
interface Suite {
  readonly title: string;
  readonly intro: string;
  readonly ids: readonly string[];
  /** Cases without a test of their own, and why. */
  readonly open: readonly { readonly ids: readonly string[]; readonly why: string }[];
  /** Cases that hold, but not to the letter, and why. */
  readonly differences?: readonly (readonly [id: string, difference: string])[];
}

/** Ids of one series: `numbered("C", 1, 7)` is C001 … C007. */
function numbered(prefix: string, from: number, to: number, digits = 3): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => prefix + String(from + at).padStart(digits, "0"));
}

/** The numbered rows of docker-agent's list: `docker §10.1` … */
function docker(from: number, to: number): string[] {
  return numbered("docker §10.", from, to, 1);
}

/** The rows of a list with lettered groups: `rows("agentao", { P: 18, A: 1 })` is `agentao P1` … `agentao P18`, `agentao A1`. */
function rows(list: string, groups: Readonly<Record<string, number>>): string[] {
  return Object.entries(groups).flatMap(([letter, count]) => numbered(`${list} ${letter}`, 1, count, 1));
}

const suites: readonly Suite[] = [
  {
    title: "AGH: behaviour",
    intro: "What a program that runs AGH hooks must do, from the catalog to the records.",
    ids: [
      ...numbered("C", 1, 7),
      ...numbered("C", 10, 73),
      ...numbered("C", 80, 98),
      ...numbered("C", 100, 109),
      "C10A",
      "C10B",
      ...numbered("C", 110, 120),
      ...numbered("C", 130, 142),
      ...numbered("C", 150, 167),
      ...numbered("C", 170, 188),
    ],
    open: [{ ids: ["C181"], why: "About the HTTP API, which does not exist yet." }],
    differences: [
      [
        "C024",
        "A workspace's entry does not replace a hook of the user's that is required: a repository must not be able to take a guard away. The user's hook runs, and the entry is reported.",
      ],
      [
        "C043",
        "Where a hook applies is kept apart from its matcher, so a workspace's hooks are confined to it on every event whose payload names the workspace, messages included.",
      ],
      [
        "C094",
        "A function of the embedding program that fires an event after an `await` without passing its context on is stopped a few levels later than the fourth. Processes, and functions that pass it on, are stopped exactly there.",
      ],
      [
        "C154",
        "Nothing of a hook survives its run, not even what let go of the pipes; and a descendant that keeps them open delays the answer by 200 ms at most, not until the time limit.",
      ],
    ],
  },
  {
    title: "AGH: declarations that are refused",
    intro: "Every rule has a test that shows the message a user reads, with file, line and fix.",
    ids: numbered("V", 1, 25, 2),
    open: [
      {
        ids: ["V23"],
        why: "A rule of later AGH versions (names of environment variables); the format we read has no `secret_env`.",
      },
    ],
  },
  {
    title: "AGH: the hook tools for agents",
    intro: "Creating, changing and deleting hooks through tools.",
    ids: numbered("C", 190, 197),
    open: [{ ids: numbered("C", 190, 197), why: "About MCP tools, which do not exist yet." }],
  },
  {
    title: "AGH: the runtime",
    intro: "Where in the life of an agent each event fires.",
    ids: numbered("C", 200, 233),
    open: [
      { ids: ["C208"], why: "About agents that are processes of their own, which are not run yet." },
      {
        ids: numbered("C", 217, 228),
        why: "About automations, task runs, spawned sessions and the coordinator, which do not exist yet.",
      },
      { ids: ["C233"], why: "About the tokens of task runs, which do not exist yet." },
    ],
    differences: [
      [
        "C200",
        "Our agent is no process of its own, so `agent.pre_start` and `agent.spawned` do not fire. `prompt.post_assemble` fires with every turn and not at the start of a session.",
      ],
      [
        "C209",
        "A message is stored once it is complete, not piece by piece; what came of one that broke off is stored as well.",
      ],
      [
        "C230",
        "`permission.request` fires when somebody would be asked, as docker-agent has it, not for calls that a rule has settled. `permission.resolved` and `permission.denied` end it; `permission.decided` fires for every call.",
      ],
    ],
  },
  {
    title: "docker-agent: behaviour",
    intro:
      "What a program that runs docker-agent hooks must do: the protocol, aggregation, model hooks, built-ins, files.",
    ids: docker(1, 71),
    open: [],
    differences: [
      [
        "docker §10.51",
        "A call that was approved in advance skips docker-agent's own hooks of the default lane, as there; hooks of the other dialects are asked about every call.",
      ],
      [
        "docker §10.55",
        "`tool_response_transform` sees a result as a whole. What a tool prints while it works is shown to the user as it comes, and is neither stored nor told to the model.",
      ],
      [
        "docker §10.59",
        "`session_start` and `session_end` fire once per session and not once per message; `turn_end` has the further reason `force_handoff`.",
      ],
      [
        "docker §10.62",
        "A prompt is recorded after its hooks have let it pass, not before. `stop` also fires at the limit on model calls and when the agent goes in circles.",
      ],
      [
        "docker §10.64",
        "A turn that ends at its limit says so to the user and to hooks; no message of the agent is made up for it.",
      ],
      [
        "docker §10.66",
        "A summary is a model call like any other: `before_llm_call` and `after_llm_call` fire for it too, so that secrets are redacted there as well.",
      ],
    ],
  },
  {
    title: "Claude-shaped hooks as Agentao defines them",
    intro: "From the file to the verdict, what an agent does with it, the events it emits and the replay files.",
    ids: rows("agentao", { P: 18, A: 1, M: 6, Y: 3, U: 6, D: 2, L: 1, S: 11, E: 3, X: 2, R: 3 }),
    open: [],
    differences: [
      [
        "agentao P3",
        "A rule of type `http` without a `url` is dropped with a warning, as there; one with a `url` runs.",
      ],
      [
        "agentao X1",
        "A child that outlives its hook and keeps the output open delays the answer by 200 ms at most and is then ended; there it counts as a hook that is still running.",
      ],
      [
        "agentao S7, S8, S9, D2, E2",
        "The chat loop of these tests is a small one that uses the same results; our own loop, which judges the hooks of all dialects together, has tests of its own in test/runtime.",
      ],
    ],
  },
  {
    title: "Agent Hooks (HOOK.md)",
    intro: "Files, discovery, matching, running, combined results and the gate before the agent stops.",
    ids: rows("agent-hooks", { F: 8, V: 5, Q: 1, D: 4, E: 1, M: 4, X: 8, G: 8, B: 5 }),
    open: [],
    differences: [
      [
        "agent-hooks D2",
        "A hook of the project takes the place of the user's of the same name only once it is trusted, and never of one that says `on_failure: block`.",
      ],
      [
        "agent-hooks B4",
        "A rewritten input reaches the hooks after it, but which hooks run is decided by the input as it came, as in all dialects.",
      ],
    ],
  },
];

/** Which case is tested where. */
export const conformanceDoc: Generator = {
  files: () => new Map([["docs/conformance.md", page(testsById())]]),
};

function page(tests: ReadonlyMap<string, ReadonlySet<string>>): string {
  const sections = suites.map((suite) => section(suite, tests));
  return `${["# Conformance", notice, intro, ...sections].join("\n\n")}\n`;
}

const intro = `Hookline reads hook formats that others have defined. What they require is broken down into numbered cases; a test whose name begins with the number shows that the case holds. To run the tests of one case: \`npx vitest run -t C094\`.`;

function section(
  { title, intro, ids, open, differences = [] }: Suite,
  tests: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const reasonFor = new Map(open.flatMap(({ ids, why }) => ids.map((id) => [id, why] as const)));
  const missing = ids.filter((id) => !tests.has(id) && !reasonFor.has(id));
  if (missing.length > 0) throw new Error(`No test begins with ${missing.join(", ")}, and no reason is given.`);
  const stale = [...reasonFor.keys()].filter((id) => tests.has(id));
  if (stale.length > 0) throw new Error(`${stale.join(", ")} have a test by now; take the reason away.`);
  const tested = ids.filter((id) => tests.has(id));
  const rows = tested.map((id) => `| ${id} | ${[...(tests.get(id) ?? [])].sort().map(link).join(", ")} |`);
  return [
    `## ${title}`,
    `${intro} ${tested.length} of ${ids.length} have a test.`,
    ...(rows.length > 0 ? [["| Case | Tested in |", "|---|---|", ...rows].join("\n")] : []),
    ...differences.map(([id, difference]) => `Different on purpose: ${id}. ${difference}`),
    ...open.map(
      ({ ids, why }) => `Not covered: ${ids.length > 2 ? `${ids[0]}–${ids.at(-1)}` : ids.join(", ")}. ${why}`,
    ),
  ].join("\n\n");
}

const link = (file: string) => `[${file}](../${file})`;

const dialectRow = "docker §10\\.\\d+|(?:agentao|agent-hooks) [A-Z]\\d+";
const aghRow = "\\b(?:C\\d[\\dA-F]{2}|V\\d{2})\\b";
const oneId = new RegExp(`${dialectRow}|${aghRow}`, "g");
/** A name begins with one id or with several; those of the dialects' lists are followed by a colon. */
const beginnings = new RegExp(
  `(?:["'\`]|^# )((?:(?:${dialectRow}|${aghRow}) )*(?:(?:${dialectRow})(?=:)|${aghRow}))`,
  "gm",
);

/** Looks through the names of all tests, including those in tables and in scenario files. */
function testsById(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync(["src/**/*.test.ts", "src/**/*.contract.ts", "test/**/*.test.ts", "test/**/*.txt"], {
    cwd: root,
  })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, ids = ""] of text.matchAll(beginnings)) {
      for (const [id] of ids.matchAll(oneId)) {
        const files = found.get(id) ?? new Set();
        found.set(id, files.add(file));
      }
    }
  }
  return found;
}
