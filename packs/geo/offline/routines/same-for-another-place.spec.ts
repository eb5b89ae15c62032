import { callsOf, made } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH } from '../../tools/fills.ts';

describe('figures of before, of another place or year', () => {
  const alAin = made(
    SEARCH,
    { query: 'Al Ain' },
    {
      status: 'resolved',
      best: { type: 'municipality', name_en: 'Al Ain', district_en: null, municipality_en: 'Al Ain' },
    },
  );
  const offered = [SEARCH, 'get_total_sales_value', 'get_transaction_count', 'get_municipality_sales'];
  const yas = made('get_total_sales_value', { district: 'Yas Island', year: 2_023, property_type: 'Villa' });
  const municipalities = ['Al Ain', 'Al Dhafra'].map((municipality) =>
    made('get_municipality_sales', { municipality, year: 2_024 }),
  );
  const years = [2_020, 2_021].map((year) => made('get_total_sales_value', { district: 'Yas Island', year }));

  it.each(['and in Al Ain?', 'what about Al Ain', 'والعين؟', 'وفي العين'])(
    '%s after a district asks for the municipality',
    (text) => {
      const search = callsOf(stepFor(text, { lastCalls: [yas], offered }));
      expect(search.map(({ tool }) => tool)).toEqual([SEARCH]);
      expect(callsOf(stepFor(text, { lastCalls: [yas], calls: [alAin], offered }))).toEqual([
        {
          tool: 'get_municipality_sales',
          arguments: { municipality: 'Al Ain', year: 2_023, property_type: 'Villa' },
        },
      ]);
    },
  );

  it.each(['and Yas?', 'وياس؟'])('%s after a municipality asks for the district', (text) => {
    const lastCalls = municipalities.slice(0, 1);
    expect(callsOf(stepFor(text, { lastCalls, calls: [found('Yas Island')], offered }))).toEqual([
      { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_024 } },
    ]);
  });

  it.each([
    ['and in 2020?', { year: 2_020 }],
    ['وفي 2020', { year: 2_020 }],
    ['only villas', { year: 2_024, property_type: 'Villa' }],
  ])('%s goes on with both of two', (text, given) => {
    expect(callsOf(stepFor(text, { lastCalls: municipalities, offered }))).toEqual(
      ['Al Ain', 'Al Dhafra'].map((municipality) => ({
        tool: 'get_municipality_sales',
        arguments: { municipality, ...given },
      })),
    );
  });

  it.each([
    ['only flats', []],
    ['and on Saadiyat?', [found('Saadiyat Island')]],
    ['بالشقق فقط', []],
  ])('%s goes on with all years', (text, calls) => {
    const asked = callsOf(stepFor(text, { lastCalls: years, calls, offered }));
    expect(asked.map(({ arguments: given }) => given['year'])).toEqual([2_020, 2_021]);
  });

  it.each(['thanks', 'rents in Al Ain', 'how many homes are there in Al Ain'])(
    '%s is something else',
    (text) => {
      expect(callsOf(stepFor(text, { lastCalls: [yas], calls: [alAin], offered }))).not.toContainEqual(
        expect.objectContaining({ tool: 'get_municipality_sales' }),
      );
    },
  );

  it.each(['compare it with Saadiyat', 'versus Saadiyat?', 'قارنها مع السعديات', 'مقارنة بالسعديات؟'])(
    '%s compares the place of before',
    (text) => {
      const calls = [found('Saadiyat Island')];
      const offers = [SEARCH, 'compare_sales_between_districts'];
      expect(callsOf(stepFor(text, { earlier: [yas], calls, offered: offers }))).toEqual([
        {
          tool: 'compare_sales_between_districts',
          arguments: { districts: ['Yas Island', 'Saadiyat Island'], year: 2_023, property_type: 'Villa' },
        },
      ]);
    },
  );
});
