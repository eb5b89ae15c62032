import { workMs } from '../../../test/harness/work-ms.ts';
import { loanSums, ownMoney, plainRate, priceOfLoan } from './loan-sums.ts';

it.each([
  ['monthly instalment for a loan of 200k', 200_000],
  ['instalment on a 200k loan', 200_000],
  ['what would I pay if I borrow 150,000 over 20 years?', 150_000],
  ['we want to borrow about €180k', 180_000],
  ['mortgage of 250 thousand euros at 4%', 250_000],
  ['a 1.2 million mortgage over 30 years', 1_200_000],
  ['the bank lends us 90k', 90_000],
  ['كم القسط لقرض 200 ألف', 200_000],
  ['قسط قرض بقيمة 150 ألف يورو على 20 سنة', 150_000],
  ['كم أدفع شهريا إذا اخذت قرض 100 الف', 100_000],
  ['القرض ٢٠٠ ألف على ٢٥ سنة', 200_000],
  ['تمويل عقاري بمبلغ 300 ألف', 300_000],
  ['أريد أن أقترض 120 ألف يورو', 120_000],
])('%s is lent whole', (text, loan) => {
  expect([loanSums(text).loan, priceOfLoan(text), ownMoney(text)]).toEqual([loan, loan, 0]);
});

it.each([
  ['a loan of 200k on a flat for 300k', 300_000, 100_000],
  ['loan of 200k with 50k down', 250_000, 50_000],
  ['price 300k, mortgage of 240k', 300_000, 60_000],
  ['قرض 200 ألف لشقة سعرها 260 ألف', 260_000, 60_000],
])('%s: the price and what is paid down', (text, price, down) => {
  expect([priceOfLoan(text), ownMoney(text)]).toEqual([price, down]);
});

it.each([
  ['mortgage 280k with a 40% deposit', 280_000],
  ['mortgage 280k, 40 per cent down', 280_000],
  ['احسب القرض 280 ألف مع دفعة أولى 40% على 20 سنة', 280_000],
  ['القرض ٢٨٠ ألف والدفعة الأولى ٤٠ ٪', 280_000],
  ['a loan of 180k with a 40% deposit', 300_000],
  ['we borrow 150,000 and put 25 percent down', 200_000],
  ['قرض بقيمة 180 ألف مع دفعة أولى 40%', 300_000],
  ['قرض بقيمة 180 ألف بدفعة أولى 40 بالمئة', 300_000],
  ['قرض بقيمة 180 ألف بدفعة أولى 40 بالمائة', 300_000],
  ['قرض بقيمة 180 ألف بدفعة أولى 40 في المئة', 300_000],
  ['قرض بقيمة 180 ألف بدفعة أولى 40 في المائة', 300_000],
  ['loan of 180k with a deposit of 40 per cent', 300_000],
  ['loan of 180k with a deposit of 40 percent', 300_000],
])('%s: what is paid down is a share of the price', (text, price) => {
  expect([priceOfLoan(text), ownMoney(text)]).toEqual([price, undefined]);
});

it.each([
  ['What would the monthly instalment be on 200,000 with 30% down over 25 years at 4%?', undefined],
  ['mortgage on a 300k flat', undefined],
  ['كم القسط الشهري لشقة بسعر 200 ألف؟', undefined],
  ['احسب القرض مع دفعة أولى 30% على 25 سنة', undefined],
  ['Work out the loan if they put 90k down', 90_000],
  ['280k with a deposit of 50,000', 50_000],
  ['a loan over 20 years for prop-0032', undefined],
  ['mortgage 4% over 25 years on 280k', undefined],
  ['قرض على 20 سنة لسعر 250 ألف', undefined],
  ['كم القسط الشهري للثانية لو دفعت 50 ألف على 20 سنة؟', 50_000],
  ['احسب القسط لشقة بسعر 200 ألف إذا دفعنا ٦٠ ألف مقدما', 60_000],
  ['200k flat, if we pay 60k upfront', 60_000],
  ['instalment if I put in 40,000 euros of my own', 40_000],
  ['كم القسط لو دفعت 250 ألف ثمنا للشقة', undefined],
  ['monthly instalment if I pay 250k for a flat', undefined],
  ['what mortgage if I pay 900 a month', undefined],
  ['أي قرض لو دفعت 900 شهريا', undefined],
  ['لو دفعت 900 يورو في الشهر', undefined],
  ['كم القسط لو دفعت 40 بالمئة من السعر', undefined],
])('%s names no loan', (text, down) => {
  expect([priceOfLoan(text), ownMoney(text)]).toEqual([undefined, down]);
});

it.each([
  ['30% down on 250k over 20 years at 3.5', 3.5],
  ['interest of 4 on 200k', 4],
  ['بفائدة 4 على 200 ألف', 4],
  ['at 4% over 25 years', undefined],
  ['a viewing at 10 am', undefined],
  ['at 250k', undefined],
])('the rate of %s is %s', (text, rate) => expect(plainRate(text)).toBe(rate));

it('reads the beginning of a long text', () => {
  const far = ` ${'x'.repeat(2_000)} a loan of 200k`;
  expect(priceOfLoan(`mortgage of 250k${far}`)).toBe(250_000);
  expect(priceOfLoan(far)).toBeUndefined();
});

it.each(['1', '1 ', '1.', 'deposit of 1 ', 'دفعة أولى 1 ', ' ', '€'])(
  'reads 40,000 characters of %j in a moment',
  async (unit) => {
    const text = unit.repeat(40_000 / unit.length);
    const read = () => {
      expect([priceOfLoan(text), plainRate(text)]).toHaveLength(2);
      expect(ownMoney(text) ?? 0).toBeGreaterThanOrEqual(0);
    };
    expect(await workMs(read, 2_000)).toBeLessThan(2_000);
  },
);
