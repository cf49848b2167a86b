// Undo and redo: every change of a text as what went and what came. Small enough to be kept by the browser.

const MOST = 400;

/** The one place where two texts differ. */
export function difference(before, after) {
  let start = 0;
  const most = Math.min(before.length, after.length);
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { at: start, gone: before.slice(start, before.length - end), came: after.slice(start, after.length - end) };
}

export class History {
  /** `steps` up to `at` are done; those behind it can be done again. */
  constructor(steps = [], at = steps.length) {
    this.steps = steps;
    this.at = at;
  }

  get canUndo() {
    return this.at > 0;
  }
  get canRedo() {
    return this.at < this.steps.length;
  }

  /** Notes a change. Changes of one `stroke` count as one. */
  note(before, after, label, stroke = "") {
    this.steps.length = this.at;
    const last = this.steps.at(-1);
    if (stroke && last?.stroke === stroke) {
      const first = undone(before, last);
      this.steps[this.at - 1] = { ...difference(first, after), label, stroke };
      return;
    }
    this.steps.push({ ...difference(before, after), label, stroke });
    if (this.steps.length > MOST) this.steps.shift();
    this.at = this.steps.length;
  }

  /** The text before the last step, and what the step was. */
  undo(text) {
    this.at -= 1;
    const step = this.steps[this.at];
    return [undone(text, step), step.label];
  }

  redo(text) {
    const step = this.steps[this.at];
    this.at += 1;
    return [text.slice(0, step.at) + step.came + text.slice(step.at + step.gone.length), step.label];
  }
}

const undone = (text, step) => text.slice(0, step.at) + step.gone + text.slice(step.at + step.came.length);
