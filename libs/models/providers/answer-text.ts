import { BEGUN_MARK, MARK, markOf, partAfter, type Part } from './answer-marks.ts';
import type { LeakedCall } from './leaked-calls.ts';

/** The line breaks before a bold heading, which begins each step of summarized thoughts. */
const HEADED = /(?<!\n)\n+(?=\*\*[^*\n]+\*\*(?:\n|$))/;

/**
 * The text and the thoughts of an answer, assembled from pieces. Thoughts that a model writes into its text between
 * `<think>` and `</think>`, calls and control tokens never become part of the text, even if a mark is split or never
 * closed. Some servers send only the closing tag of a thought, because the prompt ends with the opening one: everything
 * before it was a thought.
 */
export class AnswerText {
  text = '';
  /** Everything that was received besides the text. */
  unseen = '';
  /** One entry per step: text or a tool call ends a step. */
  private readonly thoughts: string[] = [];
  private isBroken = true;
  /** Calls that the model wrote into the text. */
  readonly leaked: LeakedCall[] = [];
  /** Received text that may be the beginning of a mark. */
  private held = '';
  private part: Part = 'text';
  private header = '';
  private call: LeakedCall = { text: '' };
  /** The text since the last report. Kept apart, since a slice would copy the whole text each time. */
  private fresh = '';
  private isReported = false;
  private isVoid = false;

  /** Adds a piece of text; some servers send null. */
  say(piece: string | null | undefined): void {
    let rest = this.held + (piece ?? '');
    for (let mark = MARK.exec(rest); mark; mark = MARK.exec(rest)) {
      this.take(rest.slice(0, mark.index));
      rest = rest.slice(mark.index + mark[0].length);
      this.pass(mark[0]);
    }
    this.held = BEGUN_MARK.exec(rest)?.[0] ?? '';
    this.take(rest.slice(0, rest.length - this.held.length));
  }

  /** Adds a thought that the server sends apart from the text. */
  think(piece: string | null | undefined): void {
    if (!piece) return;
    if (this.isBroken) this.thoughts.push(piece);
    else this.thoughts[this.thoughts.length - 1] += piece;
    this.isBroken = false;
    this.unseen += piece;
  }

  /** Ends the current thought. */
  break(): void {
    this.isBroken = true;
  }

  end(): void {
    const { held } = this;
    this.held = '';
    this.take(held);
    this.begin('text');
  }

  /** The text since the last call. @returns `isVoid` if the text of the earlier calls was a thought. */
  next(): { text: string; isVoid: boolean } {
    const { fresh: text, isVoid } = this;
    this.isReported = (this.isReported && !isVoid) || text !== '';
    this.fresh = '';
    this.isVoid = false;
    return { text, isVoid };
  }

  /** The fields of a result. */
  get fields(): { text: string; thoughts?: string[] } {
    const steps = this.thoughts.flatMap((thought) => thought.split(HEADED).map((step) => step.trim()));
    const thoughts = steps.filter((step) => step !== '');
    return { text: this.text, ...(thoughts.length > 0 && { thoughts }) };
  }

  /** Goes on behind a mark. */
  private pass(given: string): void {
    const { part, closes, name, adds } = markOf(given, this.part, this.header);
    if (part === 'thought' && closes && this.part === 'text') this.takeBack();
    if (adds === undefined || part !== this.part) this.begin(closes ? 'text' : part, { text: '', name });
    if (adds !== undefined) this.take(adds);
  }

  private begin(part: Part, call: LeakedCall = { text: '' }): void {
    if (this.part === 'call' && (this.call.text.trim() !== '' || this.call.name !== undefined))
      this.leaked.push(this.call);
    if (this.part === 'header') this.header = '';
    this.part = part;
    this.call = call;
    this.isBroken = true;
  }

  private take(piece: string): void {
    if (this.part === 'thought') return this.think(piece);
    if (this.part === 'call') {
      this.call.text += piece;
      this.unseen += piece;
      return;
    }
    if (this.part === 'header') {
      const [line = '', ...rest] = piece.split('\n');
      this.header += line;
      if (rest.length === 0) return;
      const { part, name } = partAfter(this.header);
      this.begin(part, { text: '', name });
      return this.take(rest.join('\n'));
    }
    // White space often surrounds a thought.
    const text = this.text === '' ? piece.trimStart() : piece;
    if (text === '') {
      this.unseen += piece;
      return;
    }
    this.isBroken = true;
    this.text += text;
    this.fresh += text;
  }

  /** Turns the text so far into a thought. */
  private takeBack(): void {
    this.think(this.text);
    this.isVoid ||= this.isReported;
    this.text = '';
    this.fresh = '';
  }
}
