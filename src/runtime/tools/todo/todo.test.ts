import { describe, expect, it } from "vitest";
import { openTools } from "../testing.ts";
import { createTodoToolset } from "./toolset.ts";

describe("the todo tool", () => {
  it("keeps a list per toolset", async () => {
    const one = await openTools(createTodoToolset());
    const other = await openTools(createTodoToolset());
    expect((await one.call("todo", {})).text).toBe("(nothing to do)");
    const todos = [
      { content: "read the code", status: "completed" },
      { content: "write a test", status: "in_progress" },
      { content: "mend it" },
    ];
    const shown = "1. [x] read the code\n2. [>] write a test\n3. [ ] mend it\n(1 of 3 completed)";
    expect(await one.call("todo", { todos })).toEqual({ text: shown, isError: false });
    expect((await one.call("todo", {})).text).toBe(shown);
    expect((await other.call("todo", {})).text).toBe("(nothing to do)");
  });

  it("replaces the list, also by nothing", async () => {
    const { call } = await openTools(createTodoToolset());
    await call("todo", { todos: [{ content: "a" }] });
    expect((await call("todo", { todos: [{ content: "b" }] })).text).toBe("1. [ ] b\n(0 of 1 completed)");
    expect((await call("todo", { todos: [] })).text).toBe("(nothing to do)");
  });

  it("keeps the list when it is given a wrong one", async () => {
    const { call } = await openTools(createTodoToolset());
    await call("todo", { todos: [{ content: "a" }] });
    const { text, isError } = await call("todo", { todos: [{ content: "b", status: "soon" }] });
    expect(isError).toBe(true);
    expect(text).toContain('"todos[0].status"');
    expect((await call("todo", {})).text).toContain("a");
  });

  it("says what it is and what a call is about", async () => {
    const { tool } = await openTools(createTodoToolset());
    expect(tool("todo")).toMatchObject({ namespace: "plan", category: "todo", readOnly: true, decisionClass: "read" });
    expect(tool("todo").title?.({ todos: [{}, {}] })).toBe("Note 2 things to do");
    expect(tool("todo").title?.({})).toBe("Look at the things to do");
  });
});
