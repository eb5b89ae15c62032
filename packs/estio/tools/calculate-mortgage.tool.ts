import { z } from 'zod';
import {
  countText,
  defineTool,
  idText,
  invalidArgument,
  moneyText,
  numberSetting,
  percentText,
  preconditionFailed,
  type ToolContext,
} from '#pack-kit';
import { loanYear, cents, monthlyPayment, yearsOf } from './shared/mortgage.ts';
import { propertyOf } from '../schema/property.read-model.ts';

const input = z.object({
  price: moneyText({
    min: 1_000,
    max: 100_000_000,
    description: 'Price in EUR. Give this or propertyId.',
  }).optional(),
  propertyId: idText('Listing whose price is used, such as prop-0032.').optional(),
  downPayment: moneyText({
    min: 0,
    description: 'Own money in EUR. Takes precedence over downPaymentPct.',
  }).optional(),
  downPaymentPct: percentText({
    min: 0,
    max: 95,
    description: 'Own money in percent of the price. Omitted: the usual share.',
  }).optional(),
  annualRatePct: percentText({
    min: 0,
    max: 20,
    description: 'Yearly interest in percent. Omitted: the usual rate.',
  }).optional(),
  termYears: countText({ min: 1, max: 40, description: 'Years. Omitted: the usual term.' }).optional(),
});
type Input = z.infer<typeof input>;

const result = z.object({
  price: z.number(),
  downPayment: z.number(),
  loanAmount: z.number(),
  ltvPct: z.number(),
  annualRatePct: z.number(),
  termYears: z.number(),
  payments: z.number(),
  monthlyPayment: z.number(),
  totalPaid: z.number(),
  totalInterest: z.number(),
  firstPayment: z.object({ interest: z.number(), principal: z.number() }),
  yearly: z.array(loanYear),
  assumptions: z.array(z.string()),
  sample: z.literal(true).optional(),
});
export type Mortgage = z.infer<typeof result>;

export const calculateMortgage = defineTool({
  name: 'calculate_mortgage',
  description:
    'Computes the monthly instalment and the total cost of a mortgage loan for a price or a property, with the years of the loan.',
  category: 'finance',
  capability: 'finance',
  input,
  result,
  whenToUse: ['Questions about the instalment, loan, deposit or affordability of a purchase.'],
  examples: [
    'What would we pay each month on 280 thousand over twenty years?',
    'Work out the loan if they put 90k down',
    'Monthly instalment for prop-0032 at 3.9 percent',
    'كم القسط الشهري لشقة بسعر 200 ألف؟',
    'احسب القرض مع دفعة أولى 30% على 25 سنة',
  ],
  role: 'any',
  sideEffect: 'none',
  intents: ['billing', 'property'],
  modelView: ({ yearly: _yearly, ...short }: Mortgage) => short,
  async execute(given, context): Promise<Mortgage> {
    const { price, sample } = await priceOf(given, context);
    const { downPayment, annualRatePct, termYears, assumptions } = termsOf(given, price, context);
    if (downPayment >= price)
      throw invalidArgument(
        'downPayment',
        `expected less than ${price}`,
        'The down payment must be less than the price.',
      );
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

async function priceOf({ price, propertyId }: Input, context: ToolContext) {
  if (propertyId !== undefined) {
    const property = await context.read((tx) => propertyOf(tx, propertyId));
    if (property.dealType === 'rent')
      throw preconditionFailed(`${property.title} (${property.reference}) is to rent, not for sale.`);
    return { price: price ?? property.price, sample: property.sample || undefined };
  }
  if (price !== undefined) return { price, sample: undefined };
  throw invalidArgument('price', 'missing, and no propertyId is given', 'Name a price or a property.');
}

/** Missing terms come from the office's settings and are reported as assumptions. */
function termsOf(given: Input, price: number, { settings }: ToolContext) {
  const assumptions: string[] = [];
  const assumed = (setting: string, fallback: number, unit: string) => {
    const used = numberSetting(settings, setting, fallback);
    assumptions.push(`${used} ${unit} assumed.`);
    return used;
  };
  const share = () => given.downPaymentPct ?? assumed('ESTIO_DOWN_PAYMENT_PCT', 30, '% down payment');
  return {
    downPayment: given.downPayment ?? (price * share()) / 100,
    annualRatePct: given.annualRatePct ?? assumed('ESTIO_MORTGAGE_RATE_PCT', 4, '% interest'),
    termYears: given.termYears ?? assumed('ESTIO_MORTGAGE_TERM_YEARS', 25, 'years'),
    assumptions,
  };
}
