import { leftOutOf } from './left-out.ts';

const readOf = (text: string) => {
  const left = leftOutOf(text);
  return left && [...left.places.map(({ places }) => places[0]?.nameEn), ...left.types];
};

describe('what a message wants left out', () => {
  it.each<[string, string[]]>([
    ['not in Baniyas please', ['Baniyas']],
    ['homes up to 70k, not in Baniyas or Yas', ['Baniyas', 'Yas Island']],
    ["no, I can't. Exclude Yas", ['Yas Island']],
    ['top 5 except Yas', ['Yas Island']],
    ['top 5 districts in Abu Dhabi City other than Yas and Saadiyat', ['Yas Island', 'Saadiyat Island']],
    ['sales in Yas 2023 excluding land', ['Land']],
    ['excluding land, villas and townhouses', ['Land', 'Villa', 'Townhouse']],
    ['sales of Yas without the plots', ['Land']],
    ['not apartments, villas', ['Apartment']],
    ['sales in Yas 2023, no land', ['Land']],
    ['إجمالي مبيعات ياس 2023 بدون الأراضي', ['Land']],
    ["i don't want apartments, show me villas in Khalifa City under 150k", ['Apartment']],
    ['I do not want land', ['Land']],
    ['لا أريد شقق، أريد فلل في مدينة خليفة تحت 150 ألف', ['Apartment']],
    ['ما بدي شقق، بدي فلل', ['Apartment']],
    ['ومش الشقق، الفلل', ['Apartment']],
    ['مب في بني ياس', ['Baniyas']],
    ['أعلى خمس مناطق ما عدا ياس', ['Yas Island']],
    ['أعلى المناطق باستثناء ياس والسعديات', ['Yas Island', 'Saadiyat Island']],
    ['كل الأنواع إلا الأراضي', ['Land']],
    ['باستثناء الأراضي، مبيعات ياس 2023', ['Land']],
    ['Excluding land, sales in Yas in 2023', ['Land']],
    ['Total sales without land, Yas Island, 2023', ['Land']],
    ['Total sales without land in Yas Island 2023', ['Land']],
    ['Except Yas, sales of villas in Abu Dhabi City 2023', ['Yas Island']],
    ['مبيعات بدون الأراضي في ياس 2023', ['Land']],
    ['ما عدا الفلل والأراضي، ياس 2023', ['Villa', 'Land']],
    ['excluding land and Yas', ['Yas Island', 'Land']],
    ['top 5 except Yas, Saadiyat and Al Reem', ['Yas Island', 'Saadiyat Island', 'Al Reem Island']],
    ['sales in Yas 2023 excluding sales of land', ['Land']],
    ['مبيعات ياس 2023 باستثناء مبيعات الأراضي', ['Land']],
    ['not villas, only flats', ['Villa']],
    ['مب فلل بس شقق', ['Villa']],
  ])('%s', (text, left) => expect(readOf(text)).toEqual(left));

  it.each([
    'sales in Yas 2023',
    'no, land',
    'no sorry I meant townhouses',
    'nothing but villas in Yas',
    'I do not want anything except villas',
    'ما أريد إلا الفلل',
    'why not Yas?',
    'ليش مش ياس؟',
    'not furnished',
    "top 5 districts, don't exclude Yas",
    'sales by district, please do not leave out Yas',
    'we cannot leave out Baniyas',
    'supply in Abu Dhabi City, not excluding Yas',
    'ياس لا غير',
    'is Baniyas not in Abu Dhabi City?',
    'not more than 60k in Yas',
    'شقة غير مفروشة في ياس',
    'Not just villas: all sales in Yas 2023',
    'not only land but all sales in Yas 2023',
    'all homes in Yas, not villas only',
    'ليس فقط الفلل، كل مبيعات ياس 2023',
    'ليس الفلل فقط بل كل مبيعات ياس 2023',
    'مش بس الأراضي، كل مبيعات ياس',
  ])('%s leaves nothing out', (text) => expect(readOf(text)).toBeUndefined());

  it('keeps the rest of the message, each word at its place', () =>
    expect(leftOutOf('sales in Yas excluding land 2023')?.kept).toBe('sales in Yas                2023'));
});
