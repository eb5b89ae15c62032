import { normalizeText, readMoney, readNumber, westernDigits } from '#tools';

const NUMBER_WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
  a: 1,
  an: 1,
  واحد: 1,
  واحده: 1,
  اثنان: 2,
  اثنين: 2,
  ثلاثه: 3,
  ثلاث: 3,
  اربعه: 4,
  اربع: 4,
  خمسه: 5,
  خمس: 5,
  سته: 6,
  ست: 6,
  سبعه: 7,
  سبع: 7,
  ثمانيه: 8,
  ثماني: 8,
  تسعه: 9,
  تسع: 9,
  عشره: 10,
  عشر: 10,
  عشرين: 20,
  عشرون: 20,
};
const WORD = Object.keys(NUMBER_WORDS)
  .sort((a, b) => b.length - a.length)
  .join('|');
/** What is below zero is no amount, no hours and no people. */
const NOT_BELOW_ZERO = String.raw`(?<!(?:minus|negative|سالب|ناقص)\s*|(?<![\p{L}\p{N}])[-−][$€£]?)`;
const NUMBER = String.raw`(?<![\p{L}\p{N}.,])${NOT_BELOW_ZERO}(\d[\d.,]*|${WORD})`;

/** A message with its digits and Arabic letters in one form; unlike `normalizeText` it keeps marks and capitals' places. */
export function plainText(text: string): string {
  return westernDigits(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/٬/g, ',');
}

export type Period = 'day' | 'week' | 'month' | 'year';

/** A number of hours, and the period that it is said of. */
export interface HoursMention {
  hours: number;
  per: Period | undefined;
  /** Behind the mention, in the text given. */
  end: number;
}

const PERIODS: [Period, string][] = [
  ['day', String.raw`a day|per day|each day|every day|daily|\/day|يوميا|في اليوم|كل يوم`],
  [
    'week',
    String.raw`a week|per week|each week|every week|weekly|\/week|اسبوعيا|في الاسبوع|بالاسبوع|كل اسبوع`,
  ],
  ['month', String.raw`a month|per month|each month|every month|monthly|\/month|شهريا|في الشهر|كل شهر`],
  [
    'year',
    String.raw`a year|per year|each year|every year|yearly|annually|\/year|سنويا|في السنه|في العام|كل سنه`,
  ],
];
const HOURS = new RegExp(
  String.raw`${NUMBER}\s*(?:working |work |man[- ]?)?(?:hours?|hrs?|h\b|ساعات|ساعه)(?:\s+(?:each|of work|عمل))?\s*(${PERIODS.map(([, words]) => words).join('|')})?`,
  'u',
);

/** The hours that a message names first. */
export function hoursIn(text: string): HoursMention | undefined {
  const plain = plainText(text);
  const found = HOURS.exec(plain);
  if (!found) return undefined;
  const hours = numberOf(found[1] ?? '');
  if (hours === undefined) return undefined;
  const said = found[2];
  const near = said ?? plain;
  const per = PERIODS.find(([, words]) => new RegExp(String.raw`(?:${words})(?!\p{L})`, 'u').test(near))?.[0];
  return { hours, per, end: found.index + found[0].length };
}

const PEOPLE = new RegExp(
  String.raw`(?:team of|we are|there are)\s+${NUMBER}(?!\p{L})|${NUMBER}\s+(?:\p{L}+\s+)?(?:people|persons?|employees|staff|colleagues|of us|workers|clerks|agents|developers|engineers|members|(?!(?:customers|orders|letters|offers|users|numbers|servers|computers|papers|hours)(?!\p{L}))\p{L}+(?:yers|ers|ors|ists|ants|ees|ians)|nurses|موظفين|موظفا|موظف|اشخاص|شخصا|شخص|عاملين|عمال|مطورين)(?!\p{L})`,
  'u',
);

/** How many people a message speaks of. */
export function peopleIn(text: string): number | undefined {
  const found = PEOPLE.exec(plainText(text));
  return found ? numberOf(found[1] ?? found[2] ?? '') : undefined;
}

const MONTHS = new RegExp(String.raw`${NUMBER}[\s-]*(?:months?|شهرا|اشهر|شهور|شهر)(?!\p{L})`, 'u');
const YEARS = new RegExp(
  String.raw`(?:over|in|for|within|خلال)\s+${NUMBER}\s*(?:years?|سنوات|سنين)(?!\p{L})`,
  'u',
);

/** A duration in months; years count twelve. */
export function monthsIn(text: string): number | undefined {
  const plain = plainText(text);
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
  /^\s*(?:working |more )?(?:hours?|hrs?|h\b|people|persons?|employees|months?|years?|weeks?|days?|%|percent|ساع|شهر|اشهر|شهور|سن|موظف|اشخاص|شخص|اسبوع|يوم)/u;
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

function numberOf(text: string): number | undefined {
  if (text === '') return undefined;
  return NUMBER_WORDS[text] ?? readNumber(text.replace(/[.,]+$/, '')) ?? NUMBER_WORDS[normalizeText(text)];
}
