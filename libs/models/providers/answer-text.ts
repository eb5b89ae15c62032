/** Tags between which models write thoughts into their text: most of them in angle brackets, Kimi and Magistral in others. */
const TAG = /<\/?(?:seed:)?(?:think|thinking|thought|reasoning)>|◁\/?think▷|\[\/?think\]/i;
/** The end of a text that may be the beginning of a tag. */
const BEGUN_TAG = /(?:<\/?[a-z:]{0,10}|◁\/?[a-z]{0,5}|\[\/?[a-z]{0,5})$/i;
/** The line breaks before a bold heading, which begins each step of summarized thoughts. */
const HEADED = /(?<!\n)\n+(?=\*\*[^*\n]+\*\*(?:\n|$))/;

/**
 * The text and the thoughts of an answer, assembled from pieces. Thoughts that a model writes into its text between
 * `<think>` and `</think>` never become part of the text, even if a tag is split or never closed. Some servers send only
 * the closing tag, because the prompt ends with the opening one: everything before it was a thought.
 */
export class AnswerText {
  text = '';
  /** Everything that was received besides the text. */
  unseen = '';
  /** One entry per step: text or a tool call ends a step. */
  private readonly thoughts: string[] = [];
  private isBroken = true;
  /** Received text that may be the beginning of a tag. */
  private held = '';
  private isThought = false;
  /** The text since the last report. Kept apart, since a slice would copy the whole text each time. */
  private fresh = '';
  private isReported = false;
  private isVoid = false;

  /** Adds a piece of text; some servers send null. */
  say(piece: string | null | undefined): void {
    let rest = this.held + (piece ?? '');
    for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
      this.take(rest.slice(0, tag.index));
      rest = rest.slice(tag.index + tag[0].length);
      const closes = tag[0][1] === '/';
      if (closes && !this.isThought) this.takeBack();
      this.isBroken = true;
      this.isThought = !closes;
    }
    this.held = BEGUN_TAG.exec(rest)?.[0] ?? '';
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

  private take(piece: string): void {
    if (this.isThought) return this.think(piece);
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
