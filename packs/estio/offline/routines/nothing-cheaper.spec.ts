import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const filters = {
  district: 'Larnaca',
  propertyType: 'House',
  bedrooms: 3,
  maxPrice: 350_000,
  dealType: 'sale',
};
const none = made('search_properties', filters, {
  total: 0,
  filters,
  suggestions: [
    { filter: 'propertyType', value: 'House', matches: 11 },
    { filter: 'maxPrice', value: 350_000, matches: 4 },
    { filter: 'bedrooms', value: 3, matches: 1 },
  ],
});
const some = made('search_properties', filters, { total: 4, filters, items: [] });

it('says that nothing was shown, and asks what may be changed', () => {
  const said = reply(stepFor('something cheaper please', { earlier: [none] }));
  expect(said).toBe(
    'Nothing has been shown for this search yet, so there is nothing cheaper to show. I found no houses for sale in Larnaca with 3 bedrooms up to €350,000. There is 1 with a different number of bedrooms, and 11 of another type. Would a different number of bedrooms suit you?',
  );
});

it.each(['anything cheaper?', 'أريد شيئا أرخص', 'أرخص من فضلك'])('%s', (text) =>
  expect(reply(stepFor(text, { earlier: [none] }))).toMatch(
    /nothing cheaper to show|فليس هناك ما هو أرخص.*لم أجد منازل/,
  ),
);

it.each(['cheaper flats in Paphos', 'cheaper, under 300k', 'thanks'])('%s is something else', (text) =>
  expect(reply(stepFor(text, { earlier: [none] })) ?? '').not.toContain('nothing cheaper to show'),
);

it('a list that was shown is searched under', () => {
  const step = stepFor('something cheaper please', { earlier: [some] });
  expect(reply(step) ?? '').not.toContain('nothing cheaper');
  expect(callsOf(step)).toEqual([]);
});
