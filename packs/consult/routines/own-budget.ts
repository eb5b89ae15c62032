import { anySpelling } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { dollars, monthsInArabic, monthsInWords, round } from '../figures.ts';
import { PRICES, type Prices } from '../agents/material.ts';
import { amountsIn, plainText } from '../reading/numbers.ts';

/** Says what they can spend, or asks what it buys. */
const OWN_SUM = anySpelling(
  /\b(?:(?:i|we) (?:can|could|would|might|may|want to|are able to|am able to) (?:only |at most |maybe )?(?:pay|spend|afford|invest|set aside|put in)|(?:my|our) budget (?:is|of|would be)|(?:i|we)(?:'ve| have| got| have got) (?:a budget of|(?:only|about|around|at most|up to) (?:\$\s?\d[\d.,]*|\d[\d.,]*\s?(?:k|thousand)?\s?(?:\$|dollars?|usd|bucks|to spend|for (?:it|this|that)\b|[.!]?$)))|what (?:can|could|do|would) (?:i|we) (?:buy|get|afford|have)\b.*\bfor|what (?:can|could|would) (?:i|we) (?:buy|afford))\b|(?:أستطيع|نستطيع|أقدر|نقدر|يمكنني|يمكننا|بإمكاني|بإمكاننا) (?:أن )?(?:أدفع|ندفع|دفع|أصرف|نصرف)|ميزانيتي|ميزانيتنا|ماذا (?:أشتري|نشتري|أحصل|نحصل)/iu,
);
const PER_MONTH = /(?:a|per|each|every) month|monthly|\/ ?month|شهري|في الشهر|كل شهر/u;
const PER_YEAR = /(?:a|per|each|every) year|yearly|annually|سنوي|في السنه|كل سنه/u;
const MONTHS_PER_YEAR = 12;

/** "I can pay 1500 a month, what can I buy?": what is sold, held against that sum. */
export const weighBudget: OfflineRoutine = ({ agent, message, material, calls }) => {
  const prices = material[PRICES] as Prices | undefined;
  if (agent === 'admin' || calls.length > 0 || !prices || !OWN_SUM.test(message.text)) return undefined;
  const [sum, ...others] = amountsIn(message.text);
  if (!sum || others.length > 0) return undefined;
  const plain = plainText(message.text);
  const arabic = message.language === 'ar';
  const perMonth = PER_MONTH.test(plain) ? sum.value : undefined;
  const value = perMonth === undefined && !PER_YEAR.test(plain) ? sum.value : undefined;
  const offers = arabic
    ? `تكلفة ورشة العمل التي تستمر يومين ${dollars(prices.workshop)} ومشروع الاستشارات ${dollars(prices.consulting)}، وكلاهما سعر واحد وليس اشتراكا.`
    : `The two-day workshop costs ${dollars(prices.workshop)} and the consulting engagement ${dollars(prices.consulting)}; each is one price, no subscription.`;
  return {
    reply: `${offers} ${arabic ? heldAgainstArabic(sum.value, { perMonth, value }, prices) : heldAgainst(sum.value, { perMonth, value }, prices)}`,
  };
};

interface Sum {
  perMonth: number | undefined;
  /** Paid once. */
  value: number | undefined;
}

function heldAgainst(sum: number, { perMonth, value }: Sum, { workshop, consulting }: Prices): string {
  const settled = 'Whether it can be paid in parts is settled with the consultant.';
  if (value === undefined) {
    const [each, months] = perMonth === undefined ? [sum, MONTHS_PER_YEAR] : [perMonth, 1];
    return `At ${dollars(sum)} a ${perMonth === undefined ? 'year' : 'month'} the workshop comes to ${monthsInWords(round((workshop / each) * months, 1))} of that, the engagement to ${monthsInWords(round((consulting / each) * months, 1))}. ${settled}`;
  }
  if (value >= consulting) return `${dollars(value)} covers either of them.`;
  if (value >= workshop) return `${dollars(value)} covers the workshop, not the engagement.`;
  return `${dollars(value)} is less than the workshop, and there is nothing smaller here. ${settled}`;
}

function heldAgainstArabic(sum: number, { perMonth, value }: Sum, { workshop, consulting }: Prices): string {
  const settled = 'أما الدفع على أجزاء فيُتفق عليه مع المستشار.';
  if (value === undefined) {
    const [each, months] = perMonth === undefined ? [sum, MONTHS_PER_YEAR] : [perMonth, 1];
    return `بمبلغ ${dollars(sum)} ${perMonth === undefined ? 'سنويا' : 'شهريا'} تعادل الورشة ${monthsInArabic(round((workshop / each) * months, 1))} منه، والمشروع ${monthsInArabic(round((consulting / each) * months, 1))}. ${settled}`;
  }
  if (value >= consulting) return `مبلغ ${dollars(value)} يكفي لأي منهما.`;
  if (value >= workshop) return `مبلغ ${dollars(value)} يكفي للورشة لا للمشروع.`;
  return `مبلغ ${dollars(value)} أقل من سعر الورشة، وليس لدينا ما هو أصغر. ${settled}`;
}
