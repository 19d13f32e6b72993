import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openRunWriter, type RunWriter, type RunWriterOptions } from "./run-writer.ts";
import { storeProblem } from "./store-problem.ts";
import { type FromWorker, problemText, type ToWorker } from "./worker-messages.ts";

/*
 * The thread that owns a recorder's connection. It commits whatever has arrived as one transaction, and looks after the
 * file when nothing arrives.
 */

type Numbered = Extract<ToWorker, { kind: "batch" }>;

const idleMs = 200;
const options = workerData as RunWriterOptions;
const port = parentPort as MessagePort;
let writer: RunWriter | null = null;
let idle: NodeJS.Timeout | undefined;

port.on("message", (first: ToWorker) => {
  const messages = [first, ...waitingMessages()];
  const batches = messages.filter((message): message is Numbered => message.kind === "batch");
  const isClosing = messages.some(({ kind }) => kind === "close");
  clearTimeout(idle);
  commit(batches, isClosing);
  if (isClosing) end();
  else idle = setTimeout(tidy, idleMs);
});
open();
idle = setTimeout(tidy, idleMs);

function waitingMessages(): ToWorker[] {
  const messages: ToWorker[] = [];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) messages.push(next.message);
  return messages;
}

function commit(batches: readonly Numbered[], closing: boolean): void {
  const ids = batches.map(({ id }) => id);
  try {
    const target = opened();
    target.commit(
      batches.map(({ batch }) => batch),
      closing,
    );
    if (ids.length > 0) tell({ kind: "written", ids });
    target.boundLog();
  } catch (error) {
    abandon();
    tell({ kind: "failed", ids, problem: problemText(storeProblem(error, options.path)) });
  }
}

/** Announces the writer before its first batch, so that a crash in between is noticed too. */
function open(): void {
  try {
    opened().commit([]);
  } catch {
    abandon();
    // The first batch tries again and can say what is wrong to somebody who is waiting for an answer.
  }
}

function opened(): RunWriter {
  if (!writer) {
    writer = openRunWriter(options);
    tell({ kind: "notices", notices: writer.reportCrashes() });
  }
  return writer;
}

function tidy(): void {
  try {
    // One short step at a time, so that a batch never waits long behind it.
    if (writer?.tidy()) idle = setTimeout(tidy, 0);
  } catch {
    idle = setTimeout(tidy, 10 * idleMs);
  }
}

/** Lets go of a connection that failed, so that a file which was repaired or moved away meanwhile is opened afresh. */
function abandon(): void {
  writer?.close();
  writer = null;
}

function end(): void {
  abandon();
  port.close();
}

function tell(message: FromWorker): void {
  port.postMessage(message);
}
