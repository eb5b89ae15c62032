import { geoTools } from '../tools/index.ts';
import { unknownPlacesBeside } from './unknown-beside.ts';

it.each([
  ['عدد الصفقات في ياس وأتلانتس 2023', ['أتلانتس']],
  ['الفرق في المبيعات بين هيلي وأتلانتس في 2023', ['أتلانتس']],
  ['قارن بين أتلانتس وهيلي في 2021', ['أتلانتس']],
  ['أيهما أعلى مبيعات في 2023، ياس أم أتلانتس؟', ['أتلانتس']],
  ['مبيعات ياس ودبي مارينا سنة 2023', ['دبي مارينا']],
  ['Difference between Hili and Atlantis in 2023', ['Atlantis']],
  ['Difference between Atlantis and Hili in 2023', ['Atlantis']],
  ['difference between hili and atlantis in 2023', ['atlantis']],
  ['Compare Yas with Dubai Marina', ['Dubai Marina']],
  ['Yas vs. Atlantis: who sold more?', ['Atlantis']],
  ['Atlantis vs Yas', ['Atlantis']],
  ['How many deals in Yas, Atlantis and Hili in 2022?', ['Atlantis']],
  ['Deals in Hili and Atlantis and Narnia', ['Atlantis', 'Narnia']],
  ['Sales of Yas or Atlantis last year', ['Atlantis']],
  ['قارن ياس وبرشلونا', ['برشلونا']],
  ['الصفقات في ياس وفيينا', ['فيينا']],
  ['الصفقات في ياس وهافانا سنة 2023', ['هافانا']],
])('an unknown name is joined to a place in %j', (text, names) => {
  expect(unknownPlacesBeside(text)).toEqual(names);
});

it.each([
  'Sales in Atlantis in 2023',
  'Yas versus Saadiyat: who sold more in 2023?',
  'Sales in Yas and rents in Hili',
  'Sales in Yas and Rents in Hili',
  'deals in yas and how many villas',
  'Yas Island, How many deals were there?',
  'Yas Island, Please',
  'sales and rents in yas and growth',
  'show me yas and compare the years',
  'Total sales in Yas in 2023 and 2024',
  'Yas with sea view',
  'Is Yas good for families and dogs?',
  'Flats in Yas with Two bedrooms under 80k',
  'between 80 and 90k in Yas',
  'Al Reem and I want a villa',
  'Zakher in Al Ain, Abu Dhabi',
  'كم صفقة في ياس وكم قيمتها؟',
  'مبيعات ياس وقيمتها 2023',
  'مبيعات ياس وإيجاراتها',
  'مبيعات ياس والإيجارات فيها',
  'شقة في ياس وغرفتين',
  'شقة في ياس بغرفة وصالة',
  'أريد بيانات ياس ومتوسط الأسعار',
  'ما مبيعات ياس وما أعلى منطقة؟',
  'عدد الفلل والشقق في ياس',
  'قارن بين الفلل والشقق في ياس',
  'أيهما أعلى مبيعات في 2023، ياس أم السعديات؟',
  'ياس، وشكرا',
  'في ياس بين 50 و80 ألف',
])('none is in %j', (text) => {
  expect(unknownPlacesBeside(text)).toEqual([]);
});

it.each(geoTools.flatMap(({ examples }) => examples.map(({ text }) => text)))(
  'no word of %j is searched as a name beside a place',
  (text) => expect(unknownPlacesBeside(text)).toEqual([]),
);
