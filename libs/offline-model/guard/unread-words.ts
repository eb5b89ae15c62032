import type { Fill, Gazetteer } from '#pack-kit';
import {
  arabicForms,
  DAY_WORDS,
  dualsOf,
  findPhrase,
  isForm,
  isStopWord,
  normalizedWords,
  phraseWords,
  stem,
  TIME_WORDS,
  NUMBER_WORDS,
  readNumbers,
  type NumberMention,
} from '#text';
import { toolText } from '../choose/vocabulary.ts';
import type { OfflineTool } from '../hints.ts';
import type { ReadMessage } from '../conversation/message.ts';
import type { ModelTool } from '#models';
import { findChoices } from '../fill/choice.ts';
import { codesOf } from '../fill/fill-codes.ts';
import { placeWords, readsPlaces } from '../fill/place.ts';
import {
  CURRENCY_NAMES,
  LIMIT_WORDS,
  NEGATABLE_LIMITS,
  NEGATIONS,
  NEUTRAL_WORDS,
  OPERATORS,
  UNIT_WORDS,
} from './word-lists.ts';

/** A planned call for a message. */
export interface PlannedCall {
  tool: ModelTool;
  spec: OfflineTool | undefined;
  arguments: Readonly<Record<string, unknown>>;
}

/** Sources of read words in addition to the fill codes of the calls. */
export interface Readers {
  /** Returns a gazetteer by name, for fill codes of kind `place`. */
  places: (set: string) => Gazetteer;
  /** Additional phrases that were read, such as "the same for". */
  phrases?: readonly string[];
  /** Names and symbols of the currency in which the pack's amounts are; none if it has no amounts. */
  currency?: readonly string[];
}

/** `2026-11-24`. */
const DATE_CHARACTERS = 10;
const DAYS: ReadonlySet<string> = new Set(DAY_WORDS);

/**
 * Maximum distance of a number's own words before and after it: "no more than 300k euros", "3 or more bedrooms".
 */
const WORDS_BEFORE_NUMBER = 4;
const WORDS_BEHIND_NUMBER = 4;

/**
 * Returns the words of a message that no call has read, in their original spelling. The offline model makes no call from
 * a partly read message, because a skipped number, exception or comparison would give a wrong answer.
 *
 * Every number must be a value of an argument or part of one. Every other word must be a cue or a word of the tool's
 * texts, part of an argument, or without meaning of its own. Words that reverse a meaning ("not", "without", "than") must
 * be part of a cue, of a text argument, or of the limit of a number that was read.
 */
export function unreadWords(message: ReadMessage, calls: readonly PlannedCall[], readers: Readers): string[] {
  const { words, text } = message;
  const read = new Set<number>();
  const mark = (start: number, end: number) => {
    for (let at = start; at < end; at += 1) read.add(at);
  };
  const markPhrases = (phrases: readonly string[]) => {
    for (const phrase of phrases.map(phraseWords))
      for (let place = findPhrase(words, phrase); place; place = findPhrase(words, phrase, place.start + 1))
        mark(place.start, place.end);
  };
  const leaves = calls.flatMap((call) => leavesOf(call.arguments));
  const texts = leaves.filter((leaf) => typeof leaf === 'string');
  const argumentWords = new Set(texts.flatMap((leaf) => normalizedWords(leaf)));
  const unread = [
    ...unreadNumbers(text, [...leaves, ...(readers.phrases ?? [])], calls),
    ...unreadIds(text, texts),
    ...unreadTimes(message, calls, texts),
    ...unreadCurrencies(message, readers.currency),
  ];
  for (const { spec } of calls) markPhrases(spec?.hints?.cues ?? []);
  markPhrases(readers.phrases ?? []);
  for (const call of calls) {
    for (const [name, fill] of Object.entries(call.spec?.hints?.fill ?? {})) {
      const taken = leavesOf(call.arguments[name]).map(String);
      for (const part of codesOf(fill)) {
        unread.push(...otherChoices(part, words, taken), ...otherCounts(part, words, taken));
        markTaken(part, taken, { message, readers, mark, markPhrases });
      }
    }
  }
  markLimits(message, mark);
  const known = calls.map(({ tool, spec }) => toolText(tool, spec).terms);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (read.has(at) || argumentWords.has(word) || /\d/.test(word)) continue;
    const forms = arabicForms(word);
    if (forms.some((form) => OPERATORS.has(form))) unread.push(word);
    else if (!forms.some((form) => isKnown(form, known))) unread.push(word);
  }
  return [...new Set(unread)];
}

function isKnown(word: string, terms: readonly ReadonlyMap<string, number>[]): boolean {
  return (
    isStopWord(word) ||
    NEUTRAL_WORDS.has(word) ||
    word in NUMBER_WORDS ||
    terms.some((known) => known.has(stem(word)))
  );
}

interface Marking {
  message: ReadMessage;
  readers: Readers;
  mark: (start: number, end: number) => void;
  markPhrases: (phrases: readonly string[]) => void;
}

/** Marks the words that a fill code has read. */
function markTaken(fill: Fill, taken: readonly string[], { message, readers, mark, markPhrases }: Marking) {
  const { words, text } = message;
  switch (fill.from) {
    case 'enum':
      for (const [value, synonyms] of Object.entries(fill.values))
        if (taken.includes(value)) markPhrases([value, ...synonyms]);
      return;
    case 'int':
      if (taken.length > 0) markPhrases(fill.words);
      return;
    case 'place': {
      const places = readers.places(fill.set);
      if (readsPlaces(places)) {
        const found = places.find(text).filter(({ name }) => taken.some((value) => value.includes(name)));
        markPhrases(found.map(({ written }) => written));
      } else {
        for (const at of placeWords(
          words,
          places.filter(({ name }) => taken.some((value) => value.includes(name))),
        ))
          mark(at, at + 1);
      }
      return;
    }
    case 'datetime':
    case 'year':
      if (taken.length > 0)
        words.forEach((word, at) => {
          if (arabicForms(word).some((form) => TIME_WORDS.has(form) || UNIT_WORDS.has(form)))
            mark(at, at + 1);
        });
      return;
    case 'list':
      if (taken.length > 0) markPhrases(fill.after);
      return;
    case 'money':
    case 'num':
      if (taken.length > 0) markPhrases(fill.near ?? []);
      return;
    default:
  }
}

/** Values in the message that are not in the argument: "a villa or a flat" for a single kind. */
function otherChoices(fill: Fill, words: readonly string[], taken: readonly string[]): string[] {
  if (fill.from !== 'enum' || taken.length === 0) return [];
  const synonyms = (value: string) => [value, ...(fill.values[value] ?? [])];
  const same = new Set(taken.flatMap(synonyms));
  return findChoices(words, fill.values).filter(
    (value) => !taken.includes(value) && !synonyms(value).some((word) => same.has(word)),
  );
}

/** A second count that is not in the argument: "غرفة أو غرفتين". In English each count is a separate number. */
function otherCounts(fill: Fill, words: readonly string[], taken: readonly string[]): string[] {
  if (fill.from !== 'int' || taken.length === 0) return [];
  const nouns = fill.words.flatMap(phraseWords).flatMap((noun) => [noun, ...dualsOf(noun)]);
  const isCount = (word: string) => nouns.some((noun) => isForm(word, noun));
  return words.filter(
    (word, at) =>
      word === 'او' && isCount(words[at - 1] ?? '') && !['اكثر', 'اقل'].includes(words[at + 1] ?? ''),
  );
}

/** Marks a read number together with its limit, its counted noun and its currency. */
function markLimits({ text, words }: ReadMessage, mark: Marking['mark']): void {
  const { mentions, words: numbered } = readNumbers(text);
  for (const { start, end } of mentions) {
    // Positions of numbers refer to the text without addresses and ids, so the index is found by the word.
    const at = words.indexOf(numbered[start] ?? '');
    if (at < 0) continue;
    const isLimit = (index: number) =>
      NEGATIONS.has(words[index] ?? '')
        ? index < at && NEGATABLE_LIMITS.has(words[index + 1] ?? '')
        : arabicForms(words[index] ?? '').some((form) => LIMIT_WORDS.has(form) || UNIT_WORDS.has(form));
    for (let index = at - 1; index >= Math.max(0, at - WORDS_BEFORE_NUMBER) && isLimit(index); index -= 1)
      mark(index, index + 1);
    const behind = at + (end - start);
    mark(at, behind);
    for (let index = behind; index < behind + WORDS_BEHIND_NUMBER && isLimit(index); index += 1)
      mark(index, index + 1);
  }
}

function unreadNumbers(text: string, leaves: readonly unknown[], calls: readonly PlannedCall[]): string[] {
  const values = leaves.flatMap((leaf) => (typeof leaf === 'number' ? [leaf] : numbersIn(String(leaf))));
  const factors = [1, ...calls.flatMap(({ spec }) => factorsOf(spec))];
  const isRead = ({ value }: NumberMention) =>
    factors.some((factor) => values.some((known) => Math.abs(known - value * factor) < 1e-6));
  return readNumbers(text)
    .mentions.filter((mention) => !isRead(mention))
    .map(({ value }) => String(value));
}

/** Factor of a fill for an amount: a monthly rent times twelve is a yearly one. */
function factorsOf(spec: OfflineTool | undefined): number[] {
  const fills = Object.values(spec?.hints?.fill ?? {}).flatMap(codesOf);
  return fills.flatMap((fill) =>
    fill.from === 'money' && fill.times ? [fill.times.factor] : fill.from === 'num' ? [12, 7, 60] : [],
  );
}

/** Currencies other than that of the pack: its amounts are never converted. */
function unreadCurrencies({ text, words }: ReadMessage, own: readonly string[] | undefined): string[] {
  if (!own) return [];
  const symbols = text.match(/\p{Sc}/gu) ?? [];
  const named = words.filter((word) => formsOfName(word).some((form) => CURRENCY_NAMES.has(form)));
  return [...symbols, ...named].filter((name) => !formsOfName(name).some((form) => own.includes(form)));
}

/** The forms of a word behind the digits that are written together with it: "80000usd". */
const formsOfName = (word: string) => arabicForms(word.replace(/^[\d.,]+/, ''));

function numbersIn(text: string): number[] {
  return [
    ...readNumbers(text).mentions.map(({ value }) => value),
    ...[...text.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits)),
  ];
}

const IDS =
  /(?<![\p{L}\p{N}-])[a-z]{2,}(?:-[a-z]+)*-\d[\w-]*|https?:\/\/\S*[\p{L}\p{N}/]|[^\s@]+@[^\s@]+\.[\p{L}]+/giu;

/** Ids and addresses that are in no argument. */
function unreadIds(text: string, taken: readonly string[]): string[] {
  const lower = taken.map((value) => value.toLowerCase());
  return [...text.matchAll(IDS)]
    .map(([id]) => id)
    .filter((id) => !lower.some((value) => value.includes(id.toLowerCase())));
}

const TIMES = /\b\d{1,2}[:/]\d{1,2}(?:\/\d{2,4})?\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}\s?[ap]\.?m\b/giu;

/** Dates and times of day if no argument is a date, and days that are in no argument. */
function unreadTimes(
  { text, words }: ReadMessage,
  calls: readonly PlannedCall[],
  taken: readonly string[],
): string[] {
  const moments = calls.flatMap(({ spec, arguments: given }) =>
    Object.entries(spec?.hints?.fill ?? {})
      .filter(([, fill]) => codesOf(fill).some(({ from }) => from === 'datetime'))
      .flatMap(([name]) => (typeof given[name] === 'string' ? [given[name].slice(0, DATE_CHARACTERS)] : [])),
  );
  if (moments.length > 0) {
    const days = new Set(words.filter((word) => arabicForms(word).some((form) => DAYS.has(form))));
    return [...days].slice(new Set(moments).size);
  }
  return [...text.matchAll(TIMES)]
    .map(([time]) => time)
    .filter((time) => !taken.some((value) => value.includes(time)));
}

function leavesOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [value];
}
