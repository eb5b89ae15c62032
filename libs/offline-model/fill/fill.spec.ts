import { readIntFill, readNumFill } from './counts.ts';
import { readMoneyFill, type MoneyFill } from '#text';

describe('money', () => {
  const max: MoneyFill = { bound: 'max' };
  const min: MoneyFill = { bound: 'min' };
  const cases: [string, MoneyFill, number | undefined][] = [
    ['Find 2 bedroom apartments in Paphos under 200k near the sea', max, 200_000],
    ['2 bedroom rentals in Larnaca up to 1,200 a month', max, 1_200],
    ['Anything to rent near Finikoudes for less than 900?', max, 900],
    ['My ceiling is 320 thousand now', max, 320_000],
    ['أريد شقة للبيع في بافوس بحدود 200 ألف يورو', max, 200_000],
    ['ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم', max, 250_000],
    ['flats for €150,000 or less', max, 150_000],
    ['no more than 90k', max, 90_000],
    ['from €100,000 to €150,000', min, 100_000],
    ['unter 500.000 Euro', { bound: 'max', lone: true }, 500_000],
    ['under 1.500 a month', max, 1_500],
    ['under 1.250 million', max, 1_250_000],
    ['less than 150 thousand euros and more than 100', max, 150_000],
    ['less than 150 thousand euros and more than 100', min, 100_000],
    ['more than 90k but less than 120', max, 120_000],
    ['under 200k and at least 12 rooms', min, undefined],
    ['under 100k and over 900', min, 900],
    ['at least 300k', min, 300_000],
    ['at least 300k', max, undefined],
    ['300k+ villas', min, 300_000],
    ['from Paphos to Limassol under 1 200 EUR', max, 1_200],
    ['prop-0043 tomorrow at 13:00', max, undefined],
    ['3 bedrooms', max, undefined],
    ['around 250k', max, undefined],
    ['around 250k', { bound: 'max', lone: true }, 250_000],
    ['Offer 415,000 on deal-002', { bound: 'any' }, 415_000],
    ['in 2026 for 95k', { bound: 'any' }, 95_000],
    ['200,000 with a 40k deposit', { bound: 'any', near: ['deposit'] }, 40_000],
  ];
  it.each(cases)('%j %j is %s', (text, fill, expected) => {
    expect(readMoneyFill(text, fill)).toBe(expected);
  });
});

describe('int', () => {
  const bedrooms = ['bedroom', 'bed', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];
  it.each([
    ['three-bedroom houses', {}, 3],
    ['2 bedroom rentals up to 1,200', {}, 2],
    ['وأحتاج ثلاث غرف نوم', {}, 3],
    ['3 large bedrooms', {}, 3],
    ['bedrooms: 4', {}, 4],
    ['3+ bedrooms', { bound: 'min' }, 3],
    ['3+ bedrooms', { bound: 'exact' }, undefined],
    ['at least 3 bedrooms', { bound: 'min' }, 3],
    ['3 bedrooms or more', { bound: 'exact' }, undefined],
    ['3 bedrooms', { bound: 'min' }, undefined],
    ['٣ غرف نوم على الأقل', { bound: 'min' }, 3],
    ['3+ beds', { asText: true }, '3+'],
    ['3 beds', { asText: true }, '3'],
    ['up to 200k', {}, undefined],
    ['2 bedrooms or 3 bathrooms', {}, 2],
    ['at most 2 bedrooms', { bound: 'max' }, 2],
    ['2 bedrooms or less', { bound: 'exact' }, undefined],
    ['غرفتين على الأكثر', { bound: 'max' }, 2],
    ['2 bedrooms max 200k', { bound: 'exact' }, 2],
  ] as const)('%j %j is %s', (text, fill, expected) => {
    expect(readIntFill(text, { words: bedrooms, ...fill })).toBe(expected);
  });
});

describe('num', () => {
  const instalment = 'What would the monthly instalment be on 200,000 with 30% down over 25 years at 4%?';
  it.each([
    [instalment, 'percent', ['down', 'deposit'], 30],
    [instalment, 'percent', ['rate', 'interest', 'at'], 4],
    [instalment, 'years', undefined, 25],
    ['over twenty years', 'years', undefined, 20],
    ['احسب القرض مع دفعة أولى 30% على 25 سنة', 'percent', ['دفعة'], 30],
    ['احسب القرض مع دفعة أولى 30% على 25 سنة', 'years', undefined, 25],
    ['sign within a week', 'days', undefined, 7],
    ['the last two years', 'months', undefined, 24],
    ['خلال شهرين', 'months', undefined, 2],
    ['for 90 minutes', 'minutes', undefined, 90],
    ['for an hour', 'minutes', undefined, 60],
    ['يوم الاثنين الساعة العاشرة صباحا', 'minutes', undefined, undefined],
    ['الاثنين الساعة خمسة', 'minutes', undefined, undefined],
    ['12 people', 'people', undefined, 12],
    ['no number', 'hours', undefined, undefined],
  ] as const)('%j %s is %s %s', (text, unit, near, expected) => {
    expect(readNumFill(text, { unit, ...(near && { near: [...near] }) })).toBe(expected);
  });
});
