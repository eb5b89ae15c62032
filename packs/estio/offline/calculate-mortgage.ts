import type { OfflineToolHints } from '#pack-kit';
import { anySpelling, phraseList, readMoney, westernDigits } from '#text';
import type { Mortgage } from '../tools/calculate-mortgage.tool.ts';
import { mortgageInWords } from '../tools/shared/draft-reply-facts.ts';
import { money } from '../wording.ts';

const DEPOSIT_WORDS = ['deposit', 'down', 'down payment', 'دفعة', 'دفعة أولى', 'مقدم'];
const RATE_WORDS = ['rate', 'interest', 'at', 'فائدة', 'بفائدة'];
/** A question about a loan; an amount or an id alone is not one. */
const LOAN = anySpelling(
  /\b(?:instal?ments?|mortgages?|loan|repayments?|monthly payments?|pay (?:each|per|every|a) month)\b|قسط|القرض|قرض/iu,
);
/** "A loan of 200k", "borrow 200k": the sum that is lent, which the tool does not take. */
const SUM_LENT = anySpelling(
  /\b(?:loan|mortgage|borrow\w*|lend\w*)\b(?: (?:of|for|about))?\s*[€$]?\d|\d\S*(?: (?:euros?|thousand|million))? (?:loan|mortgage)\b|(?:قرض|القرض)\S*(?: (?:بقيمة|بمبلغ|قدره))?\s*\d/iu,
);
const SUM = String.raw`([€$]?\d[\d.,]*\s*(?:k\b|thousand|ألف|million|مليون)?)`;
const DEPOSIT = anySpelling(
  new RegExp(
    String.raw`${SUM}(?: euros?)? (?:down|deposit|as (?:a )?deposit)\b|(?:deposit|down payment|دفعة أولى) (?:of |قدرها |بقيمة )?${SUM}(?!\s*[\d%٪])`,
    'iu',
  ),
);

function depositIn(text: string): number | undefined {
  const [, before, behind] = DEPOSIT.exec(westernDigits(text)) ?? [];
  const written = before ?? behind;
  return written === undefined ? undefined : readMoney(written.trim());
}

export const calculateMortgageHints: OfflineToolHints = {
  fill: {
    price: { from: 'money', bound: 'any', lone: true, notNear: DEPOSIT_WORDS },
    propertyId: { from: 'id', prefix: 'prop' },
    downPayment: { from: 'rule', read: ({ text }) => depositIn(text) },
    downPaymentPct: { from: 'num', unit: 'percent', near: DEPOSIT_WORDS },
    annualRatePct: { from: 'num', unit: 'percent', near: RATE_WORDS },
    termYears: { from: 'num', unit: 'years' },
  },
  cues: phraseList(
    'instalment, installment, mortgage, loan, each month, monthly payment, القسط, قسط, القرض, قرض',
  ),
  applies: ({ text }) => LOAN.test(text) && !SUM_LENT.test(westernDigits(text)),
  reply: {
    en: (found: Mortgage) => [mortgageInWords(found, 'en'), ...found.assumptions].join('\n'),
    ar: (found: Mortgage) =>
      found.assumptions.length === 0
        ? mortgageInWords(found, 'ar')
        : `${mortgageInWords(found, 'ar')}\nافترضت ما لم يُذكر من: دفعة أولى ${money(found.downPayment, 'ar')}، فائدة ${found.annualRatePct}%، مدة ${found.termYears} سنة.`,
  },
  failure: ({ errorClass, error = '' }, _given, { language }) =>
    errorClass === 'VALIDATION_FAILED' && error.startsWith('Name a price')
      ? {
          en: 'For which price or property? Say for example “monthly instalment on 250k over 25 years”.',
          ar: 'لأي سعر أو أي عقار أحسب القسط؟ مثلا «القسط الشهري على 250 ألف لمدة 25 سنة».',
        }[language === 'ar' ? 'ar' : 'en']
      : undefined,
};
