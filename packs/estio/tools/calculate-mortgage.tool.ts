import { z } from 'zod';
import type { ToolResult } from '#contracts';
import {
  countText,
  defineTool,
  moneyText,
  percentText,
  ToolError,
  type OfflineMessage,
  type ToolContext,
} from '#pack-kit';
import { anySpelling } from '#text';
import { HOME_POINTED_AT, HOME_UNLESS_PRICED } from '../offline/home-spoken-of.ts';
import { loanSums, ownMoney, plainRate, priceOfLoan } from '../offline/loan-sums.ts';
import { cents, monthlyPayment, yearsOf, type LoanYear } from './mortgage.ts';
import { LISTED_PROPERTY } from '../offline/check-calendar.fill.ts';
import { propertyOf } from '../schema/property.read-model.ts';
import { money, type Wording } from '../wording.ts';

const DEPOSIT_WORDS = ['deposit', 'down', 'down payment', 'دفعة', 'دفعة أولى', 'مقدم'];
/** What is paid of one's own is no price. */
const PAID_WORDS = [
  'upfront',
  'up front',
  'in advance',
  'of my own',
  'of our own',
  'my savings',
  'our savings',
  'دفعت',
  'دفعنا',
  'أدفع',
  'ندفع',
  'سأدفع',
  'سندفع',
  'مقدما',
];
/** What is paid a month is none, either. */
const MONTHLY_WORDS = ['a month', 'per month', 'each month', 'every month', 'شهريا', 'بالشهر', 'في الشهر'];
const RATE_WORDS = ['rate', 'interest', 'at', 'فائدة', 'بفائدة'];

/** An id or an amount alone asks for no loan. */
const LOAN = anySpelling(
  /\b(?:instal?lments?|mortgages?|loans?|lend|borrow\w*|repay\w*|(?:each|per|every|a) month|monthly|down ?payment|deposit|down\b|interest|financ\w*|afford\w*|percent|over \w+ (?:years|yrs))|%|٪|قسط|أقساط|تقسيط|(?:بال|في ال|كل )شهر|القرض|قرض|تمويل|رهن|فائدة|دفعة|مقدم|شهريا/iu,
);

const input = z.object({
  price: moneyText({ min: 1_000, max: 100_000_000, description: 'Price in euro' }).optional(),
  propertyId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('A property for sale, such as prop-0032, in place of a price.'),
  downPayment: moneyText({ min: 0, description: 'Own money in euro; wins over the percentage' }).optional(),
  downPaymentPct: percentText({
    min: 0,
    max: 95,
    description: 'Own money in percent of the price',
  }).optional(),
  annualRatePct: percentText({ min: 0, max: 20, description: 'Interest in percent a year' }).optional(),
  termYears: countText({ min: 1, max: 40, description: 'Years of the loan' }).optional(),
});
type Input = z.infer<typeof input>;

export interface Mortgage {
  price: number;
  downPayment: number;
  loanAmount: number;
  ltvPct: number;
  annualRatePct: number;
  termYears: number;
  payments: number;
  monthlyPayment: number;
  totalPaid: number;
  totalInterest: number;
  firstPayment: { interest: number; principal: number };
  yearly: LoanYear[];
  assumptions: string[];
  sample?: true;
}

/** Of the error where neither a price nor a property is named. */
export const NAMES_NO_PRICE = 'Name a price or a property.';

export const calculateMortgage = defineTool({
  name: 'calculate_mortgage',
  description:
    'Computes the monthly instalment and the total cost of a mortgage loan for a price or a property, with the years of the loan.',
  category: 'finance',
  capability: 'finance',
  input,
  whenToUse: ['Questions about the instalment, loan, deposit or affordability of a purchase.'],
  examples: [
    'What would we pay each month on 280 thousand over twenty years?',
    'Work out the loan if they put 90k down',
    'Monthly instalment for prop-0032 at 3.9 percent',
    'كم القسط الشهري لشقة بسعر 200 ألف؟',
    'احسب القرض مع دفعة أولى 30% على 25 سنة',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: ['billing', 'property'],
  modelView: ({ yearly: _yearly, ...short }: Mortgage) => short,
  offline: {
    fill: {
      price: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => priceOfLoan(text) },
          {
            from: 'money',
            bound: 'any',
            lone: true,
            notNear: [...DEPOSIT_WORDS, ...PAID_WORDS, ...MONTHLY_WORDS],
          },
          { from: 'rule', read: ({ text }) => loanSums(text).price },
        ],
      },
      propertyId: {
        from: 'first',
        of: [{ from: 'id', prefix: 'prop' }, LISTED_PROPERTY, HOME_POINTED_AT, HOME_UNLESS_PRICED],
      },
      downPayment: { from: 'rule', read: ({ text }) => ownMoney(text) },
      downPaymentPct: { from: 'num', unit: 'percent', near: DEPOSIT_WORDS },
      annualRatePct: {
        from: 'first',
        of: [
          { from: 'num', unit: 'percent', near: RATE_WORDS },
          { from: 'rule', read: ({ text }) => plainRate(text) },
        ],
      },
      termYears: { from: 'num', unit: 'years' },
    },
    applies: ({ text }) => LOAN.test(text),
    recalculates: true,
    cues: [
      'instalment',
      'installment',
      'mortgage',
      'loan',
      'each month',
      'monthly payment',
      'monthly payments',
      'repayment',
      'cost me a month',
      'cost us a month',
      'cost per month',
      'much per month',
      'much a month',
      'القسط',
      'قسط',
      'القرض',
      'قرض',
      'أقساط',
      'تقسيط',
      'بالشهر',
      'أدفع شهريا',
      'ندفع شهريا',
    ],
    reply: {
      en: (found: Mortgage) => reply(found, 'en'),
      ar: (found: Mortgage, given: Partial<Input>) => reply(found, 'ar', given),
    },
    failure: noPrice,
  },
  async execute(given, context): Promise<Mortgage> {
    const { price, sample } = await priceOf(given, context);
    const { downPayment, annualRatePct, termYears, assumptions } = termsOf(given, price, context);
    if (downPayment >= price)
      throw new ToolError('VALIDATION_FAILED', 'The down payment must be less than the price.', {
        fields: [{ name: 'downPayment', problem: `expected less than ${price}` }],
      });
    const loan = { amount: price - downPayment, annualRatePct, termYears };
    const payment = monthlyPayment(loan);
    const payments = termYears * 12;
    const interest = (loan.amount * annualRatePct) / 1_200;
    return {
      price: cents(price),
      downPayment: cents(downPayment),
      loanAmount: cents(loan.amount),
      ltvPct: Math.round((loan.amount / price) * 1_000) / 10,
      annualRatePct,
      termYears,
      payments,
      monthlyPayment: cents(payment),
      totalPaid: cents(payment * payments),
      totalInterest: cents(payment * payments - loan.amount),
      firstPayment: { interest: cents(interest), principal: cents(payment - interest) },
      yearly: yearsOf(loan),
      assumptions,
      ...(sample && { sample }),
    };
  },
});

/** Without a price there is nothing to work out: it is asked for. */
function noPrice({ error }: ToolResult, _input: unknown, { language }: OfflineMessage): string | undefined {
  if (error !== NAMES_NO_PRICE) return undefined;
  return language === 'ar'
    ? 'لأي سعر أو أي عقار أحسب القسط؟ مثلا «القسط الشهري على 250 ألف لمدة 25 سنة» أو رقم عقار من القائمة.'
    : 'For which price or property? Say for example “monthly instalment on 250k over 25 years”, or the id of a property.';
}

async function priceOf({ price, propertyId }: Input, context: ToolContext) {
  if (propertyId !== undefined) {
    const property = await context.read((tx) => propertyOf(tx, propertyId));
    if (property.dealType === 'rent')
      throw new ToolError(
        'PRECONDITION_FAILED',
        `${property.title} (${property.reference}) is to rent, not for sale.`,
      );
    return { price: price ?? property.price, sample: property.sample || undefined };
  }
  if (price !== undefined) return { price, sample: undefined };
  throw new ToolError('VALIDATION_FAILED', NAMES_NO_PRICE, {
    fields: [{ name: 'price', problem: 'missing, and no propertyId is given' }],
  });
}

/** Each term that nobody named is the office's, and an assumption. */
function termsOf(given: Input, price: number, { settings }: ToolContext) {
  const assumptions: string[] = [];
  const assumed = (
    value: number | undefined,
    setting: string,
    fallback: number,
    words: (it: number) => string,
  ) => {
    if (value !== undefined) return value;
    const set = Number(settings.get(setting));
    const used = settings.get(setting) && Number.isFinite(set) ? set : fallback;
    assumptions.push(words(used));
    return used;
  };
  const downPayment =
    given.downPayment ??
    (price *
      assumed(
        given.downPaymentPct,
        'ESTIO_DOWN_PAYMENT_PCT',
        30,
        (pct) => `${pct} % down payment assumed.`,
      )) /
      100;
  return {
    downPayment,
    annualRatePct: assumed(
      given.annualRatePct,
      'ESTIO_MORTGAGE_RATE_PCT',
      4,
      (rate) => `${rate} % interest assumed.`,
    ),
    termYears: assumed(
      given.termYears,
      'ESTIO_MORTGAGE_TERM_YEARS',
      25,
      (years) => `${years} years assumed.`,
    ),
    assumptions,
  };
}

function reply(found: Mortgage, language: Wording, given: Partial<Input> = {}): string {
  const { monthlyPayment: instalment, loanAmount, totalInterest, annualRatePct, termYears } = found;
  if (language === 'ar')
    return [
      `القسط الشهري ${money(instalment, 'ar')} لقرض قدره ${money(loanAmount, 'ar')} على ${termYears} سنة بفائدة ${annualRatePct}%. مجموع الفائدة ${money(totalInterest, 'ar')}.`,
      assumedInArabic(found, given),
      'هذا تقدير وليس عرضا من البنك.',
    ]
      .filter(Boolean)
      .join('\n');
  return [
    `The instalment is ${money(instalment, 'en')} per month, on a loan of ${money(loanAmount, 'en')} over ${termYears} years at ${annualRatePct}%. The interest comes to ${money(totalInterest, 'en')} in all.`,
    ...found.assumptions,
    'This is an estimate, not a quote of a bank.',
  ].join('\n');
}

/** What nobody named and the office's terms stand for. */
function assumedInArabic({ downPayment, annualRatePct, termYears }: Mortgage, given: Partial<Input>): string {
  const assumed = [
    given.downPayment === undefined && given.downPaymentPct === undefined
      ? `دفعة أولى ${money(downPayment, 'ar')}`
      : '',
    given.annualRatePct === undefined ? `فائدة ${annualRatePct}%` : '',
    given.termYears === undefined ? `مدة ${termYears} سنة` : '',
  ].filter(Boolean);
  return assumed.length === 0 ? '' : `افترضت ما لم يُذكر: ${assumed.join('، ')}.`;
}
