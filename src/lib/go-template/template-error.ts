/** What is wrong with a template or with its data. Thrown inside this folder only; callers get a value. */
export class TemplateError extends Error {
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`);
    this.name = "TemplateError";
  }
}
