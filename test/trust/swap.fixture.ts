/*
 * The other side of a race: changes files of a workspace as fast as it can until its input ends. Each argument names one file
 * and how to change it: `rename:<file>`, `write:<file>` or `link:<file>`. The two contents stand beside it as .good and .evil.
 */
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

type Way = "rename" | "write" | "link";

const jobs = process.argv.slice(2).map((word) => {
  const [way, path] = word.split(/:(.*)/s) as [Way, string];
  return { way, path, contents: [`${path}.evil`, `${path}.good`].map((file) => readFileSync(file)) };
});

let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();
process.stdout.write("ready\n");
turn(0);

/** Lets the end of the input be noticed now and then. */
function turn(round: number): void {
  for (let at = round; at < round + 20; at++) for (const job of jobs) swap(job, at % 2);
  if (isOver) process.exit(0);
  setImmediate(turn, round + 20);
}

function swap({ way, path, contents }: (typeof jobs)[number], which: number): void {
  const draft = `${path}.draft`;
  const content = contents[which] ?? Buffer.alloc(0);
  if (way === "write") {
    writeFileSync(path, content);
    return;
  }
  rmSync(draft, { force: true });
  if (way === "rename") writeFileSync(draft, content, { mode: 0o755 });
  else symlinkSync(which === 0 ? `${path}.evil` : `${path}.good`, draft);
  renameSync(draft, path);
}
