import { made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const search = made('search_properties', { district: 'Larnaca' }, { items: [], total: 0 });
const asked = (text: string, own = {}) =>
  reply(stepFor(text, { lastCalls: [search], earlier: [search], filled: () => own }));

it.each([
  ['not an apartment please', /villas, houses, townhouses, studios\?$/],
  ["I don't want a villa", /^I look for one kind at a time.*apartments, houses/],
  ['anything but flats', /villas/],
  ['غير شقة من فضلك', /فلل/],
])('%s is asked for the kind', (text, expected) => expect(asked(text)).toMatch(expected));

it('a kind that is named besides is searched for', () =>
  expect(asked('no flat, a villa', { propertyType: 'Villa' }) ?? '').not.toMatch(/one kind/));
