import { ARABIC_TEN, withDigits } from './spelled-numbers.ts';
import { valueIn } from './value-in.ts';
import { arabicForms } from '../stems.ts';
import { clauseBreaks } from '../clause-breaks.ts';
import { CURRENCY_WORDS, MULTIPLIERS, readNumber } from '../money/amounts.ts';
import { normalizedWords, westernDigits } from '../normalize-text.ts';
import { AMOUNTS_ALONE, FRACTIONS, NUMBER_WORDS, TEEN_UNITS } from './number-words.ts';

/** A number in a message. `start` (inclusive) and `end` (exclusive) are indexes of words. */
export interface NumberMention {
  value: number;
  start: number;
  end: number;
  /** True with a currency symbol or name. */
  currency: boolean;
  /** True with a suffix such as k, thousand or ألف. */
  multiplied: boolean;
  percent: boolean;
  /** Written as "3+". */
  plus: boolean;
}

export interface Numbers {
  words: string[];
  /** Indexes of words that follow a comma, a full stop or a line break. */
  breaks: ReadonlySet<number>;
  mentions: NumberMention[];
}

type Breaks = Numbers['breaks'];

/** Text with digits that is not a number: URLs, ids such as prop-0112, dates and times. */
const NOT_NUMBERS = [
  /https?:\/\/\S+|(?<!\S)[^\s@]+@\S+\.\S+/gi,
  /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?/g,
  /\b[a-z]{2,}(?:-[a-z]+)*-\d[\w-]*/gi,
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?:\s?[ap]\.?m\b\.?)?/gi,
  /\b\d{1,2}\s?[ap]\.?m\b\.?/gi,
  /\b\d{1,2}(?:st|nd|rd|th)\b/gi,
  /(?:الساعة|الساعه)\s*[\d٠-٩]{1,2}(?::[\d٠-٩]{2})?/g,
  // "الاثنين الساعة الخامسة" is Monday at five, not two hours.
  /(?<!\p{L})[وبفل]?(?:ال|لل)[اأإ]ثنين(?!\p{L})|(?<!\p{L})يوم\s+[اأإ]ثنين(?!\p{L})/gu,
  /(?:الساعة|الساعه)\s+\p{L}+/gu,
  /\b\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:\s+\d{4})?/gi,
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}\b(?:,?\s+\d{4})?/gi,
];
const RANGE = /(\d\s*(?:k|m)?)\s*[-–—]\s*(?=[\p{Sc}]?\s*\d)/giu;
/** Groups of digits between marks that separate nothing else in a sentence: apostrophes and spaces that do not break. */
const GROUPS = /(?<![\p{Nd}.,])\p{Nd}{1,3}(?:['’\u00A0\u2009\u202F]\p{Nd}{3})+(?!\p{Nd})/gu;
const MAX_GROUPS = 4;
const NUMBER = /^(?:\p{L}{0,2}(\p{Sc}))?(\d[\d.,]*)(\p{L}*)([%+]?)(\p{Sc}?)$/u;
const CURRENCIES = new Set(CURRENCY_WORDS);
const ENGLISH_UNITS: Record<string, number> = { thousand: 1e3, million: 1e6, grand: 1e3 };
/** Words after which "a grand" is an amount; in "a grand villa" it is not. */
const BEHIND_A_GRAND = new Set(
  `a per each every month monthly pcm pm euro euros eur max maximum tops top or and to but if in at for from near with by
   on is please now today only all including excluding plus`.split(/\s+/),
);
const BEHIND_A_NUMBER = /^(?:و ?|and (?:a )?)(\S+)/;
/** "And half upfront", "and a half of it", "ونصف المبلغ": half of something else. */
const HALF_OF_ANOTHER = /^and (?:half|quarter) (?!$)|^(?:and a|و) ?\S+ (?:of|ال(?!ي(?: |$))\S*)(?: |$)/;
/** "150 – 200 k", "150 k to 200 k", but not "2 to 5 k away". */
const RANGE_IN_K = /^\S*\d(?: ?k)? (?:to|and|الي) \S*\d k(?! (?:from|of|to|away)(?: |$))/;
const BEHIND_A_DISTANCE = new Set(['from', 'of', 'to', 'away']);
const MIN_LONE_K = 100;
const PERCENT_WORDS = new Set(['percent', 'pct', '%', 'بالميه', 'بالمايه', 'الميه', 'المايه']);

let last: { text: string; numbers: Numbers } | undefined;

/** Finds the numbers of a message, in digits and in words, English and Arabic. Cached, because many parameters read the same message. */
export function readNumbers(text: string): Numbers {
  if (last?.text !== text) last = { text, numbers: findNumbers(text) };
  return last.numbers;
}

function findNumbers(text: string): Numbers {
  const bare = withDigits(
    NOT_NUMBERS.reduce((rest, pattern) => rest.replace(pattern, ' | '), westernDigits(text)),
  )
    .replace(GROUPS, (groups) => groups.replace(/\P{Nd}/gu, ''))
    .replace(RANGE, '$1 to ');
  const words = normalizedWords(bare);
  const breaks = clauseBreaks(bare);
  const mentions: NumberMention[] = [];
  let at = 0;
  while (at < words.length) {
    const mention = inDigits(words, at, breaks) ?? inWords(words, at, breaks) ?? alone(words, at, breaks);
    // "500,000 euros, 3 bedrooms": the currency belongs to the number before it.
    const before = mentions.at(-1);
    if (mention && before && mention.start < before.end)
      mentions.push({ ...mention, start: before.end, currency: hasOwnCurrency(words, mention) });
    else if (mention) mentions.push(mention);
    at = mention ? mention.end : at + 1;
  }
  return { words, breaks, mentions };
}

function inDigits(words: string[], start: number, breaks: Breaks): NumberMention | undefined {
  // "و200" is "and 200".
  const word = (words[start] ?? '').replace(/^[وبلف](?=\d)/, '');
  const parts = NUMBER.exec(word);
  if (!parts) return undefined;
  const [, signBefore, digits = '', suffix = '', mark, signBehind] = parts;
  const factor = suffix === '' ? 1 : valueIn(MULTIPLIERS, suffix);
  let value = readNumber(digits);
  if (value === undefined || factor === undefined) return undefined;
  let end = suffix === '' ? endOfGroups(words, start + 1, Boolean(signBefore)) : start + 1;
  const grouped = readNumber([digits, ...words.slice(start + 1, end)].join(' '));
  if (grouped === undefined) end = start + 1;
  else value = grouped;
  const mention = withWordsAround(words, breaks, {
    value: value * factor,
    start,
    end,
    currency: Boolean(signBefore ?? '') || Boolean(signBehind ?? ''),
    multiplied: factor !== 1,
    percent: mark === '%',
    plus: mark === '+',
  });
  return isGroupedByPoint(digits, mention) ? { ...mention, value: value * 1000 } : mention;
}

/** "500.000" is half a million, as Europeans write it; "1.250 million" and "3.125%" have decimals. */
function isGroupedByPoint(digits: string, { multiplied, percent }: NumberMention): boolean {
  return !multiplied && !percent && /^[1-9]\d{0,2}\.\d{3}$/.test(digits);
}

/**
 * "1 200 EUR", "€1 200", "150 000": the end of the groups of three digits that belong to the number before them, because a
 * currency is beside them or they end in thousands; otherwise `from`.
 */
function endOfGroups(words: readonly string[], from: number, isMoney: boolean): number {
  let end = from;
  while (end < from + MAX_GROUPS && /^\d{3}$/.test(words[end] ?? '')) end += 1;
  if (/^\d{3}[.,]\d{1,2}$/.test(words[end] ?? '')) end += 1;
  const isOne = isMoney || isCurrency(words[end] ?? '') || words[end - 1]?.startsWith('000');
  return isOne ? end : from;
}

function inWords(words: string[], start: number, breaks: Breaks): NumberMention | undefined {
  const teen = lookUp(TEEN_UNITS, words[start]);
  const isTeen = teen !== undefined && ARABIC_TEN.has(words[start + 1] ?? '');
  const first = isTeen ? teen + 10 : numberWord(words[start] ?? '');
  if (first === undefined) return undefined;
  let value = first;
  let end = start + (isTeen ? 2 : 1);
  for (let last = first, next = joinedNumber(words[end]); next !== undefined && continues(last, next);) {
    value += next;
    end += 1;
    last = next;
    next = joinedNumber(words[end]);
  }
  const mention = { value, start, end, currency: false, multiplied: false, percent: false, plus: false };
  return withWordsAround(words, breaks, mention);
}

/** Arabic joins the parts of a number with و: مئة وخمسين, خمسة وعشرين. */
function joinedNumber(word = ''): number | undefined {
  return word.startsWith('و') ? valueIn(NUMBER_WORDS, word.slice(1)) : undefined;
}

/** "خمسين وستين" are two numbers, "مئة وخمسين" and "خمسة وعشرين" are one. */
function continues(last: number, next: number): boolean {
  return (last >= 100 && next < 100) || (last < 10 && next >= 20 && next < 100);
}

function numberWord(word: string): number | undefined {
  return lookUp(NUMBER_WORDS, word);
}

function lookUp(table: Record<string, number>, word = ''): number | undefined {
  for (const form of arabicForms(word)) {
    const value = valueIn(table, form);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** An amount in words without digits, or a part of it: "ألف", "مليوني", "نصف مليون", "a million", "half a million". */
function alone(words: string[], start: number, breaks: Breaks): NumberMention | undefined {
  const part = lookUp(FRACTIONS, words[start]);
  let at = part === undefined ? start : start + 1;
  if (part !== undefined && words[at] === 'of') at += 1;
  const article = words[at] === 'a';
  if (article) at += 1;
  const unit = article ? valueIn(ENGLISH_UNITS, words[at]) : lookUp(AMOUNTS_ALONE, words[at]);
  if (unit === undefined || isGrandThing(words, at)) return undefined;
  const value = unit * (part ?? 1);
  const mention = {
    value,
    start,
    end: at + 1,
    currency: false,
    multiplied: true,
    percent: false,
    plus: false,
  };
  return withWordsAround(words, breaks, mention, unit);
}

function isGrandThing(words: readonly string[], at: number): boolean {
  const behind = words[at + 1];
  return words[at] === 'grand' && behind !== undefined && !BEHIND_A_GRAND.has(behind) && !isCurrency(behind);
}

/**
 * The factor of the word behind a number. A single "m" may be metres. A lone "k" may be kilometres, except beside a currency,
 * at the end of a range and in "under 200 k".
 */
function multiplierAt(words: string[], breaks: Breaks, at: number, number: NumberMention) {
  const { start, value, currency } = number;
  const [word = '', behind = ''] = words.slice(at, at + 2);
  if (word.length > 1) return valueIn(MULTIPLIERS, word);
  const isThousand =
    currency ||
    isCurrency(behind) ||
    (isCurrency(words[start - 1] ?? '') && !BEHIND_A_DISTANCE.has(behind)) ||
    (value >= MIN_LONE_K && (breaks.has(at + 1) || behind === '')) ||
    [start, start - 2, start - 3].some((low) => RANGE_IN_K.test(words.slice(low, low + 6).join(' ')));
  return word === 'k' && isThousand ? 1e3 : undefined;
}

/** "ونصف", "and a half": a fraction behind a number, and the number of its words. */
function fractionBehind(
  words: readonly string[],
  breaks: Breaks,
  at: number,
): [part: number, length: number] {
  const [all = '', word = ''] = BEHIND_A_NUMBER.exec(words.slice(at, at + 3).join(' ')) ?? [];
  const part = valueIn(FRACTIONS, word);
  const end = at + all.split(' ').length;
  const behind = words[end] ?? '';
  const goesOn = !breaks.has(end) && !isCurrency(behind) && valueIn(MULTIPLIERS, behind) === undefined;
  const isOfAnother = goesOn && HALF_OF_ANOTHER.test(`${all} ${behind}`);
  return part === undefined || isOfAnother ? [0, 0] : [part, end - at];
}

/** Extends a number by the adjacent multiplier, currency and per cent sign. */
function withWordsAround(words: string[], breaks: Breaks, mention: NumberMention, unit?: number) {
  let { value, start, end, currency, multiplied, percent } = mention;
  if (unit === undefined) {
    // "One and a half million".
    const [part, length] = fractionBehind(words, breaks, end);
    const factor = multiplierAt(words, breaks, end + length, mention);
    if (factor !== undefined) {
      value = (value + part) * factor;
      multiplied = true;
      unit = factor;
      end += length + 1;
    }
  }
  if (unit !== undefined) {
    const [more, length] = fractionBehind(words, breaks, end);
    value += unit * more;
    end += length;
  }
  if (PERCENT_WORDS.has(words[end] ?? '')) {
    percent = true;
    end += 1;
  } else if (words[end] === 'per' && words[end + 1] === 'cent') {
    percent = true;
    end += 2;
  }
  if (isCurrency(words[end] ?? '')) {
    currency = true;
    end += 1;
  } else if (isCurrency(words[start - 1] ?? '')) {
    currency = true;
    start -= 1;
  }
  return {
    ...mention,
    value: Math.round(value * 10_000) / 10_000,
    start,
    end,
    currency,
    multiplied,
    percent,
  };
}

/** True with a currency symbol at the number or a currency after it. */
function hasOwnCurrency(words: readonly string[], { start, end }: NumberMention): boolean {
  return words.slice(start + 1, end).some((word) => isCurrency(word) || /\p{Sc}/u.test(word));
}

function isCurrency(word: string): boolean {
  return /^\p{L}{0,2}\p{Sc}\p{L}{0,2}$/u.test(word) || arabicForms(word).some((form) => CURRENCIES.has(form));
}
