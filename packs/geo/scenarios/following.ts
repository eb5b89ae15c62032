import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** Conversations of more than one message. */
export const following: Scenario[] = [
  {
    id: 'G9',
    title: 'asks which of two places is meant, and goes on with the answer',
    steps: [
      {
        say: 'مبيعات مدينة زايد 2023',
        contact: 'investor-01',
        expect: {
          calls: [
            {
              tool: 'search_geospatial_metadata',
              arguments: { query: 'مدينة زايد' },
              data: { status: 'ambiguous' },
            },
          ],
          neverCalls: DATA_TOOLS,
          says: [/Zayed City|مدينة أبوظبي/, /Madinat Zayed|الظفرة/],
          language: 'ar',
        },
      },
      {
        say: 'في الظفرة',
        contact: 'investor-01',
        expect: {
          calls: [
            {
              ...finds('مدينة زايد', 'Madinat Zayed'),
              arguments: { query: 'مدينة زايد', municipality: 'Al Dhafra' },
            },
            { tool: 'get_total_sales_value', arguments: { district: 'Madinat Zayed', year: 2_023 } },
          ],
          says: ['39,857,598'],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'G20',
    title: 'takes a follow-up for the same question about another place and another year',
    steps: [
      {
        say: 'How many deals were there on Yas Island in 2023?',
        contact: 'investor-02',
        expect: {
          calls: [
            finds('Yas Island', 'Yas Island'),
            { tool: 'get_transaction_count', arguments: { district: 'Yas Island', year: 2_023 } },
          ],
          says: [/1,?247/],
        },
      },
      {
        say: 'What about Saadiyat?',
        contact: 'investor-02',
        expect: {
          calls: [
            finds('Saadiyat', 'Saadiyat Island'),
            { tool: 'get_transaction_count', arguments: { district: 'Saadiyat Island', year: 2_023 } },
          ],
          says: ['980'],
        },
      },
      {
        say: 'And in 2021?',
        contact: 'investor-02',
        expect: {
          calls: [{ tool: 'get_transaction_count', arguments: { district: 'Saadiyat Island', year: 2_021 } }],
          says: ['598'],
        },
      },
    ],
  },
  {
    id: 'G22',
    title: 'turns a rent by the month into one by the year, and says what is nearest where nothing fits',
    steps: [
      {
        say: 'استوديو للإيجار في هيلي أقل من 1000 شهريا',
        contact: 'tenant-02',
        expect: {
          calls: [
            finds('هيلي', 'Hili'),
            {
              tool: 'find_units_by_budget',
              arguments: { max_budget: 12_000, bedrooms: 0, district: 'Hili' },
              data: { total: 0 },
            },
          ],
          saysOffline: ['الأقرب فوق الميزانية'],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'G30',
    title: 'never answers a comparison of numbers with values',
    steps: [
      {
        say: 'How many transactions in Yas Island in 2023?',
        contact: 'investor-02',
        expect: {
          calls: [
            finds('Yas Island', 'Yas Island'),
            { tool: 'get_transaction_count', arguments: { district: 'Yas Island', year: 2_023 } },
          ],
          says: [/1,?247/],
        },
      },
      {
        say: 'Is that more than Al Reem?',
        contact: 'investor-02',
        expect: { neverSays: [/\d,\d{3},\d{3}/, /billion/] },
      },
    ],
  },
];
