import type { Scenario } from '#pack-kit';

const SALE_ASSUMED = /Sale assumed/;

/** What somebody asks about what was shown and done, rather than for more of it. */
export const asStrangersAsk: Scenario[] = [
  {
    id: 'W70',
    title: 'says why homes were shown, what each leads in, and an assumption once',
    steps: [
      {
        say: 'flats in Paphos under 200,000',
        contact: 'contact-030',
        expect: { calls: [{ tool: 'search_properties' }], saysOffline: [SALE_ASSUMED] },
      },
      {
        say: 'why these?',
        contact: 'contact-030',
        expect: {
          neverCalls: ['search_properties', 'tool_search'],
          saysOffline: ['apartments for sale in Paphos up to €200,000', 'cheapest first'],
        },
      },
      {
        say: 'which would you recommend?',
        contact: 'contact-030',
        expect: {
          calls: [{ tool: 'query_org_data' }],
          saysOffline: ['depends on what counts', /largest: .*prop-/],
        },
      },
      {
        say: 'and under 150,000?',
        contact: 'contact-030',
        expect: {
          calls: [{ tool: 'search_properties', arguments: { district: 'Paphos', maxPrice: 150_000 } }],
          neverSays: [SALE_ASSUMED],
        },
      },
      {
        say: '2 bedrooms',
        contact: 'contact-030',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Paphos', maxPrice: 150_000, bedrooms: 2, propertyType: 'Apartment' },
            },
          ],
          neverCalls: ['update_requirements'],
        },
      },
      {
        say: 'or to rent?',
        contact: 'contact-030',
        expect: {
          calls: [
            { tool: 'search_properties', arguments: { district: 'Paphos', bedrooms: 2, dealType: 'rent' } },
          ],
          saysOffline: ['a month'],
        },
      },
      {
        say: 'ابحث عن شقة في ليماسول بأقل من ٤٠٠ ألف',
        contact: 'contact-016',
        begins: true,
        expect: { calls: [{ tool: 'search_properties' }], language: 'ar' },
      },
      {
        say: 'لماذا هذه؟',
        contact: 'contact-016',
        expect: { saysOffline: [/تطابق ما طلبته/], language: 'ar' },
      },
    ],
  },
  {
    id: 'W71',
    title: 'offers no monthly rents under a limit for buying',
    steps: [
      {
        say: 'villa for sale in Paphos under 100,000',
        contact: 'contact-031',
        expect: {
          saysOffline: [/\d+ to rent instead, at prices of their own/],
        },
      },
      {
        say: 'or to rent?',
        contact: 'contact-031',
        expect: {
          calls: [{ tool: 'search_properties', arguments: { dealType: 'rent' } }],
          saysOffline: ['a month'],
          neverSays: ['to rent in Paphos up to €100,000'],
        },
      },
      {
        say: 'villas in Paphos under 100,000',
        contact: 'contact-031',
        begins: true,
        expect: { saysOffline: ['at a higher price', 'Shall I widen the price limit?'] },
      },
      {
        say: 'yes',
        contact: 'contact-031',
        expect: {
          calls: [
            {
              tool: 'search_properties',
              arguments: { district: 'Paphos', propertyType: 'Villa', dealType: 'sale' },
            },
          ],
          saysOffline: [/matches for villas for sale/],
        },
      },
    ],
  },
  {
    id: 'W72',
    title: 'tells what is booked, and what is not and why',
    steps: [
      {
        say: 'Book a viewing of prop-0043 tomorrow at 10:30',
        contact: 'contact-015',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing', success: false },
          ],
          saysOffline: [/taken|busy/],
        },
      },
      {
        say: 'what did I book?',
        contact: 'contact-015',
        expect: {
          neverCalls: ['tool_search', 'schedule_viewing'],
          saysOffline: [/Nothing is booked.*taken/, 'Which one suits?'],
        },
      },
      {
        say: 'the second one',
        contact: 'contact-015',
        expect: {
          calls: [{ tool: 'schedule_viewing', arguments: { propertyId: 'prop-0043' } }],
          saysOffline: ['is booked'],
        },
      },
      {
        say: 'so what have I booked?',
        contact: 'contact-015',
        expect: { neverCalls: ['tool_search', 'schedule_viewing'], saysOffline: [/Booked[^]*prop-0043/] },
      },
      {
        say: 'ماذا حجزت؟',
        contact: 'contact-015',
        expect: { saysOffline: [/المحجوز[^]*prop-0043/], language: 'ar' },
      },
    ],
  },
];
