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
  ])('%s leaves nothing out', (text) => expect(readOf(text)).toBeUndefined());

  it('keeps the rest of the message, each word at its place', () =>
    expect(leftOutOf('sales in Yas excluding land 2023')?.kept).toBe('sales in Yas                2023'));
});
