import { findPlaces, hasPlaceCue } from './find-places.ts';

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
  ['Do you have data for Atlantis?', true],
  ['Yass', true],
  ['للريم', true],
  ['هل توجد بيانات بالجزيرة', true],
  ['thanks', false],
])('sees whether %j names a place', (text, expected) => {
  expect(hasPlaceCue(text)).toBe(expected);
});
