import { normalizeText } from '#text';
import { findUnitsByBudget } from './find-units-by-budget.tool.ts';

const fill = findUnitsByBudget.offline.fill['limit'];
const limitIn = (text: string) =>
  fill?.from === 'rule' ? fill.read({ text, normalized: normalizeText(text), language: 'en' }) : 'no rule';

it.each([
  ['top 5 flats in Yas under 90k', 5],
  ['the first three villas in Al Reef up to 150,000', 3],
  ['the 3 cheapest flats under 80k', 3],
  ['top 5 two-bedroom flats under 90k', 5],
  ['top 4 units under 90k built after 2015', 4],
  ['the first 200 flats under 90k', 50],
  ['أول 5 شقق في ياس حتى 90 ألف', 5],
  ['أفضل ثلاث شقق حتى 80 ألف', 3],
  ['the cheapest 3 flats of 900 sqft in Yas', 3],
  ['أرخص ٤ وحدات حتى ٨٠ ألف', 4],
])('%s lists %s', (text, limit) => {
  expect(limitIn(text)).toBe(limit);
});

it.each([
  'units built after 2015 under 90k',
  'top units built after 2015 under 90k',
  'first units of 2024 under 90k',
  'top 2024 flats under 90k',
  'flats for 60,000 tops',
  'flats for rent, top 60000',
  'top 3 bedroom flats under 90k',
  'the first 3 months are 5,000',
  'flats under 90k at first',
  'top 90k for a flat',
  'top 10 percent of flats under 90k',
  'the cheapest 900 sqft flat in Yas',
  'the cheapest 900 square feet flat in Yas',
  'cheapest 2 bathroom flat',
  'cheapest 2-bath flat',
  'flats within the first 5 km',
  'flats in the first 5 kilometres from the beach',
  'first 10 minutes from the beach',
  'flats in the top 3 districts under 90k',
  'أفضل 100 متر',
  'أرخص 100 متر مربع في ياس',
  'أرخص شقة خلال أول 5 كم',
  'أول 10 دقائق من الشاطئ',
  'أرخص 2 حمام',
  'شقق بنيت بعد 2015 حتى 90 ألف',
  'أول شقق 2024 حتى 90 ألف',
  'أفضل شقة 3 غرف حتى 90 ألف',
  'أفضل 3 غرف نوم حتى 90 ألف',
  'أول 90 ألف للشقة',
])('%s says nothing of how many', (text) => {
  expect(limitIn(text)).toBeUndefined();
});

it('says that nothing is known of when a home was built', () => {
  const none = { units: [], total: 0, returned: 0, cheapest_aed: null, nearest: null };
  const unit = {
    unit_id: 'R-01-2024-00',
    property_type: 'Apartment',
    community: 'Yas Island North',
    annual_rent_aed: 80_000,
    monthly_rent_aed: 6_667,
    bedrooms: 1,
    area_sqm: 70,
    furnished: false,
  };
  const listed = { ...none, units: [unit], total: 1, returned: 1 };
  const replyTo = (text: string, language: 'en' | 'ar') => {
    const { reply } = findUnitsByBudget.offline;
    const message = { text, normalized: normalizeText(text), language };
    return (reply[language] ?? reply.en)(listed as never, { max_budget: 90_000 } as never, message);
  };
  expect(replyTo('units built after 2015 under 90k', 'en')).toMatch(/says nothing of years of building/);
  expect(replyTo('شقق بنيت بعد 2015 حتى 90 ألف', 'ar')).toMatch(/لا تذكر البيانات شيئا عن سنة البناء/);
  expect(replyTo('flats under 90k in Bani Yas', 'en')).not.toMatch(/building/);
});
