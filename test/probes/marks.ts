/** Begins every text of the strangers' rows that nobody but them knows. */
const SECRET_MARK = 'zqleak';
/** Begins what rows of theirs are asked for by. Letters and digits alone: it fits whatever a schema asks of a name. */
const KEY_MARK = 'zqkey';
/** Begins every id of the strangers' rows that is not made by the product itself. */
const ID_MARK = 'b0b0b0b0';

/** Makes the texts and ids of the strangers' rows, and knows them again. */
export class Marks {
  /** Ids of theirs that can be asked for. */
  readonly ids: string[] = [];
  /** Texts of theirs that can be asked for. */
  readonly texts: string[] = [];
  /** Ids that the product has made for them: a turn, its conversation, its trace, and so on. */
  readonly unmarked: string[] = [];
  private count = 0;

  /**
   * What of theirs stands in `text`.
   *
   * @param sent what they are asked for by, as far as it was sent: that may come back. With null, anything of the kind
   * may have been stored by those who asked, and only what nobody but the strangers knows is looked for.
   */
  found(text: string, sent: readonly string[] | null): string[] {
    const [secret] = /zqleak\w*/.exec(text) ?? [];
    if (secret !== undefined) return [secret];
    if (sent === null) return [];
    const rest = sent.reduce((left, value) => left.replaceAll(value, ''), text);
    const [id] = /b0b0b0b0[\w-]*/.exec(rest) ?? [];
    return [...(id === undefined ? [] : [id]), ...this.unmarked.filter((known) => rest.includes(known))];
  }

  newId(): string {
    this.count += 1;
    const id = markedId(this.count);
    this.ids.push(id);
    return id;
  }

  newKey(): string {
    this.count += 1;
    const text = `${KEY_MARK}${this.count}`;
    this.texts.push(text);
    return text;
  }

  newSecret(): string {
    this.count += 1;
    return `${SECRET_MARK}${this.count}`;
  }

  newNumber(): number {
    this.count += 1;
    return this.count % 30_000;
  }
}

/** True of a text that one of the kinds above is the beginning of. */
export const isMarked = (text: string) =>
  [ID_MARK, KEY_MARK, SECRET_MARK].some((mark) => text.startsWith(mark));

const markedId = (count: number) => `${ID_MARK}-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;
