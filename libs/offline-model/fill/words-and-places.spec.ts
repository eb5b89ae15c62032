import { normalizedWords } from '#text';
import { cyprus } from '../testing/estio-like.ts';
import type { MadeCall } from '../conversation.ts';
import { findChoices } from './choice.ts';
import { findEarlier } from './earlier-result.ts';
import { findList, findQuoted, restOf } from './free-text.ts';
import { findEmail, findIds, findUrl, findYear } from './patterns.ts';
import { alternativePlaces, findPlaces } from './place.ts';
import { fitToSchema } from './schema.ts';
import { findUnknownPlace } from './unknown-place.ts';

describe('places', () => {
  it.each([
    ['flats in Kato Paphos', ['Kato Paphos']],
    ['Pafos or Λεμεσός', ['Paphos', 'Limassol']],
    ['Larnaca instead of Limassol', ['Larnaca']],
    ['بدلا من ليماسول لارنكا', ['Larnaca']],
    ['شقة بليماسول وفي كاتو بافوس', ['Limassol', 'Kato Paphos']],
    ["we don't want Larnaca", []],
    ["we don't want to live anywhere near Limassol", []],
    ['anywhere but Limassol', []],
    ['anywhere except in Limassol or Larnaca', []],
    ['Larnaca, not Limassol', ['Larnaca']],
    ['not Limassol, Larnaca', ['Larnaca']],
    ['not in Limassol, Larnaca or Paphos', ['Larnaca', 'Paphos']],
    ['a flat in Larnaca but not in Limassol', ['Larnaca']],
    ['Limassol is not an option, Larnaca is', ['Larnaca']],
    ['no, Larnaca', ['Larnaca']],
    ['why not Larnaca?', ['Larnaca']],
    ['just outside Limassol', ['Limassol']],
    ["I don't want a flat in Larnaca but a villa", ['Larnaca']],
    ['لا نريد ليماسول', []],
    ['أي مكان إلا ليماسول', []],
    ['كل المناطق ما عدا ليماسول ولارنكا', []],
    ['شقة في لارنكا ولكن ليس في ليماسول', ['Larnaca']],
    ['ما نبي ليماسول، نبي لارنكا', ['Larnaca']],
    ['لا، لارنكا', ['Larnaca']],
    ['غيّر المنطقة المطلوبة إلى ليماسول', ['Limassol']],
    ["I don't like the area. Larnaca is nicer", ['Larnaca']],
    ["We don't want to live in the city, Larnaca would be a good size", ['Larnaca']],
    ["I'm not from Larnaca, my budget is 250k", ['Larnaca']],
    ['We live outside Limassol and our budget is 300k', ['Limassol']],
    ['Houses outside the city in Larnaca', ['Larnaca']],
    ['Do you have villas in Limassol? If not, Larnaca is fine too', ['Limassol', 'Larnaca']],
    ["we don't want Paphos, and Limassol would be great", ['Limassol']],
    ['لا نريد المنطقة، لارنكا أجمل', ['Larnaca']],
    ['نسكن خارج ليماسول', ['Limassol']],
    ["we don't want to live in the city of Limassol", []],
    ['not in Paphos, or Limassol', []],
    ['لا نريد منطقة ليماسول', []],
    ['houses outside Limassol', []],
    ['Paphosian cats', []],
    ['Paphos, Paphos!', ['Paphos']],
  ])('%j names %j', (text, places) => {
    expect(findPlaces(text, cyprus)).toEqual(places);
  });

  it.each([
    ['Limassol or Larnaca', ['Limassol', 'Larnaca']],
    ['flats in Limassol or maybe in Larnaca', ['Limassol', 'Larnaca']],
    ['Pafos, Limassol and Larnaca', ['Paphos', 'Limassol', 'Larnaca']],
    ['ليماسول أو لارنكا', ['Limassol', 'Larnaca']],
    ['في ليماسول ولارنكا', ['Limassol', 'Larnaca']],
    ['Kato Paphos, Paphos', ['Kato Paphos']],
    ['from Paphos to Limassol', ['Paphos']],
    ['Larnaca instead of Limassol', ['Larnaca']],
    ['anywhere', []],
  ])('any will do in %j: %j', (text, places) => {
    expect(alternativePlaces(text, cyprus)).toEqual(places);
  });

  it.each([
    ['flats in Berlin Under 300k', 'Berlin'],
    ['Flats In Berlin Up To 300k', 'Berlin'],
    ['Flats In Berlin Less Than 300k', 'Berlin'],
    ['Flats In Berlin Max €300k', 'Berlin'],
    ['Flats in Berlin Between Two and three hundred thousand', 'Berlin'],
    ['villas in Cap Greco', 'Cap Greco'],
    ['villas in Cap Greco under 300k', 'Cap Greco'],
    ['flats in Cap St Georges', 'Cap St Georges'],
    ['flats in Lower Manhattan', 'Lower Manhattan'],
    ['flats in Lower Manhattan under 300k', 'Lower Manhattan'],
    ['flats in Fort Worth', 'Fort Worth'],
    ['Flats In Fort Worth Under 300k', 'Fort Worth'],
    ['homes in Fort Worth 300k', 'Fort Worth'],
    ['Flats In Berlin Max Budget 300k', 'Berlin'],
    ['homes in Newcastle Under Lyme', 'Newcastle Under Lyme'],
    ['homes in Stratford Upon Avon up to 300k', 'Stratford Upon Avon'],
    ['شقق في بين الجسرين', 'بين'],
    ['شقق في بين 200 و300 ألف', undefined],
    ['شقق في حوالي بأقل من 90 ألف', 'حوالي'],
    ['شقق في حوالي', 'حوالي'],
    ['شقق في حوالي 90 ألف', undefined],
    ['شقق في برلين بأقل من 300 ألف', 'برلين'],
    ['أريد الانتقال في أقل من شهر', undefined],
    ['أريدها في حد أقصى 3 أشهر', undefined],
    ['Ready In Under a month', undefined],
    ['Ready in less than a year', undefined],
  ])('of a place that nobody knows, in %j: %j', (text, place) => {
    expect(findUnknownPlace(text, cyprus, { far: true })).toBe(place);
  });
});

describe('values, patterns and free text', () => {
  it('finds values by whole words, in the order in which they are listed', () => {
    const values = { Apartment: ['flat', 'شقة'], Townhouse: [], House: ['منزل'] };
    expect(findChoices(normalizedWords('two townhouses or a flat'), values)).toEqual([
      'Apartment',
      'Townhouse',
    ]);
    expect(findChoices(normalizedWords('والشقة في flatland'), values)).toEqual(['Apartment']);
  });

  it('finds ids, addresses and years', () => {
    const now = new Date('2026-12-31T23:00:00Z');
    expect(findIds('PROP-0043, prop-0112 and xprop-1, deal-001', 'prop')).toEqual(['prop-0043', 'prop-0112']);
    expect(findUrl('see https://example.com/a?b=1.')).toBe('https://example.com/a?b=1');
    expect(findEmail('mail to elena@example.com, please')).toBe('elena@example.com');
    expect(findYear('sales in 2024', now, 'UTC')).toBe(2024);
    expect(findYear('this year', now, 'Asia/Nicosia')).toBe(2027);
    expect(findYear('مبيعات ٢٠٢٣', now, 'Asia/Nicosia')).toBe(2023);
    expect(findYear('السنة الماضية', now, 'UTC')).toBe(2025);
    expect(findYear('for 2000.50 or 2,024', now, 'UTC')).toBeUndefined();
  });

  it.each([
    ['call it "Sea view"', 'Sea view'],
    ['سمه «إطلالة»', 'إطلالة'],
    ['Note: she has a dog', 'she has a dog'],
    ["it's Elena's dog at 10:30", undefined],
  ])('quoted in %j is %s', (text, quoted) => {
    expect(findQuoted(text)).toBe(quoted);
  });

  it.each([
    ['Please remember that she likes tea.', ['remember that'], 'she likes tea.'],
    ['Could you note that: no pets', ['note that'], 'no pets'],
    ['سجل أن العميل يفضل الشاي', ['سجل أن'], 'العميل يفضل الشاي'],
    ['remember', ['remember'], 'remember'],
    ['   ', [], undefined],
  ])('rest of %j', (text, without, rest) => {
    expect(restOf(text, without)).toBe(rest);
  });

  it('finds lists', () => {
    expect(
      findList('with conditions: no pets, quick completion and parking. Thanks', ['conditions']),
    ).toEqual(['no pets', 'quick completion', 'parking']);
    expect(findList('no keyword here', ['conditions'])).toBeUndefined();
  });
});

describe('earlier results', () => {
  const made = (name: string, data: unknown, success = true): MadeCall => ({
    call: { id: name, name, arguments: {} },
    result: { success, data },
  });
  const search = made('search', { items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }] });

  it('reads fields, ranges, this turn first, successes only, and no more than five calls back', () => {
    expect(findEarlier([search], [], 'search', 'items[0].id')).toBe('a');
    expect(findEarlier([], [search], 'search', 'items[0..2].id')).toEqual(['a', 'b', 'c']);
    expect(findEarlier([made('search', { items: [{ id: 'new' }] })], [search], 'search', 'items[0].id')).toBe(
      'new',
    );
    expect(findEarlier([made('search', {}, false)], [search], 'search', 'items[1].id')).toBe('b');
    expect(
      findEarlier([], [search, ...Array.from({ length: 5 }, () => made('x', {}))], 'search', 'items[0].id'),
    ).toBeUndefined();
    expect(findEarlier([search], [], 'search', 'items[9].id')).toBeUndefined();
  });

  it('brings values into the type that the parameter wants', () => {
    expect(fitToSchema('3', { type: 'integer' })).toBe(3);
    expect(fitToSchema(2.5, { type: 'integer' })).toBeUndefined();
    expect(fitToSchema('a', { type: 'array' })).toEqual(['a']);
    expect(fitToSchema(['a', 'b'], { type: 'string' })).toBe('a, b');
    expect(fitToSchema('abcdef', { type: 'string', maxLength: 3 })).toBe('abc');
  });
});
