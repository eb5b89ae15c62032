import { dollars, money, monthsInArabic, monthsInWords } from '../figures.ts';
import type { CostOfInaction } from './cost-of-inaction.ts';

type Weighed = Pick<CostOfInaction, 'workshop' | 'consulting' | 'currency'>;

/** The prices in months of the loss; side by side where the loss is in another currency. */
export function againstPrices({ workshop, consulting, currency = 'USD' }: Weighed): string {
  const [training, engagement] = [dollars(workshop.price), dollars(consulting.price)];
  if (workshop.breakEvenMonths === null || consulting.breakEvenMonths === null)
    return `The workshop costs ${training}, the consulting engagement ${engagement}. ${noExchangeRate(currency)}`;
  return `The workshop (${training}) equals ${monthsInWords(workshop.breakEvenMonths)} of that, the consulting engagement (${engagement}) ${monthsInWords(consulting.breakEvenMonths)}.`;
}

export function againstPricesArabic({ workshop, consulting, currency = 'USD' }: Weighed): string {
  const [training, engagement] = [dollars(workshop.price), dollars(consulting.price)];
  if (workshop.breakEvenMonths === null || consulting.breakEvenMonths === null)
    return `تكلفة ورشة العمل ${training}، وتكلفة الاستشارات ${engagement}. ${noExchangeRateArabic(currency)}`;
  return `تكلفة ورشة العمل (${training}) تعادل ${monthsInArabic(workshop.breakEvenMonths)} من هذه الخسارة، وتكلفة الاستشارات (${engagement}) تعادل ${monthsInArabic(consulting.breakEvenMonths)}.`;
}

const noExchangeRate = (currency: string) =>
  `I know no exchange rate, so I do not weigh dollars against ${currency}: tell me the hour in dollars and I do.`;
const noExchangeRateArabic = (currency: string) =>
  `لا أعرف سعر الصرف، فلا أقارن الدولار بعملة ${currency}: اذكر لي تكلفة الساعة بالدولار لأقارن.`;

/** {@link byOwnFigures} behind the prices, which are not told twice. */
export function byOwnFiguresAlone(loss: CostOfInaction, language: string): string {
  const { workshop, consulting, currency = 'USD' } = loss;
  const arabic = language === 'ar';
  if (workshop.breakEvenMonths !== null && consulting.breakEvenMonths !== null)
    return arabic ? byOwnFiguresArabic(loss) : byOwnFigures(loss);
  return arabic
    ? `${costsArabic(loss)} ${noExchangeRateArabic(currency)}`
    : `${costs(loss)} ${noExchangeRate(currency)}`;
}

/** What was worked out, taken up again later in the talk. */
export function byOwnFigures(loss: CostOfInaction): string {
  return `${costs(loss)} ${againstPrices(loss)}`;
}

export function byOwnFiguresArabic(loss: CostOfInaction): string {
  return `${costsArabic(loss)} ${againstPricesArabic(loss)}`;
}

const costs = (loss: CostOfInaction) =>
  `By your own figures that work (${loss.process}) costs you ${money(loss.monthlyCost, loss.currency)} a month.`;
const costsArabic = (loss: CostOfInaction) =>
  `بحسب أرقامكم يكلفكم هذا العمل (${loss.process}) ${money(loss.monthlyCost, loss.currency)} شهريا.`;
