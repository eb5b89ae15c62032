import { scenario, type Scenario } from '#pack-kit';
import { namesProperties } from './named-properties.ts';

export const search: Scenario[] = [
  scenario('E3', 'finds exactly three rentals in Larnaca, in order', {
    say: '2 bedroom rentals in Larnaca up to 1,200 a month',
    contact: 'contact-017',
    staff: 'agent-01',
    expect: {
      agent: 'estio/searcher',
      calls: [
        {
          tool: 'search_properties',
          arguments: { district: 'Larnaca', bedrooms: 2, maxPrice: 1_200, dealType: 'rent' },
          data: { total: 3 },
        },
      ],
      says: ['710', '1,010', '1,190', /sample/i],
      saysOffline: ['€710', '€1,010', '€1,190'],
      check: namesProperties('prop-0234', 'prop-0252', 'prop-0245'),
    },
  }),
  scenario('E4', 'says that nothing matches, names what to relax, and invents nothing', {
    say: 'Villa in Paphos for sale below 100k',
    contact: 'contact-017',
    staff: 'agent-01',
    expect: {
      calls: [
        {
          tool: 'search_properties',
          arguments: { district: 'Paphos', propertyType: 'Villa', maxPrice: 100_000, dealType: 'sale' },
          data: { total: 0 },
        },
      ],
      saysOffline: [
        /I found no villas[\s\S]*There are \d+ at a higher price[\s\S]*Shall I widen the price limit\?/,
      ],
      check: namesProperties(),
    },
  }),
  scenario('E13', 'searches in Arabic and answers in Arabic', {
    say: 'ابحث عن شقة للبيع في ليماسول بأقل من 400 ألف وبغرفتين',
    contact: 'contact-016',
    staff: 'agent-01',
    expect: {
      calls: [
        {
          tool: 'search_properties',
          arguments: {
            district: 'Limassol',
            propertyType: 'Apartment',
            dealType: 'sale',
            maxPrice: 400_000,
            bedrooms: 2,
          },
          data: { total: 12 },
        },
      ],
      says: ['12', '201,000', 'prop-0225'],
      saysOffline: ['النتائج (12)', '201,000 يورو'],
      check: ({ reply }) =>
        /prop-\d{4}/.exec(reply)?.[0] === 'prop-0225' ? [] : ['does not name prop-0225 first'],
    },
  }),
];
