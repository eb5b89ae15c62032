import { placeTypeAsked } from './type-asked.ts';

it.each([
  ['Where is the Coral Gate project?', 'project'],
  ['Where is the project called Coral Gate?', 'project'],
  ['أين يقع مشروع بوابة المرجان؟', 'project'],
  ['ما الاسم الصحيح لمنطقة السعديات؟', 'district'],
  ['How many deals in the district of Hili?', 'district'],
  ['Hili district, deals in 2022', 'district'],
  ['Total sales of Abu Dhabi City municipality in 2023', 'municipality'],
  ['كم معاملة في بلدية أبوظبي سنة 2023؟', 'municipality'],
])('%s says of which type its place is', (text, type) => {
  expect(placeTypeAsked(text)).toBe(type);
});

it.each([
  'Which district is Coral Gate in?',
  'Which district leads Al Dhafra?',
  'أعلى منطقة في العين',
  'Which projects are in Yas?',
  'Hili project',
  'Deals in Hili in 2022',
  'Yas versus the Saadiyat district',
  'أفضل منطقة في الظفرة سنة 2023',
  'the district',
])('%s does not', (text) => {
  expect(placeTypeAsked(text)).toBeUndefined();
});
