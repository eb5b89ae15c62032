import type { Scenario } from '#pack-kit';

/** From a first wish to a viewing, with the words that people put around their wishes. */
export const choosing: Scenario[] = [
  {
    id: 'W80',
    title: 'narrows a search by whole sentences, and works out the loan of the home that is spoken of',
    steps: [
      {
        say: 'house for my family, two kids, about 450k',
        contact: 'chooser-01',
        expect: {
          calls: [{ tool: 'search_properties', arguments: { propertyType: 'House', maxPrice: 450_000 } }],
        },
      },
      {
        say: '3 bedrooms at least, Larnaca or Limassol would be fine',
        contact: 'chooser-01',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Larnaca, Limassol', bedroomsMin: 3, maxPrice: 450_000 },
            },
          ],
          neverCalls: ['update_requirements'],
        },
      },
      {
        say: 'No more than 450k like I said',
        contact: 'chooser-01',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Larnaca, Limassol', bedroomsMin: 3, maxPrice: 450_000 },
            },
          ],
        },
      },
      {
        say: 'tell me about the first one',
        contact: 'chooser-01',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: ['prop-0298'] },
      },
      {
        say: 'what would the monthly payment be with 20% down over 25 years?',
        contact: 'chooser-01',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            {
              tool: 'calculate_mortgage',
              arguments: { propertyId: 'prop-0298', downPaymentPct: 20, termYears: 25 },
            },
          ],
        },
      },
      {
        say: 'and on 300k?',
        contact: 'chooser-01',
        expect: { calls: [{ tool: 'calculate_mortgage', arguments: { price: 300_000 } }] },
      },
      {
        say: 'what is the lowest price for it?',
        contact: 'chooser-01',
        expect: { saysOffline: ['not on record'] },
      },
    ],
  },
  {
    id: 'W81',
    title: 'picks what is to be seen out of the list that was told last, whatever it was read from',
    steps: [
      {
        say: 'شقق في لارنكا للبيع',
        contact: 'chooser-02',
        expect: { calls: [{ tool: 'search_properties' }], language: 'ar' },
      },
      {
        say: 'بحمامين',
        contact: 'chooser-02',
        expect: {
          calls: [
            { tool: 'query_org_data', arguments: { operation: 'list' } },
            { tool: 'query_org_data', arguments: { operation: 'count' } },
          ],
          saysOffline: [/1\. .*prop-0271/],
          language: 'ar',
        },
      },
      {
        say: 'ممكن نشوف الأولى يوم الخميس؟',
        contact: 'chooser-02',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', arguments: { propertyId: 'prop-0271' } },
          ],
          neverCalls: ['search_properties'],
          language: 'ar',
        },
      },
      {
        say: 'مين راح يفرجنا عليها؟',
        contact: 'chooser-02',
        expect: { saysOffline: ['أحد وكلاء المكتب'], language: 'ar' },
      },
    ],
  },
  {
    id: 'W82',
    title: 'keeps the order by the sea when a limit is named',
    steps: [
      {
        say: 'villas by the sea in Paphos to buy',
        contact: 'chooser-03',
        expect: {
          // A program makes them at once.
          calls: [
            { tool: 'retrieve_context', optional: true },
            { tool: 'search_properties' },
            { tool: 'retrieve_context', optional: true },
          ],
          saysOffline: ['fit the sea best'],
        },
      },
      {
        say: '500k max',
        contact: 'chooser-03',
        expect: {
          calls: [
            { tool: 'retrieve_context', optional: true },
            { tool: 'search_properties', arguments: { district: 'Paphos', maxPrice: 500_000 } },
            { tool: 'retrieve_context', optional: true },
          ],
          saysOffline: ['fit the sea best'],
        },
      },
    ],
  },
];
