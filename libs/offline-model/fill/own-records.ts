import { ASKER } from '#tools';
import {
  arabicForms,
  findPhrase,
  normalizedWords,
  normalizeText,
  phraseWords,
  TIME_WORDS,
  type PhrasePlace,
} from '#text';
import { type Dataset } from '#pack-kit';
import type { ReadMessage } from '../message.ts';
import { isNegated, type DataFilter } from './data-filters.ts';
import { tellingWords } from './data-words.ts';
import type { UsedWords } from './used-words.ts';

export interface NamedRecords {
  dataset: Dataset;
  /** Where the message names them. */
  places: readonly PhrasePlace[];
}

const phrases = (text: string) => text.split(',').map((phrase) => normalizedWords(phrase));

/** Says by itself that records are those of whoever asks. */
const OWN = phrases(
  `assigned to me,given to me,allocated to me,belong to me,belongs to me,belonging to me,in my name,under my name,in my care,
   i look after,i am looking after,im looking after,am i looking after,i m looking after,i am responsible for,im responsible for,
   i m responsible for,am i responsible for,i am in charge of,am i in charge of,i handle,i manage,i take care of,
   الخاصه بي,الخاصين بي,الخاصون بي,التابعين لي,التابعه لي,المسنده الي,المسندين الي,المسندون الي,المسنده لي,المسندين لي,المسندون لي,
   المخصصه لي,المخصصين لي,المخصصون لي,انا مسوول عنهم,انا مسوول عنها,انا مسووله عنهم,انا مسووله عنها`,
);
/** The same, unless more follows: "which leads do I have to call?" is about what to do, "have access to" about rights. */
const HAVE = phrases('do i have,do i still have,do i currently have,have i got,i have got');
/** Behind the name of the records, or at the end: «كم عميل لدي؟». */
const HAVE_AR = new Set(normalizedWords('لدي عندي'));
/** "To me" and "with me" of the two above: read without marks they are إلى and لدى as well, "to" and "with" somebody. */
const TO_ME_OR_TO = new Set(normalizedWords('إلي لدي'));
/** What stands behind "to me", and not behind "to". */
const BEHIND_ME = new Set(normalizedWords('في منذ حاليا فقط ايضا'));
const ARTICLES = new Set(normalizedWords('the a an this that'));
const PRONOUNS_AR = new Set(normalizedWords('هم هي هن'));

/**
 * Filters for the records of whoever asks, or of the others: "which leads are mine?", "my deals", «عملائي». Empty where
 * none is meant, or the records do not say whose they are.
 *
 * @param between words that may stand between "my" and the name of the records, besides what tells which rows.
 */
export function ownRecords(
  message: ReadMessage,
  named: NamedRecords,
  between: ReadonlySet<string>,
  used: UsedWords,
): DataFilter[] {
  const [field] = Object.entries(named.dataset.fields).find(([, { user }]) => user) ?? [];
  const place = field === undefined ? undefined : ownPlace(message, named, between);
  if (field === undefined || !place) return [];
  const op = isNegated(message.words, place, used) ? 'ne' : 'eq';
  used.mark(place);
  return [{ field, op, value: ASKER }];
}

function ownPlace(
  message: ReadMessage,
  { dataset, places }: NamedRecords,
  between: ReadonlySet<string>,
): PhrasePlace | undefined {
  const { words } = message;
  const said = OWN.map((phrase) => findPhrase(words, phrase)).find(
    (place) => place !== undefined && isToMe(message, place.end - 1),
  );
  return (
    said ??
    inTheName(words, dataset) ??
    mineAt(words, places) ??
    myBefore(words, { dataset, places }, between) ??
    haveAt(message, places)
  );
}

/** Not «إلى كريم», also where it is written «إلي كريم»: a time or a small word may follow "to me", or the article of an adjective. */
function isToMe({ text, words }: ReadMessage, at: number): boolean {
  const form = arabicForms(words[at] ?? '').find((word) => TO_ME_OR_TO.has(word));
  const next = words[at + 1];
  if (form === undefined || next === undefined) return true;
  const written = writtenAt(text, words, at);
  if (written.includes('\u0651') || BEHIND_ME.has(next) || isTime(next)) return true;
  return written.endsWith('ي') && /^(?:من|هذا|هذه|ال\p{L}{2,})$/u.test(next);
}

const isTime = (word: string) => /^\d/.test(word) || arabicForms(word).some((form) => TIME_WORDS.has(form));

/** The word as it is written, with its marks. */
function writtenAt(text: string, words: readonly string[], at: number): string {
  const alike = [...text.matchAll(/[\p{L}\p{M}]+/gu)].filter(([word]) => normalizeText(word) === words[at]);
  return alike[words.slice(0, at).filter((word) => word === words[at]).length]?.[0] ?? '';
}

function inTheName(words: readonly string[], { ownedAs = [] }: Dataset): PhrasePlace | undefined {
  return ownedAs.map((name) => findPhrase(words, phraseWords(name))).find((place) => place !== undefined);
}

/** "Mine", not "a friend of mine" and not "the mine"; «العملاء لي», not «اعرض لي». */
function mineAt(words: readonly string[], places: readonly PhrasePlace[]): PhrasePlace | undefined {
  const at = words.findIndex(
    (word, index) =>
      word === 'mine' &&
      !ARTICLES.has(words[index - 1] ?? '') &&
      (words[index - 1] !== 'of' || places.some(({ end }) => end === index - 1)),
  );
  if (at >= 0) return { start: at, end: at + 1 };
  const mine = words.findIndex(
    (word, index) =>
      word === 'لي' && (PRONOUNS_AR.has(words[index - 1] ?? '') || places.some(({ end }) => end === index)),
  );
  return mine < 0 ? undefined : { start: mine, end: mine + 1 };
}

function myBefore(
  words: readonly string[],
  { dataset, places }: NamedRecords,
  between: ReadonlySet<string>,
): PhrasePlace | undefined {
  const telling = tellingWords(dataset);
  for (const { start } of places)
    for (let at = start - 1; at >= 0; at -= 1) {
      const word = words[at] ?? '';
      if (word === 'my') return { start: at, end: at + 1 };
      if (!between.has(word) && !telling.has(word) && !/^\d+$/.test(word)) break;
    }
  return undefined;
}

function haveAt(message: ReadMessage, places: readonly PhrasePlace[]): PhrasePlace | undefined {
  const { words } = message;
  const said = HAVE.map((phrase) => findPhrase(words, phrase)).find((place) => place !== undefined);
  if (said) return ['to', 'access'].includes(words[said.end] ?? '') ? undefined : said;
  const at = words.findIndex(
    (word, index) =>
      arabicForms(word).some((form) => HAVE_AR.has(form)) &&
      (index === words.length - 1 ||
        places.some(({ start, end }) => start === index + 1 || (end === index && isToMe(message, index)))),
  );
  return at < 0 ? undefined : { start: at, end: at + 1 };
}

/** "Whose lead is this?": about the contact of the conversation, not about the office's records. */
export function asksWhose({ words }: ReadMessage, places: readonly PhrasePlace[]): boolean {
  const at = words.indexOf('whose');
  const place = places.find(({ start }) => start === at + 1);
  if (at < 0 || !place) return false;
  const [is = '', who = ''] = words.slice(place.end);
  return ['is', 's'].includes(is) && ['this', 'that', 'he', 'she', 'it'].includes(who);
}
