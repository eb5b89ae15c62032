/** Matches the line breaks before a bold heading, which begins each step of summarized thoughts. */
const HEADED = /\n+(?=\*\*[^*\n]+\*\*(?:\n|$))/;

/** Assembles the thoughts of a model in steps. Text or a tool call ends a step. */
export class Thoughts {
  private readonly pieces: string[] = [];
  private broken = true;

  /** Adds text to the current step, or starts a new one. */
  add(text: string): void {
    if (text === '') return;
    if (this.broken) this.pieces.push(text);
    else this.pieces[this.pieces.length - 1] += text;
    this.broken = false;
  }

  /** Ends the current step. */
  break(): void {
    this.broken = true;
  }

  /** The field of a result; empty without thoughts. */
  get field(): { thoughts?: string[] } {
    const steps = this.pieces.flatMap((piece) => piece.split(HEADED).map((step) => step.trim()));
    const thoughts = steps.filter((step) => step !== '');
    return thoughts.length > 0 ? { thoughts } : {};
  }
}
