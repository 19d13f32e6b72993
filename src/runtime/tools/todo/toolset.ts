import * as z from "zod";
import { type Tool, type Toolset, toolText } from "../../../agent/tool.ts";
import { defineTool } from "../define-tool.ts";

const statuses = ["pending", "in_progress", "completed"] as const;

interface Todo {
  readonly content: string;
  readonly status: (typeof statuses)[number];
}

const signs = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const satisfies Record<
  Todo["status"],
  string
>;
const mostTodos = 200;

/** A list of things to do, which an agent keeps for itself as long as the toolset is open. */
export function createTodoToolset(): Toolset {
  let todos: readonly Todo[] = [];
  const tool = todoTool({
    read: () => todos,
    write: (list) => {
      todos = list;
    },
  });
  return {
    open: async () => [tool],
    close: async () => {
      todos = [];
    },
  };
}

interface TodoList {
  readonly read: () => readonly Todo[];
  readonly write: (todos: readonly Todo[]) => void;
}

function todoTool(list: TodoList): Tool {
  return defineTool({
    name: "todo",
    description:
      "Keeps a list of things to do. With `todos` the whole list is replaced; without it the list is shown as it is. Use it for work of several steps, and keep exactly one entry in_progress.",
    namespace: "plan",
    category: "todo",
    // It changes nothing but the agent's own notes.
    readOnly: true,
    decisionClass: "read",
    fields: {
      todos: z
        .array(
          z.object({
            content: z.string().min(1).describe("What is to be done."),
            status: z.enum(statuses).default("pending"),
          }),
        )
        .max(mostTodos)
        .optional()
        .describe("The whole list, in order; leave it out to read the list."),
    },
    title: ({ todos }) => (Array.isArray(todos) ? `Note ${todos.length} things to do` : "Look at the things to do"),
    run: ({ todos }) => {
      if (todos !== undefined) list.write(todos);
      return toolText(present(list.read()));
    },
  });
}

function present(todos: readonly Todo[]): string {
  if (todos.length === 0) return "(nothing to do)";
  const done = todos.filter(({ status }) => status === "completed").length;
  const lines = todos.map(({ content, status }, index) => `${index + 1}. ${signs[status]} ${content}`);
  return [...lines, `(${done} of ${todos.length} completed)`].join("\n");
}
