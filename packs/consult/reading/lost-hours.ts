import { readNumber } from '#text';
import { hoursIn, plainText, type Period } from './numbers.ts';
import { peopleMentioned, type PeopleMention } from './people.ts';

/** Five days are a week of work, four weeks a month. */
const WEEKS: Record<Period, (hours: number) => number> = {
  day: (hours) => hours * 5,
  week: (hours) => hours,
  month: (hours) => hours / 4,
  quarter: (hours) => hours / 12,
  year: (hours) => hours / 52,
};

/** What "each" may stand before that loses no time itself. */
export const NOT_A_PERSON = String.raw`(?!\s+(?:of\s+(?:these|those|our|the)\s+)?(?:single\s+)?(?:weeks?|days?|months?|years?|mornings?|evenings?|fridays?|mondays?|times?|reports?|orders?|invoices?|emails?|mails?|tickets?|customers?|clients?|projects?|documents?|calls?|cases?|quarters?)(?!\p{L}))`;
const EACH = new RegExp(
  String.raw`(?<!\p{L})(?:each${NOT_A_PERSON}|apiece|per (?:person|head|employee|capita|member|colleague|nose)|every (?:one|single one|person|employee|colleague|member)|everyone|everybody|a head|a person|individually|و?لكل (?:من(?:هم|ا|كم|هن)?|واحد\p{L}*|شخص|موظف\p{L}*|فرد|عضو|مهندس|محاسب|عامل|زميل|\d+)|كل (?:واحد|واحده|منهم|منا|شخص|موظف|فرد|عضو|زميل)|للشخص|للموظف|للفرد|الواحد)(?!\p{L})`,
  'u',
);
const TOGETHER =
  /(?<!\p{L})(?:(?<!\b(?:put|puts|putting|get|gets|bring|brings|pull|pulls|piece|pieces|work|works|working|sit|come) (?:\p{L}+ )?)together|altogether|in total|total of|all in all|in all|combined|collectively|overall|between (?:us|them|the \d+|all of)|as an? (?:team|whole|group|company|department|office)|(?:the|our) (?:whole|entire) (?:team|department|company|office|group)|whole team|across (?:the|our|all)|(?:it is|that is|it s|that s|this is) (?:the|a) (?:total|sum)|man[- ]?hours|person[- ]?hours|مجتمعين|مجموعهم|بالمجموع|في المجموع|المجموع|ال?اجمالي?|معا|جميعا|كلنا|كلهم|ككل|(?:ال)?فريق\p{L}* (?:كله|باكمله|كامل\p{L}*)|كفريق|للفريق كله)(?!\p{L})/u;
/** The hours are said of all of them, where how many they are is said by itself: "we are 12 and lose 15 hours". */
const OF_THE_TEAM =
  /(?<!\p{L})(?:(?:and|but|so|,|،)\s*)?(?:(?:we|(?:the|our|my|a) (?:\p{L}+ )?(?:team|department|company|office|staff|agency|firm)(?: of \d+)?|team of \d+)(?: (?:also|all|still|probably|currently|easily|just|do|now|can|are))*|and) (?:los[et]\p{L}*|wast\p{L}*|spend\p{L}*|spent|burn\p{L}*|need\p{L}*|invest\p{L}*)|(?<!\p{L})و?(?:ن(?:ضيع|خسر|هدر|قضي|صرف|ستهلك|مضي)\p{L}*|[يت](?:ضيع|خسر|هدر|قضي|صرف|ستهلك|مضي)\p{L}*\s+(?:ال)?فريق\p{L}*|(?:ال)?فريق\p{L}*(?:\s+من \d+(?: \p{L}+)?)?\s+[يت](?:ضيع|خسر|هدر|قضي|صرف|ستهلك|مضي)\p{L}*)/u;

/** Whose hours are told: of each of them, of all together; undefined where it is not said. */
export type HoursOf = 'each' | 'together';

export function hoursOf(text: string): HoursOf | undefined {
  const plain = plainText(text);
  if (EACH.test(plain)) return 'each';
  return TOGETHER.test(plain) ? 'together' : undefined;
}

const CURRENCY = String.raw`(?:\s*(?:us )?(?:dollars?|usd|bucks|euros?|eur|pounds?|quid|gbp|aed|dhs?|dirhams?|sar|riyals?|chf|francs?|[$€£]|دولار(?:ا|ات)?|يورو|درهما?|ريالا?|جنيها?))`;
/** By what stands at the amount; dirhams and riyals are those of the Gulf. */
const CURRENCIES: [code: string, written: RegExp][] = [
  ['EUR', /€|(?<!\p{L})(?:euros?|eur)(?!\p{L})|يورو/u],
  ['GBP', /£|(?<!\p{L})(?:pounds?|quid|gbp)(?!\p{L})/u],
  ['AED', /(?<!\p{L})(?:aed|dhs?|dirhams?)(?!\p{L})|درهم/u],
  ['SAR', /(?<!\p{L})(?:sar|riyals?)(?!\p{L})|ريال/u],
  ['CHF', /(?<!\p{L})(?:chf|francs?)(?!\p{L})/u],
  ['EGP', /جنيه/u],
];
const HOURLY = String.raw`(?:\s*(?:an|per|each|a|the|every|\/)\s*(?:working |man-?)?(?:hour|hr|h)(?!\p{L})|\s*hourly|\s*(?:لل|في ال|بال|كل |ل|\/\s?)ساعه)`;
const ARABIC_AROUND = String.raw`(?: العمل)?(?: عندنا| لدينا| الواحده| تكلفنا| تكلف)*`;
const HOUR_COSTS = String.raw`(?:(?:an|the|one|each|every|our|per) (?:\p{L}+ )?hours?(?: of (?:work|theirs|their time|our time))?(?: (?:is|costs?|at|are|worth|of))*(?: us)?(?: (?:about|around|roughly|some|at|is|of|worth))*|(?:hourly (?:rate|cost|wage|pay|price)s?|(?:rate|cost|wage|price) (?:of|for|per) (?:an|the|one|each) hour)(?: (?:is|of|at|to|are|about|around|more|like|rather|closer|roughly|would be))*:?|(?:سعر|تكلفه|اجر|كلفه|ثمن|معدل|اجره)\s*(?:ال)?ساعه${ARABIC_AROUND}(?:\s*(?:هي|هو|ب|حوالي|نحو))*|(?:ال)?ساعه(?: ال\p{L}+| \p{L}+نا)?${ARABIC_AROUND}\s*(?:ب|هي ب|تكلف\p{L}*)(?:\s*(?:حوالي|نحو))?|الساعه${ARABIC_AROUND}(?=\s*\d[\d.,]*\s*(?:dollars?|usd|\$|دولار)))`;
const AMOUNT = String.raw`(\d[\d.,]*)`;

/** What an hour of work costs, in words. */
const RATES = [
  // "$30 an hour", "30 dollars per hour", "30/h", "بـ 40 دولار للساعة"
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?:[$€£]|(?:usd|eur|gbp|aed|sar|chf)(?=[\s\d]))?\s?${AMOUNT}${CURRENCY}?${HOURLY}`,
    'u',
  ),
  // "An hour costs us 30 dollars", "the hourly rate is 40", "الساعة بـ 25 دولارا"
  new RegExp(
    String.raw`(?<!\p{L})و?${HOUR_COSTS}\s*(?:[$€£]|(?:usd|eur|gbp|aed|sar|chf)(?=[\s\d]))?\s?${AMOUNT}${CURRENCY}?(?![\d:]|\s*(?:hours?|people|%|am|pm|o'? ?clock|ساع|موظف|شخص|اشخاص|مرات|صباحا|مساء|عصرا|ظهرا))`,
    'u',
  ),
];
/** Without a price here: no ISO code can be told for sure. */
const OTHER_CURRENCY = /^\s*(?:دينار|dinars?|pesos?|rupees?|yen|liras?|krone?r?|ليره)/u;

/** What an hour of work costs. */
export interface HourlyRate {
  rate: number;
  /** ISO 4217; absent for US dollar and where none is named. */
  currency?: string;
}

/** What an hour of work costs; undefined where it is told in a currency that is not known here, or not at all. */
export function hourlyRateIn(text: string): HourlyRate | undefined {
  const plain = plainText(text).replaceAll('ـ', '');
  for (const pattern of RATES) {
    const found = pattern.exec(plain);
    const [whole = '', digits = ''] = found ?? [];
    if (!found || OTHER_CURRENCY.test(plain.slice(found.index + whole.length))) continue;
    const rate = readNumber(digits.replace(/[.,]+$/, ''));
    if (rate !== undefined && rate > 0) return { rate, ...currencyIn(whole) };
  }
  return undefined;
}

/** The currency that a text names, where it is another one than US dollar. */
export function currencyIn(text: string): Pick<HourlyRate, 'currency'> {
  const plain = plainText(text);
  const [currency] = CURRENCIES.find(([, written]) => written.test(plain)) ?? [];
  return currency === undefined ? {} : { currency };
}

/** The words that tell a rate, for what is to be read without them. */
export const RATE_WORDS = String.raw`(?:(?<![\s,،])[\s,،]+)?(?:(?:and|at|for|costing|with|we pay(?: them)?|each costs us|بتكلفه|بسعر|بمعدل|وتكلفه|و)\s*)*(?:${HOUR_COSTS}\s*[€£$]?\s?\d[\d.,]*${CURRENCY}?|[€£$]?\s?(?<![\d.,])\d[\d.,]*${CURRENCY}?${HOURLY})`;

const RATE_SAID = new RegExp(RATE_WORDS, 'gu');

/** The plain text without what an hour costs, all else in its place: "30 dollars an hour" tells no hours. */
export function withoutRates(text: string): string {
  return plainText(text).replace(RATE_SAID, (rate) => ' '.repeat(rate.length));
}

/** The hours a week that each of them loses, as a message tells; hours that a team loses together are shared out. */
export interface LostHours {
  hoursPerWeek?: number;
  people?: number;
  /** The hours a week as told, where they are those of all together. */
  together?: number;
}

export function lostHoursIn(written: string): LostHours {
  const text = withoutRates(written);
  const hours = hoursIn(text);
  const mention = peopleMentioned(text, hours?.at);
  const people = mention?.people;
  if (!hours) return people === undefined ? {} : { people };
  const told = WEEKS[hours.per ?? 'week'](hours.hours);
  if (people === undefined || people < 1) return { hoursPerWeek: told };
  const isShared = people > 1 && isOfAll(text, mention, { at: hours.at, told });
  return { people, hoursPerWeek: isShared ? told / people : told, ...(isShared && { together: told }) };
}

/** A week of more than this nobody loses alone. */
const MAX_HOURS_OF_A_PERSON = 45;

function isOfAll(
  text: string,
  mention: PeopleMention | undefined,
  { at: hoursAt, told }: { at: number; told: number },
): boolean {
  const said = hoursOf(text);
  if (said) return said === 'together';
  if (told > MAX_HOURS_OF_A_PERSON) return true;
  const plain = plainText(text);
  const subject = OF_THE_TEAM.exec(plain);
  // Who are named as those that lose it lose it each: "eight of us lose six hours", "5 people waste 10 hours".
  return (
    mention !== undefined &&
    subject !== null &&
    mention.at < hoursAt &&
    subject.index < hoursAt &&
    standsApart(plain, mention, subject.index)
  );
}

/** How many there are is told by itself, not as the subject of losing. */
function standsApart(plain: string, { at, bare }: PeopleMention, subjectAt: number): boolean {
  if (at < subjectAt) return true;
  // "Our team of 12 loses …": the team is the subject, and how many it has stands in it.
  return bare && !/(?<!\p{L})of us(?!\p{L})|(?<!\p{L})من(?:ا|هم)(?!\p{L})/u.test(plain);
}
