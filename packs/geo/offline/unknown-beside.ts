import { arabicForms, MAX_READ_CHARACTERS } from '#text';
import { findPlaces, wordsOf, type Word } from '../schema/places/find-places.ts';
import {
  BEFORE_PLACES,
  COMPARING,
  JOINING,
  NO_PLACES_BEHIND_AND,
  NO_PLACES_BEHIND_PREFIX,
} from './no-places.ts';
import { isNoPlace, isNumber, liesElsewhere, OF_SOMEBODY } from './unknown-places.ts';

const MOST_WORDS = 3;
const COMMA = /^\s*[,،]\s*$/;
const MARK = /^\s*[&/]\s*$/;
/** Nothing but spaces, and the point of "vs.". */
const PLAIN = /^\s*\.?\s*$/;
/** "And" joins names in small letters where it stands between what is compared. */
const COMPARES = /\b(?:between|compar\w*|versus|vs|differ\w*)\b/i;
const LEADING = /^(?:between|compar\w*|و?قارن)$/;
const CAPITAL = /^\p{Lu}/u;
const ARABIC = /^\p{Script=Arabic}/u;
/** "And" is written onto the name. */
const WITH_AND = /^و\p{Script=Arabic}{3,}$/u;
const WITH_ARTICLE = /^و?ال/u;
/** What leads up to a year. */
const BEFORE_YEARS = /^(?:ل?سنه|ل?عام|في|خلال|منذ|بين|من)$/;
const YEARS_BY_WORD = /^(?:العام|السنه)$/;

/** Where a name begins that is joined to what ends before it. */
interface Joined {
  at: number;
  /** How many letters of it are "and". */
  letters: number;
  comparing: boolean;
  /** Nothing but a comma joins it. */
  comma: boolean;
}

/**
 * Names that nobody knows and that stand on one level with a place that is known, as they are written: "Hili and Atlantis",
 * "ياس وأتلانتس", "Atlantis vs Yas". Other words beside a place are of something else more often than not: behind a comma
 * only names are taken of which it is known that they lie elsewhere, and in Arabic only a word that ends its clause.
 */
export function unknownPlacesBeside(text: string): string[] {
  const read = text.slice(0, MAX_READ_CHARACTERS);
  const known = findPlaces(read);
  return known.length === 0 ? [] : new Names(read, known).beside();
}

class Names {
  private readonly words: Word[];
  private readonly compares: boolean;
  private readonly found = new Map<number, string>();

  constructor(
    private readonly text: string,
    private readonly known: readonly { start: number; end: number }[],
  ) {
    this.words = wordsOf(text);
    this.compares = COMPARES.test(text) || /قارن|مقارن|الفرق|فرق/.test(text);
  }

  /** In the order of the message. */
  beside(): string[] {
    for (const { start, end } of this.known) {
      this.behind(this.words.findLastIndex((word) => word.start < end));
      this.ahead(this.words.findIndex((word) => word.start >= start));
    }
    const inOrder = [...this.found].toSorted(([one], [other]) => one - other).map(([, name]) => name);
    return [...new Set(inOrder)];
  }

  /** Those that are joined on behind the word at this place, one after the other. */
  private behind(last: number): void {
    const first = this.joined(last);
    if (first === undefined) return;
    const name: Word[] = [];
    let at = first.at;
    while (name.length < MOST_WORDS && this.goesOn(at, first.at)) name.push(this.words[at++]!);
    // A longer run of words is a clause.
    if (name.length === 0 || !this.isName(name, first.comparing) || this.goesOn(at, first.at)) return;
    if (!isElsewhere(name, first.letters) && (first.comma || !this.mayBeUnknown(name, at))) return;
    this.keep(name, first.letters);
    this.behind(at - 1);
  }

  /** That which stands before the joining word, from what leads up to a place on. */
  private ahead(first: number): void {
    const own = this.words[first];
    const before = this.words[first - 1];
    if (!own || !before) return;
    const gap = this.gap(first - 1);
    const comparing = COMPARING.has(before.word);
    const isJoin = PLAIN.test(gap) && (JOINING.has(before.word) || (comparing && this.compares));
    const isComma = COMMA.test(gap);
    if (!isJoin && !isComma && !MARK.test(gap) && !WITH_AND.test(own.word)) return;
    const last = isJoin ? first - 2 : first - 1;
    const name: Word[] = [];
    let at = last;
    while (name.length < MOST_WORDS && this.goesOn(at, at === last ? at : at + 1))
      name.unshift(this.words[at--]!);
    if (name.length === 0 || (isComma && !isElsewhere(name, 0))) return;
    const leads = this.words[at];
    // "Yas, Atlantis and Hili": the last "and" is of the whole list.
    const isListed = isJoin && this.isOfKnown(leads) && COMMA.test(this.gap(at));
    const isLed =
      isListed || (leads !== undefined && (BEFORE_PLACES.has(leads.word) || LEADING.test(leads.word)));
    const isFirst = at < 0 && this.isCapital(name);
    if ((isLed || isFirst) && this.isName(name, comparing)) this.keep(name, 0);
  }

  /** What is joined to that which ends at this place. */
  private joined(last: number): Joined | undefined {
    const next = this.words[last + 1];
    if (!next) return undefined;
    const gap = this.gap(last);
    const first = { at: last + 1, letters: 0, comparing: false, comma: false };
    if (COMMA.test(gap)) return { ...first, letters: WITH_AND.test(next.word) ? 1 : 0, comma: true };
    if (MARK.test(gap)) return first;
    if (!PLAIN.test(gap)) return undefined;
    const comparing = COMPARING.has(next.word) && this.compares;
    if ((JOINING.has(next.word) || comparing) && PLAIN.test(this.gap(last + 1)))
      return { ...first, at: last + 2, comparing };
    return WITH_AND.test(next.word) ? { ...first, letters: 1 } : undefined;
  }

  /** In Arabic, which has no capitals, a single word without the article, behind which its clause ends. */
  private mayBeUnknown(name: readonly Word[], next: number): boolean {
    const { word } = name[0]!;
    if (!ARABIC.test(word)) return true;
    return name.length === 1 && !WITH_ARTICLE.test(word) && this.endsClause(next);
  }

  /** Nothing of a clause stands at this place: the end, a mark, a year, another number, or another name. */
  private endsClause(at: number): boolean {
    const next = this.words[at];
    if (!next || !PLAIN.test(this.gap(at - 1))) return true;
    if (isNumber(next.word) || YEARS_BY_WORD.test(next.word) || JOINING.has(next.word)) return true;
    if (this.isOfKnown(next) || (WITH_AND.test(next.word) && isElsewhere([next], 1))) return true;
    return BEFORE_YEARS.test(next.word) && isNumber(this.words[at + 1]?.word ?? '');
  }

  private isOfKnown(word: Word | undefined): boolean {
    return word !== undefined && this.known.some(({ start, end }) => word.start >= start && word.start < end);
  }

  /** The word at this place is one of a name that begins at `first`. */
  private goesOn(at: number, first: number): boolean {
    const word = this.words[at];
    if (!word || (at > first && !PLAIN.test(this.gap(at - 1)))) return false;
    if (this.isOfKnown(word)) return false;
    if (isNumber(word.word) || BEFORE_PLACES.has(word.word) || isNoPlace(this.text, word)) return false;
    if (JOINING.has(word.word) || COMPARING.has(word.word)) return false;
    if (at > first && (WITH_AND.test(word.word) || NO_PLACES_BEHIND_AND.has(word.word))) return false;
    const isLatinName = ARABIC.test(word.word) || !this.hasCapitals() || this.isCapital([word]);
    return isLatinName;
  }

  private isName(name: readonly Word[], comparing: boolean): boolean {
    const { word } = name[0]!;
    if (OF_SOMEBODY.test(word) || arabicForms(word).some(isOfClause)) return false;
    return ARABIC.test(word) || this.isCapital(name) || comparing || this.compares;
  }

  /** A place that is known is in capitals. */
  private hasCapitals(): boolean {
    return this.known.some(({ start }) => CAPITAL.test(this.text.slice(start)));
  }

  private isCapital(name: readonly Word[]): boolean {
    return name.every(({ start }) => CAPITAL.test(this.text.slice(start)));
  }

  private gap(at: number): string {
    return this.text.slice(this.words[at]?.end, this.words[at + 1]?.start);
  }

  private keep(name: readonly Word[], letters: number): void {
    const { start } = name[0]!;
    this.found.set(start, this.text.slice(start + letters, name.at(-1)!.end));
  }
}

function isElsewhere([first, second]: readonly Word[], letters: number): boolean {
  return first !== undefined && liesElsewhere(first.word.slice(letters), second?.word);
}

function isOfClause(form: string): boolean {
  return NO_PLACES_BEHIND_AND.has(form) || NO_PLACES_BEHIND_PREFIX.has(form);
}
