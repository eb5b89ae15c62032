import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** Figures of more than three digits, besides years. */
const FIGURE = /\d{1,3}(?:,\d{3})+|(?<!\d)\d{5,}/;

export const refusing: Scenario[] = [
  {
    id: 'G10',
    title: 'says which years there are, and gives no number for another',
    steps: [
      {
        say: 'Transactions in Yas Island in 2019',
        contact: 'investor-02',
        expect: {
          calls: [
            finds('Yas Island', 'Yas Island'),
            {
              tool: 'get_transaction_count',
              success: 'any',
              optional: true,
              errorClass: 'VALIDATION_FAILED',
            },
          ],
          says: [/2020/, /2024/],
          neverSays: [FIGURE],
        },
      },
      {
        say: 'عدد المعاملات في جزيرة ياس سنة 2019',
        contact: 'investor-01',
        begins: true,
        expect: { says: [/2020|٢٠٢٠/, /2024|٢٠٢٤/], neverSays: [FIGURE], language: 'ar' },
      },
    ],
  },
  {
    id: 'G29',
    title: 'answers a word or two, and says what the data covers',
    steps: [
      {
        say: 'Yas Island',
        contact: 'investor-04',
        expect: { calls: [finds('Yas Island', 'Yas Island')], says: [/Yas Island/], neverSays: [FIGURE] },
      },
      {
        say: 'What about Dubai?',
        contact: 'investor-05',
        expect: { neverCalls: DATA_TOOLS, says: [/Abu Dhabi/], neverSays: [FIGURE] },
      },
      {
        say: '90k in Khalifa City',
        contact: 'investor-06',
        expect: {
          calls: [
            finds('Khalifa City', 'Khalifa City'),
            { tool: 'find_units_by_budget', arguments: { max_budget: 90_000, district: 'Khalifa City' } },
          ],
          says: [/Khalifa City/],
        },
      },
      {
        say: 'Schools in Yas Island?',
        contact: 'investor-08',
        expect: { neverCalls: DATA_TOOLS, neverSays: [FIGURE] },
      },
    ],
  },
  {
    id: 'G11',
    title: 'says that a place is not covered',
    steps: [
      {
        say: 'Total sales in Dubai Marina 2023',
        contact: 'investor-02',
        expect: {
          calls: [
            {
              tool: 'search_geospatial_metadata',
              arguments: { query: 'Dubai Marina' },
              data: { status: 'not_found' },
            },
          ],
          neverCalls: DATA_TOOLS,
          says: ['Dubai Marina'],
          neverSays: [FIGURE],
          saysOffline: ['not among those that are covered'],
        },
      },
    ],
  },
  {
    id: 'G23',
    title: 'makes no forecast and gives no advice',
    steps: [
      {
        say: 'Which prices will Yas Island have next year, and should I invest there?',
        contact: 'investor-02',
        expect: { neverCalls: DATA_TOOLS, neverSays: [FIGURE] },
      },
    ],
  },
  {
    id: 'G24',
    title: 'says that the figures of a project are those of its district',
    steps: [
      {
        say: 'Total sales in Coral Gate in 2023',
        contact: 'investor-02',
        expect: {
          calls: [
            finds('Coral Gate', 'Coral Gate'),
            { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_023 } },
          ],
          says: ['3,266,062,444', 'Yas Island'],
          saysOffline: ['Coral Gate is a part of Yas Island'],
        },
      },
    ],
  },
  {
    id: 'G17',
    title: 'sends no text of a message to the service',
    steps: [
      {
        say: "Total sales in x' OR 1=1 -- 2023",
        contact: 'investor-02',
        expect: { neverCalls: DATA_TOOLS, neverSays: [FIGURE] },
      },
    ],
  },
];
