import { AnswerText } from './answer-text.ts';

/** Different characters in a beginning that two pieces share, and in one that three share, which are no chance. */
const SHARED_BY_TWO = 12;
const SHARED_BY_THREE = 4;

/**
 * The text of a server that sends the new text in each piece, or all text so far. By chance a piece may begin with the one
 * before ("ha", "haha", lines of dashes), so pieces that each begin so are held until it is certain which they are.
 */
export class GrowingText extends AnswerText {
  /** The last piece, while each piece extends the one before; otherwise undefined. */
  private last: string | undefined = '';
  private extensions = 0;
  private isGrowing = false;
  /** The pieces that are held. */
  private waiting = '';
  /** Characters of the text so far that were read. */
  private read = 0;

  override say(piece: string | null | undefined): void {
    super.say(this.newIn(piece ?? ''));
  }

  override end(isWhole = true): void {
    super.say(this.waiting);
    this.waiting = '';
    super.end(isWhole);
  }

  private newIn(piece: string): string {
    const before = this.last;
    if (before === undefined) return piece;
    if (piece === '' || (this.isGrowing && piece === before)) return '';
    const text = this.waiting + piece;
    this.waiting = '';
    this.last = piece !== before && piece.startsWith(before) ? piece : undefined;
    if (this.last === undefined) return text;
    if (before !== '') {
      this.extensions += 1;
      this.isGrowing ||= new Set(before).size >= (this.extensions > 1 ? SHARED_BY_THREE : SHARED_BY_TWO);
      if (!this.isGrowing) {
        this.waiting = text;
        return '';
      }
    }
    const { read } = this;
    this.read = piece.length;
    return piece.slice(read);
  }
}
