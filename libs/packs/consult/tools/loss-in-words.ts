import { dollars, money, monthsInArabic, monthsInWords } from '../figures.ts';
import type { CostOfInaction } from './cost-of-inaction.ts';

type Weighed = Pick<CostOfInaction, 'workshop' | 'consulting' | 'currency'>;

/** The prices in months of the loss; side by side where the loss is in another currency. */
export function againstPrices({ workshop, consulting, currency = 'USD' }: Weighed): string {
  const [training, engagement] = [dollars(workshop.price), dollars(consulting.price)];
  if (workshop.breakEvenMonths === null || consulting.breakEvenMonths === null)
    return `The workshop costs ${training}, the consulting engagement ${engagement}. I know no exchange rate, so I do not weigh dollars against ${currency}: tell me the hour in dollars and I do.`;
  return `The workshop (${training}) equals ${monthsInWords(workshop.breakEvenMonths)} of that, the consulting engagement (${engagement}) ${monthsInWords(consulting.breakEvenMonths)}.`;
}

export function againstPricesArabic({ workshop, consulting, currency = 'USD' }: Weighed): string {
  const [training, engagement] = [dollars(workshop.price), dollars(consulting.price)];
  if (workshop.breakEvenMonths === null || consulting.breakEvenMonths === null)
    return `تكلفة ورشة العمل ${training}، وتكلفة الاستشارات ${engagement}. لا أعرف سعر الصرف، فلا أقارن الدولار بعملة ${currency}: اذكر لي تكلفة الساعة بالدولار لأقارن.`;
  return `تكلفة ورشة العمل (${training}) تعادل ${monthsInArabic(workshop.breakEvenMonths)} من هذه الخسارة، وتكلفة الاستشارات (${engagement}) تعادل ${monthsInArabic(consulting.breakEvenMonths)}.`;
}

/** What was worked out, taken up again later in the talk. */
export function byOwnFigures(loss: CostOfInaction): string {
  return `By your own figures that work (${loss.process}) costs you ${money(loss.monthlyCost, loss.currency)} a month. ${againstPrices(loss)}`;
}

export function byOwnFiguresArabic(loss: CostOfInaction): string {
  return `بحسب أرقامكم يكلفكم هذا العمل (${loss.process}) ${money(loss.monthlyCost, loss.currency)} شهريا. ${againstPricesArabic(loss)}`;
}
