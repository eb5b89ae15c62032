/** Summaries of thoughts have a heading in bold above each step. */
const HEADED = /\n+(?=\*\*[^*\n]+\*\*(?:\n|$))/;

/** Puts together what a model tells of its thinking, in steps: between two of them it said or called something. */
export class Thoughts {
  private readonly pieces: string[] = [];
  private broken = true;

  /** The next piece, or what goes on with the one before. */
  add(text: string): void {
    if (text === '') return;
    if (this.broken) this.pieces.push(text);
    else this.pieces[this.pieces.length - 1] += text;
    this.broken = false;
  }

  /** What is thought from here on is another step. */
  break(): void {
    this.broken = true;
  }

  /** As it stands in a result; nothing where the model told nothing. */
  get told(): { thoughts?: string[] } {
    const steps = this.pieces.flatMap((piece) => piece.split(HEADED).map((step) => step.trim()));
    const thoughts = steps.filter((step) => step !== '');
    return thoughts.length > 0 ? { thoughts } : {};
  }
}
