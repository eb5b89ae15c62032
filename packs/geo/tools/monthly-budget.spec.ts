import { detectLanguage, normalizeText } from '#text';
import { findUnitsByBudget } from './find-units-by-budget.tool.ts';
import { monthlyNote } from './monthly-budget.ts';

const noteOf = (text: string, budget: number) => {
  const language = detectLanguage(text) === 'ar' ? 'ar' : 'en';
  return monthlyNote(budget, { text, normalized: normalizeText(text), language }, language);
};

it.each([
  ['2 bedroom flat in Yas up to 5,000', 60_000, /AED 5,000 a month.*took it for a month/],
  ['flats in Yas under 5k', 60_000, /AED 5,000 a month.*took it for a month/],
  ['2 bedrooms in Yas for up to five thousand', 60_000, /AED 5,000 a month.*took it for a month/],
  ['شقة غرفتين في ياس حتى 5000', 60_000, /5,000 درهم شهريا.*فحسبته للشهر/],
  ['شقة في ياس حتى ٥ آلاف', 60_000, /درهم شهريا.*فحسبته للشهر/],
  ['flats between 8,000 and 12,000', 144_000, /AED 12,000 a month: as a yearly rent it would be too little/],
  ['شقق بين 8000 و12000', 144_000, /12,000 درهم شهريا: هذا أقل/],
  ['Studios below 4,000 a month anywhere', 48_000, /^ \(AED 4,000 a month\)$/],
  ['استوديو للإيجار أقل من 4000 شهريا', 48_000, /^ \(4,000 درهم شهريا\)$/],
])('%s is said to be a month’s', (text, budget, note) => {
  expect(noteOf(text, budget)).toMatch(note);
});

it.each([
  ['2 bedroom flat in Yas up to 60,000', 60_000],
  ['a flat for 9,000 a year', 9_000],
  ['5,000 m² and up to 60,000', 60_000],
  ['6,000 ft² flat in Yas for 72,000', 72_000],
  ['شقة في ياس حتى 60 ألف سنويا', 60_000],
  ['and in Hili?', 60_000],
])('%s is of a year', (text, budget) => {
  expect(noteOf(text, budget)).toBe('');
});

it.each([
  ['en', 'flat in Yas up to 5,000', 'AED 60,000 a year (AED 5,000 a month: '],
  ['ar', 'شقة في ياس حتى 5000', '60,000 درهم سنويا (5,000 درهم شهريا: '],
] as const)('the reply in %s says so: %s', (language, text, said) => {
  const none = { source: '', sample: true, asOf: '', notes: [], units: [], total: 0, returned: 0 };
  const message = { text, normalized: normalizeText(text), language };
  const reply = findUnitsByBudget.offline.reply[language] ?? findUnitsByBudget.offline.reply.en;
  expect(
    reply({ ...none, cheapest_aed: null, nearest: null } as never, { max_budget: 60_000 } as never, message),
  ).toContain(said);
});
