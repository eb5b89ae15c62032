/** Prefix of every text in the strangers' rows that only they know. */
const SECRET_MARK = 'zqleak';
/**
 * Prefix of values by which rows can be looked up. It has only letters and digits, so that it fits any schema of a
 * name.
 */
const KEY_MARK = 'zqkey';
/** Prefix of every id in the strangers' rows that the product does not generate. */
const ID_MARK = 'b0b0b0b0';

/** Creates the texts and ids of the strangers' rows, and recognises them. */
export class Marks {
  /** Ids of the strangers that a request can contain. */
  readonly ids: string[] = [];
  /** Texts of the strangers that a request can contain. */
  readonly texts: string[] = [];
  /** Ids that the product generated for the strangers: a turn, its conversation, its trace, and so on. */
  readonly unmarked: string[] = [];
  private count = 0;

  /**
   * The strangers' values in `text`.
   *
   * @param sent the lookup values of the request, which the response may contain. With null, the caller may have stored
   * any of them, and only texts that the strangers alone know are searched for.
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

/** True for a text of which one of these values is a prefix. */
export const isMarked = (text: string) =>
  [ID_MARK, KEY_MARK, SECRET_MARK].some((mark) => text.startsWith(mark));

const markedId = (count: number) => `${ID_MARK}-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;
