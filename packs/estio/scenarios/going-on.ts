import type { Scenario } from '#pack-kit';

/** A talk goes on, whatever was asked in between, and in either language. */
export const goingOn: Scenario[] = [
  {
    id: 'W54',
    title: 'searches a range of bedrooms, lends for the limit that was named, and keeps an address',
    steps: [
      {
        say: '1 or 2 beds in Paphos under 200k',
        contact: 'contact-033',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Paphos', bedroomsMin: 1, bedroomsMax: 2, maxPrice: 200_000 },
            },
          ],
          saysOffline: ['with 1 to 2 bedrooms'],
        },
      },
      {
        say: 'what would the monthly payment be?',
        contact: 'contact-033',
        expect: { saysOffline: ['For the limit that you named, €200,000', 'The instalment is'] },
      },
      {
        say: 'وفي ليماسول تحت 250 ألف؟',
        contact: 'contact-033',
        expect: {
          calls: [{ tool: 'search_properties', arguments: { district: 'Limassol', maxPrice: 250_000 } }],
          language: 'ar',
        },
      },
      {
        say: 'where is your office?',
        contact: 'contact-033',
        expect: { neverCalls: ['search_properties'], saysOffline: ['do not know the address'] },
      },
      {
        say: 'my mail is anna@example.org',
        contact: 'contact-033',
        expect: { calls: [{ tool: 'log_activity' }], saysOffline: ['anna@example.org'] },
      },
      {
        say: 'limassol or larnaca, not sure which is better',
        contact: 'contact-033',
        expect: { agent: 'estio/searcher', neverCalls: ['store_insight'], saysOffline: ['Per m²'] },
      },
    ],
  },
  {
    id: 'W50',
    title: 'goes on with the last search behind another question, and in the other language',
    steps: [
      {
        say: '2 bedroom flats in Limassol under 300k',
        contact: 'contact-031',
        expect: { calls: [{ tool: 'search_properties', arguments: { district: 'Limassol', bedrooms: 2 } }] },
      },
      {
        say: 'does the first one have parking?',
        contact: 'contact-031',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: ['says nothing about parking'] },
      },
      {
        say: 'and in Paphos?',
        contact: 'contact-031',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Paphos', bedrooms: 2, maxPrice: 300_000, propertyType: 'Apartment' },
            },
          ],
        },
      },
      {
        say: 'وهل يوجد شيء في لارنكا؟',
        contact: 'contact-031',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Larnaca', bedrooms: 2, maxPrice: 300_000, propertyType: 'Apartment' },
            },
          ],
          language: 'ar',
        },
      },
      {
        say: 'what else do you have with a pool?',
        contact: 'contact-031',
        expect: {
          calls: [{ tool: 'query_org_data' }, { tool: 'query_org_data' }],
          neverCalls: ['search_properties'],
          saysOffline: [/with a pool|has a pool/],
        },
      },
    ],
  },
  {
    id: 'W51',
    title: 'lends the whole of a loan, and compares two markets',
    steps: [
      {
        say: 'كم القسط لقرض 200 ألف',
        contact: 'contact-032',
        expect: {
          calls: [
            { tool: 'tool_search' },
            {
              tool: 'calculate_mortgage',
              arguments: { price: 200_000, downPayment: 0 },
              data: { loanAmount: 200_000, monthlyPayment: 1_055.67 },
            },
          ],
          says: ['1,055.67'],
          language: 'ar',
        },
      },
      {
        say: 'compare prices in Paphos and Larnaca',
        contact: 'contact-032',
        begins: true,
        expect: {
          agent: 'estio/searcher',
          calls: [
            { tool: 'tool_search' },
            { tool: 'analyze_market_trends', arguments: { district: 'Paphos' } },
            { tool: 'analyze_market_trends', arguments: { district: 'Larnaca' } },
          ],
          says: ['Paphos', 'Larnaca'],
          saysOffline: [/Per m² Larnaca is the cheapest/],
        },
      },
    ],
  },
  {
    id: 'W52',
    title: 'books with whom is asked for, and moves no booking',
    steps: [
      {
        say: '2 bedroom apartments in Paphos under 200k',
        contact: 'contact-033',
        expect: { calls: [{ tool: 'search_properties' }] },
      },
      {
        say: 'can I see the first one on Friday?',
        contact: 'contact-033',
        expect: {
          agent: 'estio/coordinator',
          calls: [
            { tool: 'tool_search' },
            { tool: 'check_calendar', arguments: { propertyId: 'prop-0105' } },
          ],
        },
      },
      {
        say: 'with Sofia please',
        contact: 'contact-033',
        expect: {
          calls: [
            {
              tool: 'check_calendar',
              arguments: {
                agentId: 'Sofia',
                dateFrom: '2026-11-20',
                dateTo: '2026-11-20',
                propertyId: 'prop-0105',
              },
            },
          ],
          says: ['Sofia'],
        },
      },
      {
        say: 'the second one',
        contact: 'contact-033',
        expect: { calls: [{ tool: 'schedule_viewing', data: { agent: { name: 'Sofia Christou' } } }] },
      },
      {
        say: 'with Maria instead',
        contact: 'contact-033',
        expect: {
          calls: [{ tool: 'check_calendar', arguments: { agentId: 'Maria', dateFrom: '2026-11-20' } }],
          neverCalls: ['schedule_viewing'],
          saysOffline: [/with Sofia Christou, and stays so/],
        },
      },
      {
        say: 'cancel my viewing',
        contact: 'contact-033',
        expect: { neverCalls: ['schedule_viewing'], saysOffline: ['nothing is changed yet'] },
      },
    ],
  },
  {
    id: 'W53',
    title: 'says what there is not: an entry, a bargain, a wish',
    steps: [
      {
        say: "I'm looking for a home",
        contact: 'contact-034',
        expect: { neverCalls: ['store_insight'], saysOffline: [/^Gladly/] },
      },
      {
        say: 'villa in Paphos under 50k',
        contact: 'contact-034',
        expect: { calls: [{ tool: 'search_properties', data: { total: 0 } }] },
      },
      {
        say: 'can I see the first one',
        contact: 'contact-034',
        expect: { neverCalls: ['check_calendar'], saysOffline: [/Nothing was found/] },
      },
      {
        say: 'house in Ayia Napa',
        contact: 'contact-034',
        begins: true,
        expect: { calls: [{ tool: 'search_properties', data: { total: 1 } }] },
      },
      {
        say: 'أخبرني أكثر عن الثانية',
        contact: 'contact-034',
        expect: { saysOffline: [/واحد فقط/, 'prop-0388'], language: 'ar' },
      },
      {
        say: 'هل السعر قابل للتفاوض؟',
        contact: 'contact-034',
        expect: { neverCalls: ['analyze_market_trends'], saysOffline: [/ما يطلبه المالك/], language: 'ar' },
      },
    ],
  },
];
