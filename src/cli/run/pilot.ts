import type { LiveEvent } from "../../agent/live-event.ts";
import { Problem } from "../../errors/problem.ts";
import { printable, printableLine } from "../../lib/printable.ts";
import type { Style } from "../terminal.ts";
import type { Block } from "./block.ts";
import { noInterrupts, onInterrupt } from "./interrupt.ts";
import { ownCommands } from "./own-commands.ts";
import type { InteractiveExit, InteractiveOptions } from "./run-interactive.ts";
import { joinCommands, readSlash, type SlashCommands, unknownCommand } from "./slash-commands.ts";
import { emptyView, follow, type ViewState } from "./view-state.ts";
import type { Page } from "./written.ts";

/** A message that waits for the agent. */
export interface Queued {
  readonly kind: "steering" | "followup";
  readonly text: string;
}

/** What the pilot needs of a screen. Nothing of it may throw. */
export interface Face {
  readonly show: (block: Block) => void;
  /** Printable text of our own, with or without colours of its own. */
  readonly say: (text: string, style?: Style | null) => void;
  readonly refresh: () => void;
  readonly page: () => Page;
  /** Puts back a line that was not taken. */
  readonly giveBack: (line: string) => void;
}

/** Turns what the user does into calls of the session, and what the session tells into what is shown. */
export interface Pilot {
  readonly take: (event: LiveEvent) => void;
  readonly enter: (line: string) => void;
  readonly queue: (line: string) => void;
  readonly interrupt: () => void;
  readonly cancel: () => void;
  readonly quit: () => void;
  /** Ends everything at once. */
  readonly abandon: () => void;
  readonly commands: () => SlashCommands;
  readonly view: () => ViewState;
  readonly queued: () => readonly Queued[];
  readonly isYolo: () => boolean;
  readonly isBusy: () => boolean;
  readonly isCanceling: () => boolean;
  /** Since when something runs. */
  readonly busySince: () => number;
  readonly finished: Promise<InteractiveExit>;
}

type PilotOptions = Pick<InteractiveOptions, "session" | "commands" | "isYolo" | "isVerbose">;

export function createPilot(options: PilotOptions, face: Face, now: () => number): Pilot {
  const { session } = options;
  const viewOptions = { isVerbose: options.isVerbose ?? false };
  const finish = Promise.withResolvers<InteractiveExit>();
  let view: ViewState = { ...emptyView, root: session.record().id };
  let queued: readonly Queued[] = [];
  /** Typed when a turn was over but not yet closed: too late to be handed to it. */
  let held: readonly string[] = [];
  let interrupts = noInterrupts;
  let isYolo = options.isYolo ?? false;
  let isSubmitting = false;
  let isCommanding = false;
  let isCanceling = false;
  let isForcing = false;
  let busySince = 0;
  /** Shown when it was typed, so it need not be shown again. */
  let echoed: string | null = null;
  /** What was said in this turn, so that its end does not repeat it. */
  let saidInTurn = new Set<string>();

  const isBusy = () => isSubmitting || session.isBusy();

  function take(event: LiveEvent): void {
    const followed = follow(view, event, viewOptions);
    view = followed.view;
    if (event.kind === "input_taken" || event.kind === "turn_ended") dropTaken();
    if (event.kind === "notice") saidInTurn.add(event.message);
    for (const block of followed.blocks) {
      const isEcho = block.kind === "input" && block.origin === "user" && block.text === echoed;
      if (isEcho) echoed = null;
      else face.show(block);
    }
    if (event.kind === "session_ended" && event.session_id === view.root && !interrupts.isStopping) end("ended");
    face.refresh();
  }

  /** The session knows how many still wait. Those that it took are the oldest. */
  function dropTaken(): void {
    const { steering, followUps } = session.waiting();
    const left = { steering, followup: followUps };
    const newestFirst = queued.toReversed().filter(({ kind }) => left[kind]-- > 0);
    queued = newestFirst.toReversed();
  }

  function enter(typed: string): void {
    const line = typed.trim();
    if (line === "") return;
    interrupts = { ...interrupts, pressedAt: null, isRefused: false };
    const command = readSlash(line);
    if (command) void runCommand(command.name, command.argument);
    else if (isCommanding) refuse(line, "A command is still running; send this when it is done.");
    else if (session.isBusy()) hand("steering", line);
    else if (isSubmitting) held = [...held, line];
    else void submit(line);
    face.refresh();
  }

  function queue(typed: string): void {
    const line = typed.trim();
    if (line === "") return;
    if (session.isBusy()) hand("followup", line);
    else enter(line);
    face.refresh();
  }

  function hand(kind: Queued["kind"], text: string): void {
    const isTaken = kind === "steering" ? session.steer(text) : session.followUp(text);
    if (isTaken) queued = [...queued, { kind, text }];
    else refuse(text, "Too many messages wait already; this one was not taken.");
  }

  function refuse(line: string, why: string): void {
    face.say(why, "yellow");
    face.giveBack(line);
  }

  async function submit(text: string): Promise<void> {
    isSubmitting = true;
    isCanceling = false;
    busySince = now();
    echoed = text;
    saidInTurn = new Set();
    face.show({ from: { depth: 0, agent: null }, kind: "input", origin: "user", text });
    try {
      const { error } = await session.submit(text);
      if (error !== null && !saidInTurn.has(error)) face.say(`! ${printable(error)}`, "red");
    } catch (error) {
      sayError(error);
    } finally {
      isSubmitting = false;
      isCanceling = false;
      echoed = null;
      face.refresh();
    }
    const [next, ...others] = held;
    held = others;
    if (next !== undefined && !interrupts.isStopping) await submit(next);
  }

  async function runCommand(name: string, argument: string): Promise<void> {
    const command = commands().find((one) => one.name === name);
    face.say(`\n› /${[name, printableLine(argument)].join(" ").trim()}`, "bold");
    if (!command) return face.say(unknownCommand(name, commands()), "yellow");
    if (command.needsPause && (isBusy() || isCommanding)) {
      const why = isCommanding ? "another command is still running." : "the agent is working. Esc cancels the turn.";
      return face.say(`/${name} has to wait: ${why}`, "yellow");
    }
    isCommanding = command.needsPause ?? false;
    busySince = isCommanding ? now() : busySince;
    try {
      const answer = await command.run(argument);
      if (answer !== "") face.say(answer);
    } catch (error) {
      sayError(error);
    } finally {
      if (command.needsPause) isCommanding = false;
      face.refresh();
    }
  }

  function sayError(error: unknown): void {
    face.say(`! ${printable(error instanceof Error ? error.message : String(error))}`, "red");
    if (error instanceof Problem) face.say(`  → ${printable(error.fix)}`, "yellow");
  }

  function cancel(): void {
    if (!isBusy()) return;
    isCanceling = true;
    session.cancelTurn();
    face.refresh();
  }

  function interrupt(): void {
    const { after, action } = onInterrupt(interrupts, { now: now(), isBusy: isBusy() });
    interrupts = after;
    switch (action) {
      case "cancel-turn":
        face.say("Canceling the turn. Ctrl-C again within two seconds ends the session.", "yellow");
        cancel();
        break;
      case "hint":
        face.say("Ctrl-C again within two seconds ends the session.", "dim");
        break;
      case "stop":
        quit();
        break;
      case "force":
        force();
        break;
    }
    face.refresh();
  }

  function quit(): void {
    if (interrupts.isStopping) return;
    interrupts = { ...interrupts, isStopping: true };
    face.say("Ending the session…", "dim");
    void stop();
  }

  async function stop(): Promise<void> {
    try {
      const result = await session.stop("prompt_input_exit");
      if (result.isStopped) return end("stopped");
      interrupts = { ...noInterrupts, isRefused: true };
      const why = saidInTurn.has(result.reason) ? "" : `: ${printableLine(result.reason)}`;
      face.say(`The session goes on, because a hook refuses to end it${why}`, "yellow");
      face.say("Ctrl-C ends it nevertheless.", "dim");
    } catch (error) {
      interrupts = { ...noInterrupts, isRefused: true };
      sayError(error);
      face.say("Ctrl-C ends the session nevertheless.", "dim");
    }
    face.refresh();
  }

  /** Hooks have no say any more; and if even that takes long, a further Ctrl-C does not wait. */
  function force(): void {
    if (isForcing) {
      end("forced");
      return;
    }
    isForcing = true;
    interrupts = { ...interrupts, isStopping: true };
    face.say("Ending the session, whatever hooks say…", "yellow");
    session.stop("prompt_input_exit", { force: true }).then(
      () => end("forced"),
      (error: unknown) => {
        sayError(error);
        end("forced");
      },
    );
  }

  function end(how: InteractiveExit["how"]): void {
    finish.resolve({ how, tally: view.tally });
  }

  const own = ownCommands({
    session,
    view: () => view,
    page: face.page,
    yolo: {
      isOn: () => isYolo,
      set: (isOn) => {
        isYolo = isOn;
        session.setYolo(isOn);
      },
    },
    queue,
    quit,
    all: () => commands(),
  });
  const commands = (): SlashCommands => joinCommands(options.commands ?? [], own);

  return {
    take,
    enter,
    queue,
    interrupt,
    cancel,
    quit,
    abandon: force,
    commands,
    view: () => view,
    queued: () => [...queued, ...held.map((text) => ({ kind: "followup" as const, text }))],
    isYolo: () => isYolo,
    isBusy: () => isBusy() || isCommanding,
    isCanceling: () => isCanceling,
    busySince: () => busySince,
    finished: finish.promise,
  };
}
