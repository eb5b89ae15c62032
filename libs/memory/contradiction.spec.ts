import { contradicts } from './contradiction.ts';

describe('contradiction by rule', () => {
  it.each([
    ['Needs three bedrooms', 'Now needs 4 bedrooms'],
    ['Her budget is 250k', 'Her budget is €300,000 now'],
    ['Must move before September', 'Has to move before December'],
    ['Needs to decide before the summer', 'Will decide before winter'],
    ['Wants to live in Limassol', 'Wants to live in Larnaca instead'],
    ['Likes ground floors', "Doesn't like ground floors any more"],
    ['Loves swimming pools', 'She hates swimming pools'],
    ['يحتاج ثلاث غرف', 'يحتاج ٤ غرف'],
    ['ميزانيته 250 ألف', 'ميزانيته ٣٠٠ ألف'],
    ['سينتقل في سبتمبر', 'سينتقل في ديسمبر'],
    ['يريد السكن في ليماسول', 'يريد السكن في لارنكا'],
    ['يحب الطوابق العالية', 'لا يحب الطوابق العالية'],
  ])('%s | %s', (older, newer) => expect(contradicts(older, newer)).toBe(true));

  it.each([
    ['Needs three bedrooms', 'Needs 3 bedrooms'],
    ['Needs three bedrooms', 'Needs 2 parking places'],
    ['At most 10 minutes to school', 'At most 15 minutes from the airport'],
    ['Must move before September', 'Must move before September 2027'],
    ['Works in Limassol', 'Wants to live in Larnaca'],
    ['Moves from Dubai', 'Moves to Paphos'],
    ['Likes the sea view', 'Hates noise from the sea'],
    ['Likes gardens', 'Likes balconies'],
    ['Wants to reach the beach on foot', 'Needs to decide before the summer'],
    ['يحب الحدائق', 'يكره الضوضاء'],
    ['زوجته تعمل في نيقوسيا', 'يريد السكن في لارنكا'],
  ])('not: %s | %s', (older, newer) => expect(contradicts(older, newer)).toBe(false));
});
