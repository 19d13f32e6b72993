import {
  CombinedAutocompleteProvider,
  Container,
  Editor,
  matchesKey,
  Spacer,
  TuiMainScreen,
  wrapTextWithAnsi,
} from "@earendil-works/pi-tui";
import { paint } from "../../terminal.ts";
import { blockLines } from "../block-lines.ts";
import { createPilot, type Face, type Pilot } from "../pilot.ts";
import type { InteractiveExit, InteractiveOptions } from "../run-interactive.ts";
import { LiveArea } from "./live-area.ts";
import { PoliteTerminal } from "./polite-terminal.ts";
import { QuestionPrompt } from "./question-prompt.ts";
import { Scrollback } from "./scrollback.ts";
import { StatusLine } from "./status-line.ts";
import { themeFor } from "./theme.ts";

const spinnerMs = 100;

/** Shows a session: what happened scrolls away above, a line to type in and the state of things stay at the bottom. */
export async function runScreen(options: InteractiveOptions): Promise<InteractiveExit> {
  const { session, desk, color } = options;
  const terminal = new PoliteTerminal();
  const tui = new TuiMainScreen(terminal);
  const theme = themeFor(color);
  const scrollback = new Scrollback();
  const editor = new Editor(tui, theme.editor);
  const bottom = new Container();
  let prompt: QuestionPrompt | null = null;

  const face: Face = {
    show: (block) => scrollback.add((width) => blockLines({ width, color }, block)),
    say: (text, style = null) =>
      scrollback.add((width) =>
        text.split("\n").flatMap((line) => wrapTextWithAnsi(paint({ color }, style, line), width)),
      ),
    refresh: () => {
      scrollback.forget(tui);
      tui.requestRender();
    },
    page: () => ({ width: terminal.columns, color }),
    giveBack: (line) => {
      if (editor.getText() === "") editor.setText(line);
    },
  };
  const pilot = createPilot(options, face, () => performance.now());

  const facts = () => ({
    view: pilot.view(),
    queued: pilot.queued(),
    isBusy: pilot.isBusy(),
    isAsking: prompt !== null,
    isCanceling: pilot.isCanceling(),
    isYolo: pilot.isYolo(),
    agent: session.record().agent,
    firstModel: options.model ?? null,
    busyForMs: performance.now() - pilot.busySince(),
  });

  /** Puts the question that is to be answered, or else the editor, at the bottom. */
  function arrange(): void {
    const question = desk.current();
    if (question === null || question !== prompt?.question) {
      const isTyping = prompt === null && editor.getText() !== "";
      prompt = question && new QuestionPrompt(question, { waiting: desk.waiting(), isTyping, theme, color });
    }
    bottom.clear();
    bottom.addChild(prompt ?? editor);
    tui.setFocus(prompt ?? editor);
    tui.requestRender();
  }

  for (const component of [scrollback, new LiveArea(facts, color), bottom, new StatusLine(facts, color)])
    tui.addChild(component);
  editor.setAutocompleteProvider(new CombinedAutocompleteProvider(suggestions(pilot), session.record().cwd, null));
  for (const line of options.history ?? []) editor.addToHistory(line);
  editor.onSubmit = (line) => {
    editor.addToHistory(line);
    pilot.enter(line);
  };
  tui.addInputListener((data) => (handleKey(data, pilot, editor, prompt) ? { consume: true } : undefined));

  const stopAsking = desk.onChange(arrange);
  const stopWatching = session.watch(pilot.take);
  const spinner = setInterval(() => {
    if (pilot.isBusy()) tui.requestRender();
  }, spinnerMs);
  const abandon = () => pilot.abandon();
  // Whatever ends the process, the terminal is left as it was found.
  const restore = () => tui.stop();
  process.once("exit", restore);
  options.signal?.addEventListener("abort", abandon, { once: true });

  try {
    for (const event of options.earlier ?? []) pilot.take(event);
    face.say("Type a message. /help lists commands and keys, Ctrl-D ends the session.", "dim");
    arrange();
    tui.start();
    if (options.signal?.aborted) abandon();
    else if (options.firstMessage !== undefined) pilot.enter(options.firstMessage);
    return await pilot.finished;
  } finally {
    clearInterval(spinner);
    options.signal?.removeEventListener("abort", abandon);
    process.removeListener("exit", restore);
    stopWatching();
    stopAsking();
    // The line to type in and the state of things are of no use in the scrollback.
    bottom.clear();
    tui.clear();
    tui.addChild(scrollback);
    // The library writes over a character of the last row when it stops.
    tui.addChild(new Spacer(1));
    tui.renderNow();
    await terminal.drainInput(200, 20);
    tui.stop();
  }
}

function suggestions(pilot: Pilot): { name: string; description: string; argumentHint?: string }[] {
  return pilot.commands().map(({ name, summary, argument }) => ({
    name,
    description: summary,
    ...(argument !== undefined && { argumentHint: argument }),
  }));
}

/** Keys that mean the same wherever the focus is. True: it was one of them. */
function handleKey(data: string, pilot: Pilot, editor: Editor, prompt: QuestionPrompt | null): boolean {
  if (matchesKey(data, "ctrl+c")) {
    if (prompt === null && !pilot.isBusy()) editor.setText("");
    pilot.interrupt();
    return true;
  }
  if (matchesKey(data, "escape")) return onEscape(pilot, editor, prompt);
  if (prompt !== null) return false;
  if (matchesKey(data, "ctrl+d") && editor.getText() === "") {
    pilot.quit();
    return true;
  }
  if (!matchesKey(data, "alt+enter")) return false;
  const line = editor.getExpandedText();
  editor.setText("");
  if (line.trim() !== "") editor.addToHistory(line);
  pilot.queue(line);
  return true;
}

function onEscape(pilot: Pilot, editor: Editor, prompt: QuestionPrompt | null): boolean {
  if (prompt?.goBack()) return true;
  if (prompt === null && editor.isShowingAutocomplete()) return false;
  pilot.cancel();
  return true;
}
