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
    ['The lease ends on 1 May', 'The lease ends on 15 May'],
    ['The lease ends on the 1st of May', 'The lease ends on May 15th, 2026'],
    ['Our lease ends on 2026-05-01', 'Our lease ends on 2026-05-15'],
    ['Must move by 01/05/2026', 'Must move by 15/06/2026'],
    ['Must move by 1.5.2026', 'Must move by 1 June 2026'],
    ['Call me only after 10:00', 'Call me only after 16:00'],
    ['Call me only after 5 pm', 'Call me only after 7 p.m.'],
    ['Can be called after 9:30am', 'Can be called after 14:00'],
    ['ينتهي العقد في 1 مايو', 'ينتهي العقد في ١٥ مايو'],
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
    ['The lease ends in May', 'The lease ends on 15 May'],
    ['The lease ends on 1 May', 'The lease ends on 2026-05-01'],
    ['The lease ends on 01/05/2026', 'The lease ends on May 1st'],
    ['The lease ends on 05/25/2026', 'The lease ends on 25 May 2026'],
    ['Call me only after 5 pm', 'Call me only after 17:00'],
    ['Call me only after 10:00', 'Call me only on Monday'],
    ['The lease ends on 1 May', 'The holidays begin on 15 May'],
    ['From 1 May 2 rooms are needed', 'From 1 May 2 rooms are needed for guests'],
    ['Works in Limassol', 'Wants to live in Larnaca'],
    ['Moves from Dubai', 'Moves to Paphos'],
    ['Likes the sea view', 'Hates noise from the sea'],
    ['Likes gardens', 'Likes balconies'],
    ['Wants to reach the beach on foot', 'Needs to decide before the summer'],
    ['يحب الحدائق', 'يكره الضوضاء'],
    ['زوجته تعمل في نيقوسيا', 'يريد السكن في لارنكا'],
  ])('not: %s | %s', (older, newer) => expect(contradicts(older, newer)).toBe(false));
});
