import {
  ASKER,
  arabicForms,
  findPhrase,
  normalizedWords,
  phraseWords,
  type Dataset,
  type PhrasePlace,
} from '#tools';
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
/** The same, unless more follows: "which leads do I have to call?" is about what to do. */
const HAVE = phrases('do i have,do i still have,do i currently have,have i got,i have got');
/** Behind the name of the records, or at the end: «كم عميل لدي؟». */
const HAVE_AR = new Set(normalizedWords('لدي عندي'));
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
  const place = field === undefined ? undefined : ownPlace(message.words, named, between);
  if (field === undefined || !place) return [];
  const op = isNegated(message.words, place, used) ? 'ne' : 'eq';
  used.mark(place);
  return [{ field, op, value: ASKER }];
}

function ownPlace(
  words: readonly string[],
  { dataset, places }: NamedRecords,
  between: ReadonlySet<string>,
): PhrasePlace | undefined {
  const said = OWN.map((phrase) => findPhrase(words, phrase)).find((place) => place !== undefined);
  return (
    said ??
    inTheName(words, dataset) ??
    mineAt(words, places) ??
    myBefore(words, { dataset, places }, between) ??
    haveAt(words, places)
  );
}

function inTheName(words: readonly string[], { ownedAs = [] }: Dataset): PhrasePlace | undefined {
  return ownedAs.map((name) => findPhrase(words, phraseWords(name))).find((place) => place !== undefined);
}

/** "Mine", not "a friend of mine"; «العملاء لي», not «اعرض لي». */
function mineAt(words: readonly string[], places: readonly PhrasePlace[]): PhrasePlace | undefined {
  const at = words.indexOf('mine');
  if (at >= 0 && (words[at - 1] !== 'of' || places.some(({ end }) => end === at - 1)))
    return { start: at, end: at + 1 };
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

function haveAt(words: readonly string[], places: readonly PhrasePlace[]): PhrasePlace | undefined {
  const said = HAVE.map((phrase) => findPhrase(words, phrase)).find((place) => place !== undefined);
  if (said) return words[said.end] === 'to' ? undefined : said;
  const at = words.findIndex(
    (word, index) =>
      arabicForms(word).some((form) => HAVE_AR.has(form)) &&
      (index === words.length - 1 || places.some(({ start, end }) => end === index || start === index + 1)),
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
