import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { inRepository, type TestRepository } from "./snapshot.fixture.ts";

// Few names, so that files, folders and links often meet at the same path.
const name = fc.constantFrom("a", "b", "d", "ü x", "-k");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const content = fc.constantFrom("", "1\n", "2\n", "3\r\n", "\0\u0001");

const operation = fc.oneof(
  fc.record({ do: fc.constant("write" as const), path, content }),
  fc.record({ do: fc.constant("link" as const), path, content: path }),
  fc.record({ do: fc.constant("remove" as const), path }),
  fc.record({ do: fc.constant("move" as const), path, to: path }),
  fc.record({ do: fc.constant("mode" as const), path, executable: fc.boolean() }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
const step = fc.array(operation, { minLength: 1, maxLength: 6 });

it("docker §10.45: whatever happens to the files of a few steps is undone, one by one and all at once", async () => {
  await fc.assert(
    fc.asyncProperty(step, fc.array(step, { minLength: 1, maxLength: 3 }), (before, steps) =>
      inRepository({ prepare: (r) => apply(r, before) }, async (repository) => {
        const states = [repository.state()];
        for (const operations of steps) {
          await repository.step(() => apply(repository, operations));
          states.push(repository.state());
        }
        const { undo } = await repository.undo({ choice: { kind: "keep", keep: 0 } });
        expect(repository.state()).toEqual(states[0]);
        if (undo) await repository.undo({ choice: { kind: "to", id: undo.id } });
        expect(repository.state()).toEqual(states.at(-1));
        const different = states.filter((state, at) => JSON.stringify(state) !== JSON.stringify(states[at + 1]));
        for (const state of different.slice(0, -1).reverse()) {
          await repository.undo();
          expect(repository.state()).toEqual(state);
        }
      }),
    ),
    { numRuns: 6 },
  );
});

/** Does what can be done and leaves out the rest, as an agent would. */
function apply(repository: TestRepository, operations: readonly Operation[]): void {
  for (const operation of operations) {
    try {
      applyOne(repository, operation);
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
}

function applyOne({ path: pathOf }: TestRepository, operation: Operation): void {
  const path = pathOf(operation.path);
  switch (operation.do) {
    case "write":
      clear(path);
      writeFileSync(path, operation.content);
      break;
    case "link":
      clear(path);
      symlinkSync(operation.content, path);
      break;
    case "remove":
      rmSync(path, { recursive: true });
      break;
    case "move":
      clear(pathOf(operation.to));
      renameSync(path, pathOf(operation.to));
      break;
    case "mode":
      if (lstatSync(path).isFile()) chmodSync(path, operation.executable ? 0o755 : 0o644);
  }
}

/** Makes room at a path; a file on the way to it stays, and the operation fails. */
function clear(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
}
