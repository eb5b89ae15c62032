import { type OfflineMessage, moneyText } from '#pack-kit';
import { hasPhrase, normalizedWords, normalizeText, withDigits } from '#text';
import { withoutYears } from './fills.ts';
import { numbersFor } from './wording.ts';

const MONTHS = 12;
const MONTHLY = ['a month', 'per month', 'monthly', 'month', 'شهريا', 'في الشهر', 'بالشهر', 'شهري'];
const YEARLY = ['a year', 'per year', 'yearly', 'annual', 'annually', 'سنويا', 'في السنة', 'بالسنة', 'سنوي'];
/** No home is to rent for so little a year: that is a month's rent. AED. */
const LEAST_YEARLY_AED = 10_000;

/** How a budget becomes one of a year. */
export const AS_YEARLY = { factor: MONTHS, when: MONTHLY, below: LEAST_YEARLY_AED, unless: YEARLY };

const SUM = /(?<![\d.])(\d[\d,.]*)\s?(k|thousand|الف|الفا|الاف)?(?![\p{L}\d])/gu;
const money = moneyText({ min: 0, description: 'A sum in AED' });

/** What the budget is a month, said wherever it was taken for that of a month; also that it was, where the message says no such thing. */
export function monthlyNote(
  budget: number,
  message: OfflineMessage | undefined,
  language: 'en' | 'ar',
): string {
  if (!message) return '';
  const monthly = budget / MONTHS;
  const amount = numbersFor(message, language).count(monthly);
  const a = language === 'ar' ? `${amount} درهم شهريا` : `AED ${amount} a month`;
  if (/\bmonth(?:ly)?\b|شهري|الشهر/.test(message.normalized)) return ` (${a})`;
  if (!isTakenForMonthly(monthly, message)) return '';
  return language === 'ar'
    ? ` (${a}: هذا أقل من أن يكون إيجارا سنويا، فحسبته للشهر)`
    : ` (${a}: as a yearly rent it would be too little, so I took it for a month)`;
}

function isTakenForMonthly(monthly: number, { text }: OfflineMessage): boolean {
  const sums = sumsIn(text);
  // Of a range the lower end says it for both.
  if (Math.min(...sums) >= LEAST_YEARLY_AED || hasPhrase(normalizedWords(text), YEARLY)) return false;
  // "6,000 ft² for 72,000": what is a year's rent as it stands was taken for no month's.
  return sums.includes(monthly) && !sums.includes(monthly * MONTHS);
}

function sumsIn(text: string): number[] {
  const bare = normalizeText(withoutYears(withDigits(text)));
  return [...bare.matchAll(SUM)].flatMap(([, number = '', unit = '']) => {
    const read = money.safeParse(`${number.replace(/[.,]$/, '')} ${unit}`.trim());
    return read.success ? [read.data] : [];
  });
}
