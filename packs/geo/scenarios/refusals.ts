import { scenario, type Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** Figures of more than three digits, besides years. */
const FIGURE = /\d{1,3}(?:,\d{3})+|(?<!\d)\d{5,}/;

export const refusals: Scenario[] = [
  scenario(
    'G10',
    'says which years there are, and gives no number for another',
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
      expect: { says: [/2020|٢٠٢٠/, /2024|٢٠٢٤/], neverSays: [FIGURE] },
    },
  ),
  scenario('G11', 'says that a place is not covered', {
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
  }),
  scenario('G17', 'sends no text of a message to the service', {
    say: "Total sales in x' OR 1=1 -- 2023",
    contact: 'investor-02',
    expect: { neverCalls: DATA_TOOLS, neverSays: [FIGURE] },
  }),
];
