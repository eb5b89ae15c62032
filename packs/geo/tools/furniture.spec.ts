import { furnitureWanted } from './furniture.ts';

describe('whether homes are to be furnished', () => {
  it.each([
    'not furnished',
    'unfurnished flats in Yas',
    'flats without any furniture',
    'I want it, but not fully furnished',
    'no furniture please',
    'no furnished ones',
    "I don't want it furnished",
    'مب مفروشة',
    'شقة غير مفروشة في ياس',
    'بدون فرش',
    'لا أريدها مفروشة، شقق في ياس حتى 80 ألف',
    'ما أبغاها مفروشة',
    'لا أريد شقق مفروشة',
    'ما بدي ياها مفروشة',
  ])('%s: not', (text) => expect(furnitureWanted(text)).toBe(false));

  it.each([
    'furnished flats in Yas',
    'No, furnished flats in Yas under 80k',
    'no, furnished please',
    'not in Yas, furnished flats in Reem',
    'No! Furnished.',
    'شقة مفروشة في ياس',
    'لا، مفروشة من فضلك',
    'لا، أريدها مفروشة',
    'لا أريد ياس، شقة مفروشة في الريم',
  ])('%s: furnished', (text) => expect(furnitureWanted(text)).toBe(true));

  it.each([
    'flats in Yas',
    'furnished or not',
    'it need not be furnished',
    "doesn't have to be furnished",
    'no need for furniture',
    'not necessarily furnished',
    'مفروشة أو لا',
    'مش لازم تكون مفروشة',
    'ما لازم مفروشة',
    'لا يهم إن كانت مفروشة',
  ])('%s: as it comes', (text) => expect(furnitureWanted(text)).toBeUndefined());
});
