import { arabicForms, findPhrase, isStopWord, normalizedWords, phraseWords, type PhrasePlace } from '#text';
import type { ReadMessage } from '../message.ts';

const words = (text: string) => new Set(normalizedWords(text));

/** Say nothing of which rows are meant, beside the stop words. */
const NEUTRAL = words(
  `many much often happened happen occurred exist exists currently altogether overall please thanks thank hello hi hey records
   record different each every all made done took take place went ran run recorded stored registered see yet still already tell know want like
   need company organisation organization office agency system there total per by list number ones kind say find
   لدينا لديكم لدي عندنا عندي هناك تم حدثت حصلت يوجد توجد كانت كان خلال جميع كل مسجله النظام المكتب الشركه اعطني اخبرني فضلكم سمحتم
   شكرا مرحبا عدد التي الذين حسب لكل هي هو`,
);
/** Stop words elsewhere; here each of them may turn a condition around or set a bound. */
const CONDITIONAL = words('no not over under out down without لا لم لن حتي قبل بعد');
const MAX_RUNS = 10;
const MAX_RUN_CHARACTERS = 80;

/** Keeps account of the words of a message that a question was made of, so that no condition is dropped in silence. */
export class UsedWords {
  readonly #used = new Set<number>();
  readonly #message: ReadMessage;

  constructor(message: ReadMessage) {
    this.#message = message;
  }

  mark({ start, end }: PhrasePlace): void {
    for (let at = start; at < end; at += 1) this.#used.add(at);
  }

  /** Whether something was made of all words there. */
  isMarked({ start, end }: PhrasePlace): boolean {
    for (let at = start; at < end; at += 1) if (!this.#used.has(at)) return false;
    return true;
  }

  /** Every place at which one of the phrases stands. */
  markPhrases(phrases: readonly string[]): void {
    for (const phrase of phrases.map(phraseWords))
      for (let from = 0; ;) {
        const place = findPhrase(this.#message.words, phrase, from);
        if (!place) break;
        this.mark(place);
        from = place.start + 1;
      }
  }

  /** Where a piece of the text as it was written stands among its words. */
  placeOfText(index: number, piece: string): PhrasePlace {
    const start = normalizedWords(this.#message.text.slice(0, index)).length;
    return { start, end: start + normalizedWords(piece).length };
  }

  /** What the question was not made of and says something, as it is written in the message: "near the sea". */
  unused(): string[] {
    const written = writtenWords(this.#message);
    const runs: string[] = [];
    for (let at = 0; at < this.#message.words.length; at += 1) {
      if (!this.#speaks(at)) continue;
      let end = at + 1;
      for (let next = end; next < this.#message.words.length && !this.#used.has(next); next += 1)
        if (this.#speaks(next)) end = next + 1;
      runs.push(writtenAt(written, at, end).slice(0, MAX_RUN_CHARACTERS));
      at = end;
    }
    return [...new Set(runs)].slice(0, MAX_RUNS);
  }

  #speaks(at: number): boolean {
    const word = this.#message.words[at] ?? '';
    if (this.#used.has(at) || word === '') return false;
    if (CONDITIONAL.has(word)) return true;
    return !arabicForms(word).some((form) => NEUTRAL.has(form) || isStopWord(form));
  }
}

/** For each normalised word the piece of the message that it is of; the word itself where they cannot be told apart. */
function writtenWords({ text, words: normalized }: ReadMessage): string[] {
  const pieces = text.split(/\s+/).flatMap((piece) => normalizedWords(piece).map(() => piece));
  return pieces.length === normalized.length ? pieces : [...normalized];
}

function writtenAt(written: readonly string[], start: number, end: number): string {
  const pieces = written.slice(start, end).filter((piece, at, all) => piece !== all[at - 1]);
  return pieces.join(' ').replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '');
}
