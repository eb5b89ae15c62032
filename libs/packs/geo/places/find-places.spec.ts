import { findPlaces, findUnknownPlace, hasPlaceCue } from './find-places.ts';

const written = (text: string) => findPlaces(text).map((mention) => mention.written);

it.each([
  ['What was the number of deals on Yas Island during 2023?', ['Yas Island']],
  ['كم معاملة بيع جرت في جزيرة ياس خلال ٢٠٢٣؟', ['جزيرة ياس']],
  ['What was sold on Sadiyat in 2024, in dirhams?', ['Sadiyat']],
  ['قارن المبيعات بين الريم والسعديات في 2022', ['الريم', 'والسعديات']],
  ['Top 3 districts of Abu Dhabi City in 2024', ['Abu Dhabi City']],
  ['How did Al Ain do overall in 2022?', ['Al Ain']],
  ['2 bedroom to rent in Khaleefa City up to 80,000 a year', ['Khaleefa City']],
  ['المعروض السكني الحالي في مدينة مصدر', ['مدينة مصدر']],
  ['مبيعات مدينة زايد 2023', ['مدينة زايد']],
  ['Which communities are in Bani Yas?', ['Bani Yas']],
  ['Yas versus Saadiyat: who sold more in 2023?', ['Yas', 'Saadiyat']],
  ['Which district is Coral Gate in?', ['Coral Gate']],
  ['Is it called Reem or Al Reem?', ['Reem', 'Al Reem']],
  ['Compare Yas Island with yas island', ['Yas Island']],
  ['What sold at the Al Raha Beach?', ['Al Raha Beach']],
  ['Total sales in Dubai Marina 2023', []],
  ['hello, how are you today?', []],
  ['The best of the city', []],
])('finds the places in %j', (text, expected) => {
  expect(written(text)).toEqual(expected);
});

it.each([
  ['Total sales in Dubai Marina 2023', 'Dubai Marina'],
  ['total sales in dubai marina 2023', 'dubai marina'],
  ['مبيعات في دبي مارينا 2023', 'دبي مارينا'],
  ['How many deals in 2023?', undefined],
  ['What was sold in total in 2023?', undefined],
  ['كم صفقة تمت في عام 2022؟', undefined],
  ['Name all districts you cover', undefined],
  ['Can I see it on Thursday?', undefined],
  ['are you open on Sunday at noon', undefined],
  ['call me at 10 in the morning', undefined],
  ['sales in Feb', undefined],
  ['هل أراها في الخميس القادم', undefined],
  ['المبيعات في رمضان', undefined],
  ['sales in Mar Elias', 'Mar Elias'],
  ['I want to buy a villa for two million', undefined],
  ['ok what about renting there', undefined],
  ['a flat for half a million', undefined],
  ['how many homes are on offer there right now', undefined],
  ['what is it on average', undefined],
  ['what about rents there?', undefined],
  ['and what about the supply', undefined],
  ['how about leases', undefined],
  ['وماذا عن الإيجارات هناك؟', undefined],
  ['وماذا عن المعروض؟', undefined],
  ['for example a villa', undefined],
  ['شقق في دبي بأقل من مليون', 'دبي'],
  ['شقق في الشارقة أقل من مئة ألف', 'الشارقة'],
  ['شقق للإيجار في دبي مارينا تحت 80 ألف', 'دبي مارينا'],
  ['فيلا في عجمان فوق 80 ألف', 'عجمان'],
  ['شقق في دبي حتى 80 ألف', 'دبي'],
  ['شقق في دبي بسعر مناسب', 'دبي'],
  ['شقق في دبي بحدود 80 ألف', 'دبي'],
  ['شقة في دبي بين 50 و80 ألف', 'دبي'],
  ['شقة في دبي لا يتجاوز إيجارها 80 ألف', 'دبي'],
  ['شقة في دبي بما لا يزيد عن 80 ألف', 'دبي'],
  ['شقق في دبي للإيجار بميزانية 80 ألف', 'دبي'],
  ['شقة في دبي بغرفتين', 'دبي'],
  ['شقق في أقل من شهر', undefined],
  ['flats in dubai less than 80k', 'dubai'],
  ['flats in dubai marina no more than 80k', 'dubai marina'],
  ['flats in dubai up to 80k', 'dubai'],
  ['villas in sharjah cheaper than 80k', 'sharjah'],
  ['villas in sharjah between 80k and 100k', 'sharjah'],
  ['villas in sharjah with two bedrooms', 'sharjah'],
  ['flats for less than 80k in dubai', 'dubai'],
  ['flats for under 80k', undefined],
])('takes for a name in %j', (text, expected) => {
  expect(findUnknownPlace(text)).toBe(expected);
});

it.each([
  ['Do you have data for Atlantis?', true],
  ['Yass', true],
  ['للريم', true],
  ['هل توجد بيانات بالجزيرة', true],
  ['thanks', false],
])('sees whether %j names a place', (text, expected) => {
  expect(hasPlaceCue(text)).toBe(expected);
});
