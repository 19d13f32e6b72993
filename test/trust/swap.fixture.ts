/*
 * The other side of a race: changes files of a workspace as fast as it can until its input ends. Each argument names one file
 * and how to change it: `rename:<file>`, `write:<file>`, `link:<file>`, or `appear:<file>` for one that is there and not there. The two
 * contents stand beside it as .good and .evil. `folder:<folder>` exchanges the folder with one that stands beside it as .other.
 */
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

type Way = "rename" | "write" | "link" | "appear" | "folder";

const jobs = process.argv.slice(2).map((word) => {
  const [way, path] = word.split(/:(.*)/s) as [Way, string];
  const contents = way === "folder" ? [] : [`${path}.evil`, `${path}.good`].map((file) => readFileSync(file));
  return { way, path, contents };
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
  if (way === "folder") {
    renameSync(path, draft);
    renameSync(`${path}.other`, path);
    renameSync(draft, `${path}.other`);
    return;
  }
  if (way === "appear" && which === 1) {
    rmSync(path, { force: true });
    return;
  }
  const content = contents[which] ?? Buffer.alloc(0);
  if (way === "write") {
    writeFileSync(path, content);
    return;
  }
  rmSync(draft, { force: true });
  if (way !== "link") writeFileSync(draft, content, { mode: 0o755 });
  else symlinkSync(which === 0 ? `${path}.evil` : `${path}.good`, draft);
  renameSync(draft, path);
}
