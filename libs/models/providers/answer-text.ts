/** A character inside a tag: no tag begins with it. */
const WITHIN = '[^<>◁[]';
/** A tag of thoughts to its name: `<think>`, `<seed:think>`, `<longcat_think>`, `<|begin_of_thought|>`. */
const NAMED = String.raw`<\|?/?(?:[a-z_]{1,12}[:_])?(?:think|thinking|thoughts?|reasoning)`;
/** The header of a message of gpt-oss to its last token: `<|start|>assistant<|channel|>analysis<|message|>`. */
const HEADER = String.raw`(?:<\|(?:start|channel|constrain)\|>${WITHIN}{0,80})`;
/** The other tags are those of Kimi and Magistral, and the ends of messages of gpt-oss. */
const TAG = new RegExp(
  String.raw`${NAMED}(?:\s${WITHIN}{0,20}=${WITHIN}{0,80})?\s{0,9}\|?>|${HEADER}{1,3}<\|message\|>|◁/?think▷|\[/?think\]|<\|(?:end|return|call)\|>`,
  'i',
);
/** The end of a text that may be the beginning of a tag. */
const BEGUN_TAG = new RegExp(
  String.raw`(?:${NAMED}\s${WITHIN}{0,120}|${HEADER}{0,3}(?:<\|?/?[a-z:_]{0,24}\|?)?|◁/?[a-z]{0,5}|\[/?[a-z]{0,5})$`,
  'i',
);
const CLOSES = /^[<◁[]\|?(?:\/|end_of_)|^<\|(?:start|channel)\|>(?!.*(?:analysis|commentary))/is;
const ENDS_MESSAGE = /^<\|(?:end|return|call)\|>/i;
/** The line breaks before a bold heading, which begins each step of summarized thoughts. */
const HEADED = /(?<!\n)\n+(?=\*\*[^*\n]+\*\*(?:\n|$))/;

/**
 * The text and the thoughts of an answer, assembled from pieces. Thoughts that a model writes into its text between
 * `<think>` and `</think>` never become part of the text, even if a tag is split, or begins the answer and is never closed.
 * Some servers send only the closing tag, because the prompt ends with the opening one: everything before it was a thought.
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
  private hasHeaders = false;
  private readonly opened = new Set<string>();
  /** An opening tag within the text with all behind it, which is text if no tag closes it, and what was received before. */
  private unclosed: { text: string; unseen: string; steps: number } | undefined;
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
      this.readTag(tag[0]);
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
    this.unclosed = undefined;
  }

  /** @param isWhole false for an answer that was cut, in which a tag that nothing closes began a thought. */
  end(isWhole = true): void {
    const { held } = this;
    this.held = '';
    this.take(held);
    if (!this.unclosed || !isWhole) return;
    const { text, unseen, steps } = this.unclosed;
    this.break();
    this.isThought = false;
    this.thoughts.length = steps;
    this.unseen = unseen;
    this.take(text);
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

  private readTag(tag: string): void {
    const endsMessage = ENDS_MESSAGE.test(tag);
    // The text of another model may be about these tokens.
    if (endsMessage && !this.hasHeaders) return this.take(tag);
    this.hasHeaders ||= tag.endsWith('<|message|>');
    const closes = endsMessage || CLOSES.test(tag);
    if (closes && !endsMessage && !this.isThought) this.takeBack();
    // A tag that has opened a thought before, and a token, are no text.
    const mayBeText = this.text !== '' && !this.isThought && !tag.startsWith('<|') && !this.opened.has(tag);
    if (closes) this.unclosed = undefined;
    else if (this.unclosed) this.unclosed.text += tag;
    else if (mayBeText) this.unclosed = { text: tag, unseen: this.unseen, steps: this.thoughts.length };
    this.opened.add(tag);
    this.isBroken = true;
    this.isThought = !closes;
  }

  private take(piece: string): void {
    if (this.isThought) {
      if (this.unclosed) this.unclosed.text += piece;
      return this.think(piece);
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
