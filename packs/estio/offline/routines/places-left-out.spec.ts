import type { RoutineTurn } from '#pack-kit';
import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { placesLeftOut } from '../../places.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const offered = ['query_org_data', 'search_properties', 'update_requirements'];
/** What the tools fill from a message; the district of a search, and whom the message is about. */
const filledWith = (own: object) => (tool: string) =>
  (tool === 'update_requirements' ? { contactId: 'contact-030' } : { ...own }) as Record<string, unknown>;
const step = (text: string, own: object = {}, more: Partial<RoutineTurn> = {}) =>
  stepFor(text, { offered, filled: filledWith(own), ...more });
const filtersOf = (...asked: Parameters<typeof step>) => {
  const [call] = callsOf(step(...asked));
  expect(call?.tool).toBe('query_org_data');
  return call?.arguments['filters'];
};
const not = (value: string, field = 'area') => ({ field, op: 'ne', value });

describe('a place that is left out of what is looked for', () => {
  const larnaca = { district: 'Larnaca', propertyType: 'Apartment' };
  it.each([
    'a flat in Larnaca but not in Aradippou',
    'flats in Larnaca except Aradippou',
    "show me flats in Larnaca, we don't want Aradippou",
    'flats in Larnaca, anywhere but Aradippou',
    'شقة في لارنكا ولكن ليس في أراديبو',
    'شقق في لارنكا ما عدا أراديبو',
  ])('%s asks the records', (text) => {
    const filters = filtersOf(text, larnaca);
    expect(filters).toContainEqual(not('Aradippou'));
    expect(filters).toContainEqual({ field: 'district', op: 'eq', value: 'Larnaca' });
    expect(filters).not.toContainEqual(expect.objectContaining({ op: 'eq', value: 'Aradippou' }));
  });

  it('of a district, and of several', () => {
    expect(filtersOf('2 bedroom flats anywhere except Limassol', { bedrooms: 2 })).toContainEqual(
      not('Limassol', 'district'),
    );
    const filters = filtersOf('villas, not in Aradippou or Livadia', { propertyType: 'Villa' });
    expect(filters).toContainEqual(not('Aradippou'));
    expect(filters).toContainEqual(not('Livadia'));
  });

  it.each(['not Aradippou', "we don't want Aradippou", 'anywhere but Aradippou', 'لا نريد أراديبو'])(
    '%s goes on with the search before',
    (text) => {
      const earlier = [made('search_properties', { district: 'Larnaca', maxPrice: 200_000 })];
      const filters = filtersOf(text, {}, { earlier });
      expect(filters).toContainEqual(not('Aradippou'));
      expect(filters).toContainEqual({ field: 'district', op: 'eq', value: 'Larnaca' });
      expect(filters).toContainEqual({ field: 'price', op: 'lte', value: 200_000 });
      const of = filtersOf(text, {}, { earlier: [made('search_properties', { district: 'Aradippou' })] });
      expect(of).not.toContainEqual(expect.objectContaining({ op: 'eq', value: 'Aradippou' }));
    },
  );

  it('is named in the reply', () => {
    const row = { id: 'prop-0001', title: 'A', dealType: 'sale', price: 200_000 };
    const calls = [
      made('query_org_data', {}, { rows: [row] }),
      made('query_org_data', {}, { rows: [], count: 1 }),
    ];
    expect(reply(step('a flat in Larnaca but not in Aradippou', larnaca, { calls }))).toContain(
      '1 outside Aradippou among apartments for sale in Larnaca',
    );
    expect(reply(step('شقة في لارنكا ولكن ليس في أراديبو', larnaca, { calls }))).toContain('خارج أراديبو');
  });

  it.each(['Larnaca instead of Limassol', 'flats in Larnaca, not Limassol'])('%s is a plain search', (text) =>
    expect(callsOf(step(text, { district: 'Larnaca' }))).toEqual([]),
  );
});

describe('a place that is left out where nothing is looked for', () => {
  const asked = [
    "we don't want Aradippou",
    'anywhere but Aradippou',
    'لا نريد أراديبو',
    'أي مكان إلا أراديبو',
  ];
  const [tool, contactId] = ['update_requirements', 'contact-030'];
  const saved = (district: string[]) => [made(tool, {}, { requirements: { district } })];

  it.each(asked)('%s is noted', (text) => {
    expect(callsOf(step(text))).toEqual([{ tool, arguments: { contactId, notes: 'Not wanted: Aradippou' } }]);
  });

  it.each([
    [asked[0]!, /The area on record stays Aradippou until you name another/],
    [asked[2]!, /المنطقة المسجلة ما زالت أراديبو/],
  ])('%s takes none out of the areas that are stored', (text, said) => {
    const calls = saved(['Livadia', 'Aradippou']);
    expect(callsOf(step(text, {}, { calls }))).toEqual([]);
    expect(reply(step(text, {}, { calls }))).toMatch(said);
    expect(reply(step(text, {}, { calls: saved(['Larnaca']) }))).not.toMatch(said);
  });

  it.each([
    "I don't like the area. Larnaca is nicer",
    "We don't want to live in the city, Larnaca would be a good size",
    "I'm not from Larnaca, my budget is 250k",
    'We live outside Limassol and our budget is 300k',
    'Houses outside the city in Larnaca',
    'Do you have villas in Limassol? If not, Larnaca is fine too',
    'we live outside Larnaca',
    'لا نحب المدينة، لارنكا أجمل',
  ])('%s leaves out none', (text) => {
    expect(placesLeftOut(text).names).toEqual([]);
    expect(callsOf(step(text)).map(({ arguments: given }) => given['notes'])).not.toContainEqual(
      expect.stringMatching(/Not wanted/),
    );
  });

  it.each([
    [asked[0]!, /Noted: not in Aradippou\. A search does not leave that out by itself/],
    [asked[2]!, /سجلت أن المطلوب ليس في أراديبو/],
  ])('%s: says that a search does not filter it', (text, said) => {
    expect(reply(step(text, {}, { calls: saved([]) }))).toMatch(said);
  });
});
