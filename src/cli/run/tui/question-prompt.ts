import { Container, type Focusable, Input, matchesKey, SelectList, Text } from "@earendil-works/pi-tui";
import type { ConfirmationAnswer } from "../../../agent/live-event.ts";
import { printableLine } from "../../../lib/printable.ts";
import { paint } from "../../terminal.ts";
import type { Question } from "../operator-desk.ts";
import type { Theme } from "./theme.ts";

export interface PromptFacts {
  readonly waiting: number;
  /** Somebody in the middle of a line would answer with the Enter that was meant for the line. */
  readonly isTyping: boolean;
  readonly theme: Theme;
  readonly color: boolean;
}

/** A question at the place of the editor: choices first, and a line for the reason when something is refused. */
export class QuestionPrompt extends Container implements Focusable {
  readonly question: Question;
  private readonly theme: Theme;
  private readonly color: boolean;
  private readonly waiting: number;
  private input: Input | null = null;
  private list: SelectList | null = null;
  private isFocused = false;
  private isArmed: boolean;

  constructor(question: Question, facts: PromptFacts) {
    super();
    this.question = question;
    this.waiting = facts.waiting;
    this.theme = facts.theme;
    this.color = facts.color;
    this.isArmed = !facts.isTyping;
    this.showChoices();
  }

  get focused(): boolean {
    return this.isFocused;
  }

  set focused(isFocused: boolean) {
    this.isFocused = isFocused;
    if (this.input) this.input.focused = isFocused;
  }

  handleInput(data: string): void {
    if (this.input === null && !this.isArmed) {
      if (!matchesKey(data, "up") && !matchesKey(data, "down")) return;
      this.isArmed = true;
      this.showChoices();
      return;
    }
    (this.input ?? this.list)?.handleInput(data);
  }

  /** Leaves the line for the reason. False: there is nothing to leave. */
  goBack(): boolean {
    if (this.input === null) return false;
    this.showChoices();
    return true;
  }

  private showChoices(): void {
    const { question } = this;
    const choices = choicesOf(question);
    const list = new SelectList([...choices], choices.length, this.theme.list, {
      minPrimaryColumnWidth: 44,
      maxPrimaryColumnWidth: 60,
    });
    list.onSelect = ({ value }) => this.choose(value);
    this.input = null;
    this.list = list;
    this.clear();
    this.addChild(new Text(this.heading(), 0, 0));
    this.addChild(list);
  }

  private heading(): string {
    const { question, waiting, color } = this;
    const more = waiting > 1 ? paint({ color }, "dim", `  (${waiting - 1} more after this)`) : "";
    const ask =
      question.kind === "confirm"
        ? `Allow this call of ${printableLine(question.request.tool_name)}?`
        : `The agent has used its ${question.maxIterations} model calls. Go on for 10 more?`;
    const arm = this.isArmed
      ? ""
      : paint({ color }, "dim", "  You were typing: press ↑ or ↓ first. Your line is kept.");
    return paint({ color }, "yellow", ask) + more + arm;
  }

  private choose(value: string): void {
    const { question } = this;
    if (question.kind === "extend") question.answer(value === "yes");
    else if (value === "reject") this.askForReason(question.answer);
    else question.answer({ kind: value as "approve" | "approve-session" | "approve-tool" });
  }

  private askForReason(answer: (answer: ConfirmationAnswer) => void): void {
    const input = new Input({ prompt: "> ", placeholder: "why not? (may stay empty; the agent reads it)" });
    input.onSubmit = (reason) =>
      answer(reason.trim() === "" ? { kind: "reject" } : { kind: "reject", reason: reason.trim() });
    input.focused = this.isFocused;
    this.input = input;
    this.list = null;
    this.clear();
    const hint = paint({ color: this.color }, "dim", "  Enter refuses the call, Esc goes back");
    this.addChild(new Text(`Why is this call refused?${hint}`, 0, 0));
    this.addChild(input);
  }
}

function choicesOf(question: Question): { readonly value: string; readonly label: string }[] {
  if (question.kind === "extend")
    return [
      { value: "yes", label: "Yes, go on" },
      { value: "no", label: "No, end the turn" },
    ];
  const tool = printableLine(question.request.tool_name);
  return [
    { value: "approve", label: "Yes, this once" },
    { value: "approve-tool", label: `Yes, and every later call of ${tool}` },
    { value: "approve-session", label: "Yes, and everything else in this session" },
    { value: "reject", label: "No, and say why" },
  ];
}
