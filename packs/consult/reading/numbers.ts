import { readMoney, readNumber, westernDigits, withDigits } from '#text';

/** What is below zero is no amount, no hours and no people. */
export const NOT_BELOW_ZERO = String.raw`(?<!(?:minus|negative|سالب|ناقص)\s*|(?<![\p{L}\p{N}])[-−][$€£]?)`;
/** Numbers in words are digits by then (`withDigits`). */
export const NUMBER = String.raw`(?<![\p{L}\p{N}.,])${NOT_BELOW_ZERO}(\d[\d.,]*|one|an?|واحده?)`;

/** A message with its numbers in digits and its letters in one form; unlike `normalizeText` it keeps marks and places. */
export function plainText(text: string): string {
  return westernDigits(withDigits(text))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/٬/g, ',');
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** A number of hours, and the period that it is said of. */
export interface HoursMention {
  hours: number;
  per: Period | undefined;
  /** Where the mention begins and what stands behind it, in the text given with its numbers in digits. */
  at: number;
  end: number;
}

/** How often something comes, in the words for it. */
const PERIODS: [Period, string][] = [
  ['day', String.raw`(?:a|per|each|every) day|daily|\/ ?day|يوميا|في اليوم|باليوم|كل يوم`],
  ['week', String.raw`(?:a|per|each|every) week|weekly|\/ ?week|اسبوعيا|في الاسبوع|بالاسبوع|كل اسبوع`],
  ['month', String.raw`(?:a|per|each|every) month|monthly|\/ ?month|شهريا|في الشهر|بالشهر|كل شهر`],
  // Before the year: Arabic says "the quarter of a year", and English divides an hour and a day by it as well.
  [
    'quarter',
    String.raw`(?:a|per|each|every|\/) ?quarter(?! (?:of|hour|day|past|to)(?!\p{L}))|quarterly|(?:every|each|per) 3 months|كل ربع(?: سنه| سنوي)?(?! ساعه)|(?:في|ب) ?ال?ربع(?: السنه| السنوي| الواحد)?(?! ساعه)|ربع سنويا?|كل 3 (?:اشهر|شهور)`,
  ],
  [
    'year',
    String.raw`(?:a|per|each|every) year|yearly|annually|\/ ?year|سنويا|في السنه|بالسنه|في العام|بالعام|كل سنه`,
  ],
];
const PER = PERIODS.map(([, words]) => words).join('|');
const SAID = PERIODS.map(
  ([per, words]) => [per, new RegExp(String.raw`(?:${words})(?!\p{L})`, 'u')] as const,
);
const SAID_BEHIND = PERIODS.map(
  ([per, words]) => [per, new RegExp(String.raw`^\s*(?:${words})(?!\p{L})`, 'u')] as const,
);

/** How often an amount comes, where that stands right behind it. @param behind plain text (`plainText`). */
export function periodBehind(behind: string): Period | undefined {
  return SAID_BEHIND.find(([, said]) => said.test(behind))?.[0];
}
/** May stand between hours and how often they are. */
const OF_WORK = String.raw`(?:\s+(?:each(?! (?:day|week|month|quarter|year))|of work|of (?:my|our|their) time|apiece|(?:are |is )?(?:saved|gained|lost|wasted)|(?:per|for each|for every|by each) (?:person|head|employee|colleague|member)|عمل|من العمل|لكل (?:شخص|موظف|فرد|واحد)|للشخص|للموظف|للفرد))*\s*(${PER})?`;
const HOUR = String.raw`(?:hours?|hrs?|h(?![\p{L}\p{N}])|ساعات|ساعه)`;
const WORKED = String.raw`(?:working |work |whole |full |solid |good |man[- ]?|person[- ]?)?`;
const WORKING_DAY = 8;
const HALF = String.raw`(\s+(?:and a half|ونصف|ونص))?`;

/** How hours are written, and how many those are. */
const HOURS: [RegExp, (found: RegExpExecArray) => number | undefined][] = [
  [/(?:half an hour|نصف ساعه|نص ساعه)/u, () => 0.5],
  [/(?:(?<!\d )(?:a )?quarter (?:of an )?hour|ربع ساعه)/u, () => 0.25],
  // Working days of eight hours, where it is said how often: "half a day a week", "يوما كاملا في الأسبوع".
  [
    new RegExp(
      String.raw`(?:half (?:a|of the|the|my|our|their) (?:working )?day|(?:نصف|نص) (?:ال)?(?:يوم|نهار))(?!\p{L})`,
      'u',
    ),
    () => WORKING_DAY / 2,
  ],
  [
    new RegExp(
      String.raw`${NUMBER}\s*(?:entire |full |whole |working |solid )?(?:days?|ايام|يوما?)(?:\s+(?:كامل\p{L}*|عمل))?(?=\s*(?:${PER}))`,
      'u',
    ),
    ([, number = '']) => scaled(numberOf(number), 0, 1 / WORKING_DAY),
  ],
  [
    new RegExp(String.raw`(?<!\p{L})يومين(?:\s+(?:كاملين|عمل))?(?=\s*(?:${PER}))`, 'u'),
    () => 2 * WORKING_DAY,
  ],
  [new RegExp(String.raw`(?<!\p{L})يوما?(?:\s+(?:كاملا?|عمل))?(?=\s*(?:${PER}))`, 'u'), () => WORKING_DAY],
  [
    new RegExp(String.raw`(?<!\p{L})(?:و|ال|ب)?ساعت(?:ان|ين)(?!\p{L})${HALF}`, 'u'),
    ([, half]) => 2 + halfOf(half),
  ],
  [
    new RegExp(String.raw`${NUMBER}${HALF}[\s-]*${WORKED}${HOUR}${HALF}`, 'u'),
    ([, number = '', before, behind]) => scaled(numberOf(number), halfOf(before) + halfOf(behind)),
  ],
  [
    new RegExp(String.raw`${NUMBER}[\s-]*(?:minutes?|mins?|دقيقه|دقايق|دقائق)(?!\p{L})`, 'u'),
    ([, number = '']) => scaled(numberOf(number), 0, 60),
  ],
  [/(?<!\p{L})ساعه واحده(?!\p{L})/u, () => 1],
  [
    new RegExp(String.raw`(?<!\p{L})ساعه(?:\s+(?:واحده|كامله))?${HALF}(?=\s*(?:${PER}))`, 'u'),
    ([, half]) => 1 + halfOf(half),
  ],
];

const halfOf = (words: string | undefined) => (words ? 0.5 : 0);
const scaled = (number: number | undefined, more: number, per = 1) =>
  number === undefined ? undefined : (number + more) / per;

/** The hours that a message names first. @param text with its numbers in digits. */
export function hoursIn(text: string): HoursMention | undefined {
  const plain = plainText(text);
  const [first] = HOURS.flatMap(([pattern, read]) => {
    const found = pattern.exec(plain);
    const hours = found ? read(found) : undefined;
    return found && hours !== undefined
      ? [{ hours, at: found.index, end: found.index + found[0].length }]
      : [];
  }).toSorted((a, b) => a.at - b.at || b.end - a.end);
  if (!first) return undefined;
  const { hours, at } = first;
  const behind = new RegExp(`^${OF_WORK}`, 'u').exec(plain.slice(first.end));
  const near = behind?.[1] ?? plain;
  const isOfDay =
    /^(?:half (?:of )?(?:the|my|our|their)|(?:نصف|نص) ال)/u.test(plain.slice(at)) && !behind?.[1];
  const per = isOfDay ? 'day' : SAID.find(([, said]) => said.test(near))?.[0];
  return { hours, per, at, end: first.end + (behind?.[0].length ?? 0) };
}

const MONTHS = new RegExp(String.raw`${NUMBER}[\s-]*(?:months?|شهرا|اشهر|شهور|شهر)(?!\p{L})`, 'u');
const YEARS = new RegExp(
  String.raw`(?:over|in|for|within|خلال)\s+${NUMBER}\s*(?:years?|سنوات|سنين)(?!\p{L})`,
  'u',
);

/** A duration in months; years count twelve. */
export function monthsIn(text: string): number | undefined {
  // "3000 a month" and "every three months" say how often, not how long.
  const plain = plainText(text).replace(
    /(?<!(?:over|in|for|within|after|خلال)\s+)\ba month\b|(?<!\p{L})(?:every|each|per|كل) \d+ (?:months?|اشهر|شهور|شهرا)(?!\p{L})/gu,
    ' ',
  );
  const months = numberOf(MONTHS.exec(plain)?.[1] ?? '');
  if (months !== undefined) return months;
  const years = numberOf(YEARS.exec(plain)?.[1] ?? '');
  return years === undefined ? undefined : years * 12;
}

/** An amount of money with the words of its clause before and behind it. */
export interface AmountMention {
  value: number;
  before: string;
  behind: string;
}

const AMOUNT = new RegExp(
  String.raw`([$€£]\s*)?(?<![\p{L}\p{N}.,])${NOT_BELOW_ZERO}(\d[\d.,]*)\s*(k|m|thousand|million|الفا|الف|الاف|مليون)?(?![\p{L}\p{N}])(\s*(?:dollars?|usd|دولار))?`,
  'gu',
);
const MEASURES =
  /^\s*(?:working |more )?(?:hours?|hrs?|h\b|people|persons?|employees|months?|years?|weeks?|days?|%|percent|ساع|شهر(?!يا)|اشهر|شهور|سن(?!ويا)|موظف|اشخاص|شخص|اسبوع(?!يا)|يوم(?!يا))/u;
/** A smaller number without a sign of money is none. */
const LEAST_BARE_AMOUNT = 100;
const CLAUSE_MARKS = /[;.?!؟]|,\s|\band\b|\sو(?=\p{L})/u;

/** The amounts of money in a message, in their order. */
export function amountsIn(text: string): AmountMention[] {
  const plain = plainText(text);
  const mentions: AmountMention[] = [];
  let from = 0;
  for (const found of plain.matchAll(AMOUNT)) {
    const [whole, sign = '', digits = '', suffix = '', currency = ''] = found;
    const end = found.index + whole.length;
    const rest = plain.slice(end);
    const value = readMoney(`${digits.replace(/[.,]+$/, '')}${suffix}`);
    if (value === undefined || MEASURES.test(rest)) continue;
    if (!sign && !suffix && !currency && value < LEAST_BARE_AMOUNT) continue;
    const before = plain.slice(from, found.index);
    mentions.push({
      value,
      before: before.split(CLAUSE_MARKS).at(-1) ?? '',
      behind: rest.split(CLAUSE_MARKS)[0] ?? '',
    });
    from = end;
  }
  return mentions;
}

/** Of one that is written in digits, or as "one" and its like. */
export function numberOf(text: string): number | undefined {
  if (text === '') return undefined;
  return /^\d/.test(text) ? readNumber(text.replace(/[.,]+$/, '')) : 1;
}
