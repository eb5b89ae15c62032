import { readIntFill } from './counts.ts';

const words = ['bedroom', 'bed', 'bedrooms', 'room', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];
const read = (text: string) => ({
  exact: readIntFill(text, { words, bound: 'exact' }),
  min: readIntFill(text, { words, bound: 'min' }),
  max: readIntFill(text, { words, bound: 'max' }),
});

it.each<[string, number, number]>([
  ['1 or 2 beds in Paphos under 200k', 1, 2],
  ['one or two bedrooms', 1, 2],
  ['flats with 2-3 bedrooms in Larnaca', 2, 3],
  ['between 2 and 4 bedrooms', 2, 4],
  ['from 2 to 3 rooms', 2, 3],
  ['2 bed or 3 bed', 2, 3],
  ['2 bedrooms or 3 in Paphos', 2, 3],
  ['شقة غرفة أو غرفتين في ليماسول', 1, 2],
  ['2 أو 3 غرف', 2, 3],
  ['غرفتين أو ثلاث غرف', 2, 3],
])('%s: from %i to %i', (text, min, max) => expect(read(text)).toEqual({ exact: undefined, min, max }));

it.each<[string, number | undefined, number | undefined, number | undefined]>([
  ['3 bedrooms', 3, undefined, undefined],
  ['a couple of bedrooms in Limassol', 2, undefined, undefined],
  ['2 bedrooms or 3 bathrooms', 2, undefined, undefined],
  ['2 bedrooms and 3 bathrooms', 2, undefined, undefined],
  ['for 3 or 4 people, 2 bedrooms', 2, undefined, undefined],
  ['in 2 or 3 months, 2 bedrooms', 2, undefined, undefined],
  ['شقة غرفتين', 2, undefined, undefined],
  ['at least 3 bedrooms', undefined, 3, undefined],
  ['at most 2 bedrooms', undefined, undefined, 2],
  ['2 bedrooms or less', undefined, undefined, 2],
  ['غرفتين على الأكثر', undefined, undefined, 2],
  ['we are a couple looking for 3 bedrooms', 3, undefined, undefined],
  ['2 bedrooms max 200k', 2, undefined, undefined],
])('%s', (text, exact, min, max) => expect(read(text)).toEqual({ exact, min, max }));

it('is noted as its least', () =>
  expect(readIntFill('I need 1 or 2 bedrooms', { words, asText: true })).toBe('1+'));
