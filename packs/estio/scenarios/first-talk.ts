import type { Scenario } from '#pack-kit';

/** What somebody says who talks with the agency for the first time. */
export const firstTalk: Scenario[] = [
  {
    id: 'W90',
    title: 'books what was told of, and notes who it is for',
    steps: [
      {
        say: 'Show me villas in Paphos with a pool',
        contact: 'newcomer-01',
        expect: {
          calls: [{ tool: 'query_org_data' }, { tool: 'query_org_data' }],
          saysOffline: ['Neither sale nor rent was named'],
        },
      },
      {
        say: 'tell me more about the second one',
        contact: 'newcomer-01',
        expect: { saysOffline: ['prop-'] },
      },
      {
        say: 'I want to view it on Saturday at 10am',
        contact: 'newcomer-01',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing' },
          ],
        },
      },
      {
        say: 'My name is John Smith, phone 99123456',
        contact: 'newcomer-01',
        expect: {
          calls: [{ tool: 'log_activity', arguments: { contactId: 'newcomer-01' } }],
          saysOffline: ['John Smith', '99123456', 'noted'],
        },
      },
      {
        say: "I'm John Smith, john@smith.com",
        contact: 'newcomer-01',
        expect: { calls: [{ tool: 'log_activity' }], saysOffline: ['John Smith', 'john@smith.com'] },
      },
      {
        say: 'اسمي جون سميث ورقمي 99123456',
        contact: 'newcomer-01',
        expect: {
          calls: [{ tool: 'log_activity' }],
          saysOffline: ['جون سميث', '99123456'],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'W91',
    title: 'understands a wish to view in Arabic, with its hour written out',
    steps: [
      {
        say: 'ابحث عن بيت في أيا نابا',
        contact: 'newcomer-02',
        expect: { calls: [{ tool: 'search_properties', data: { total: 1 } }], language: 'ar' },
      },
      {
        say: 'أريد أن أشاهدها يوم الأحد الساعة العاشرة صباحا',
        contact: 'newcomer-02',
        expect: {
          agent: 'estio/coordinator',
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', arguments: { propertyId: 'prop-0388', dateFrom: '2026-11-22' } },
          ],
          saysOffline: ['أي يوم آخر يناسب؟'],
          language: 'ar',
        },
      },
      {
        say: 'الاثنين الساعة الحادية عشرة',
        contact: 'newcomer-02',
        expect: {
          calls: [{ tool: 'check_calendar', arguments: { propertyId: 'prop-0388', dateFrom: '2026-11-23' } }],
          saysOffline: [/هذا الوقت متاح: .*11:00.* هل أحجزه؟$/],
          neverSays: ['أيها يناسب؟', 'الأوقات المتاحة'],
          language: 'ar',
        },
      },
      {
        say: 'نعم',
        contact: 'newcomer-02',
        expect: {
          calls: [{ tool: 'schedule_viewing', arguments: { propertyId: 'prop-0388' } }],
          saysOffline: ['11:00'],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'W92',
    title: 'asks one question of a free time, and takes the answer',
    steps: [
      {
        say: 'house in Ayia Napa',
        contact: 'newcomer-03',
        expect: { calls: [{ tool: 'search_properties', data: { total: 1 } }] },
      },
      {
        say: 'can I see it on Wednesday at 3pm?',
        contact: 'newcomer-03',
        expect: {
          saysOffline: [/That time is free: Wednesday 18 November 2026, 15:00 .* Shall I book it\?$/],
          neverSays: ['Which one suits?', 'Free times'],
        },
      },
      {
        say: 'rather at 4',
        contact: 'newcomer-03',
        expect: {
          calls: [{ tool: 'schedule_viewing', arguments: { propertyId: 'prop-0388' } }],
          saysOffline: [/is booked.*16:00/],
        },
      },
    ],
  },
  {
    id: 'W93',
    title: 'says what there is besides where nothing is found, and that nothing was shown',
    steps: [
      {
        say: "I'm looking for a 3 bedroom house in Larnaca, budget around 350k",
        contact: 'newcomer-04',
        expect: {
          calls: [{ tool: 'search_properties', data: { total: 0 } }],
          saysOffline: [
            /I found no houses .*\. There is 1 with a different number of bedrooms, and 11 of another type\. Would a different number of bedrooms suit you\?/,
          ],
        },
      },
      {
        say: 'something cheaper please',
        contact: 'newcomer-04',
        expect: { neverCalls: ['search_properties'], saysOffline: ['nothing cheaper to show'] },
      },
      {
        say: 'Can I see it on Saturday at 11?',
        contact: 'newcomer-04',
        expect: {
          agent: 'estio/coordinator',
          neverCalls: ['check_calendar', 'schedule_viewing'],
          saysOffline: ['Nothing has been shown yet that could be viewed'],
        },
      },
    ],
  },
  {
    id: 'W94',
    title: 'compares by the records and by the market, and says who knows what neither has',
    steps: [
      {
        say: 'compare prop-0021 and prop-0081',
        contact: 'newcomer-05',
        expect: {
          calls: [{ tool: 'query_org_data', arguments: { dataset: 'properties' } }],
          saysOffline: ['prop-0021', 'prop-0081', /largest: .*prop-/],
        },
      },
      {
        say: 'what areas of Limassol are cheap?',
        contact: 'newcomer-05',
        expect: {
          agent: 'estio/searcher',
          calls: [
            { tool: 'tool_search', optional: true },
            ...[
              'Limassol Centre',
              'Germasogeia',
              'Agios Tychonas',
              'Mouttagiaka',
              'Zakaki',
              'Mesa Geitonia',
              'Agios Athanasios',
            ].map((district) => ({ tool: 'analyze_market_trends', arguments: { district } })),
          ],
          saysOffline: [/the cheapest first:\n1\. /, 'per m²'],
        },
      },
      {
        say: 'كم العمولة؟',
        contact: 'newcomer-05',
        expect: { saysOffline: [/لا أعرف ما يتقاضاه المكتب.*شخص/], language: 'ar' },
      },
    ],
  },
];
