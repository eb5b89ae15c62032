import { detectLanguage, normalizeText } from '#text';
import { getCurrentSupply } from './get-current-supply.tool.ts';

const homes = { existing_units: 10, under_construction_units: 2, available_units: 1 };
const stock = {
  source: 'test',
  sample: true,
  asOf: '',
  notes: [],
  district: 'Yas Island',
  district_ar: 'جزيرة ياس',
  year: 2_024,
  rows: [{ property_type: 'Villa', ...homes }],
  totals: homes,
};

const replyTo = (text: string) => {
  const { reply } = getCurrentSupply.offline;
  const language = detectLanguage(text);
  const message = { text, normalized: normalizeText(text), language };
  return (language === 'ar' ? (reply.ar ?? reply.en) : reply.en)(stock as never, {} as never, message);
};

it.each([
  ['Land stock in Yas', /counts no land/],
  ['stock of villas and plots in Yas', /counts no land/],
  ['المعروض من الأراضي في ياس', /لا يشمل المعروض السكني الأراضي/],
])('%s is told that land is not among the homes', (text, note) => {
  expect(replyTo(text)).toMatch(note);
});

it.each(['Villa stock in Yas', 'Housing stock of Yas Island', 'المعروض السكني في ياس'])(
  '%s is told nothing of land',
  (text) => expect(replyTo(text)).not.toMatch(/\bland\b|الأراضي/),
);
