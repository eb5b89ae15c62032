import { normalizeText, withDigits } from '#text';
import { yearsNamed } from '../../tools/fills.ts';
import { YEARS } from '../../years.ts';

/** "From 2020 to 2023", "2021-2023", "since 2020", "من 2020 إلى 2023": those between, too. */
const RANGE =
  /\b(?:since|from|through|till|until)\b|\bbetween (?:the years )?\d|\d{4} (?:to|الي|حتي|لغايه|ل) ?\d{4}|منذ|(?:^| )من (?:سنه|عام)? ?\d|(?:^| )بين (?:سنه |عام |سنتي |عامي )?\d/;
const DASH = /\d{4} ?[-–—] ?\d{4}/;
/** Of a single year: from then on. */
const SINCE = /\bsince\b|\bfrom\b|منذ|(?:^| )من (?:سنه|عام)? ?\d/;
const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  couple: 2,
  'couple of': 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  ثلاث: 3,
  ثلاثه: 3,
  اربع: 4,
  اربعه: 4,
  خمس: 5,
  خمسه: 5,
};
/** "The last two years", "past couple of years". */
const LAST_YEARS = /\b(?:last|past|latest|recent) (two|couple of|couple|three|few|four|five|\d) years\b/;
const LAST_YEARS_AR =
  /(?:^| )(?:ال|في |خلال |ل)?(?:اخر|اخير) (ثلاثه?|اربعه?|خمسه?|\d) (?:سنوات|سنين|اعوام)|(?:السنوات|السنين|الاعوام) ال(ثلاثه?|اربعه?|خمسه?) (?:الاخيره|الماضيه)/;
const LAST_TWO_AR =
  /(?:اخر (?:سنتين|عامين))|(?:السنتين|العامين|السنتان|العامان) (?:الاخيرتين|الاخيرين|الماضيتين|الماضيين|الاخيره)/;

/** The years that "the last two years" are, up to the latest that is known. */
export function lastYears(text: string): number[] {
  const normalized = normalizeText(withDigits(text));
  const [, latin] = LAST_YEARS.exec(normalized) ?? [];
  const [, before, behind] = LAST_YEARS_AR.exec(normalized) ?? [];
  const said = latin ?? before ?? behind;
  const count = LAST_TWO_AR.test(normalized) ? 2 : said === undefined ? 0 : (NUMBERS[said] ?? Number(said));
  const most = Math.min(count, YEARS.to - YEARS.from + 1);
  return Array.from({ length: most }, (_, index) => YEARS.to - most + 1 + index);
}

/**
 * The years that a message means, where it means more than one: those that it names, and those between only where it
 * says so. Undefined where one is not covered.
 *
 * @param overTime It asks for a development, which is of all years.
 */
export function severalYears(text: string, overTime = false): number[] | undefined {
  const normalized = normalizeText(withDigits(text));
  const named = yearsNamed(normalized).map(Number);
  if (named.some((year) => year < YEARS.from || year > YEARS.to)) return undefined;
  const last = lastYears(text);
  if (named.length === 0) return last.length > 1 ? last : overTime ? span(YEARS.from, YEARS.to) : undefined;
  if (named.length === 1) return SINCE.test(normalized) ? span(named[0]!, YEARS.to) : undefined;
  const isRange = RANGE.test(normalized) || DASH.test(withDigits(text));
  return isRange || overTime ? span(Math.min(...named), Math.max(...named)) : named.toSorted((a, b) => a - b);
}

/**
 * The covered years of a span that begins before them or ends behind them: "since 2019". Undefined where none is covered,
 * or all are.
 */
export function coveredOf(text: string): number[] | undefined {
  const normalized = normalizeText(withDigits(text));
  const named = yearsNamed(normalized).map(Number);
  const [first] = named;
  if (first === undefined) return undefined;
  const isSpan =
    named.length > 1 ? RANGE.test(normalized) || DASH.test(withDigits(text)) : SINCE.test(normalized);
  const from = Math.min(...named);
  const to = named.length > 1 ? Math.max(...named) : YEARS.to;
  if (!isSpan || (from >= YEARS.from && to <= YEARS.to) || from > YEARS.to || to < YEARS.from)
    return undefined;
  return span(Math.max(from, YEARS.from), Math.min(to, YEARS.to));
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
