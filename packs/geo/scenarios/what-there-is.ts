import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** What is asked of the data itself, and of a place that was spoken of before. */
export const whatThereIs: Scenario[] = [
  {
    id: 'G60',
    title: 'tells what data there is, lists districts in either language, and goes from sales on to rents',
    steps: [
      {
        say: 'which datasets are there?',
        contact: 'there-is-01',
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['Sales', 'Housing stock', 'to rent'] },
      },
      {
        say: 'what data do you have?',
        contact: 'there-is-01',
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['Sales', 'Housing stock', 'to rent'] },
      },
      {
        say: 'أعطني قائمة الأحياء في العين',
        contact: 'there-is-02',
        begins: true,
        expect: {
          calls: [finds('العين', 'Al Ain'), { tool: 'get_districts', arguments: { municipality: 'Al Ain' } }],
          language: 'ar',
        },
      },
      {
        say: 'list the districts of Al Ain',
        contact: 'there-is-03',
        begins: true,
        expect: {
          calls: [
            finds('Al Ain', 'Al Ain'),
            { tool: 'get_districts', arguments: { municipality: 'Al Ain' } },
          ],
        },
      },
      {
        say: 'sales in Al Reef in 2023',
        contact: 'there-is-04',
        begins: true,
        expect: { calls: [finds('Al Reef', 'Al Reef'), { tool: 'get_total_sales_value' }] },
      },
      {
        say: 'what about rents there?',
        contact: 'there-is-04',
        expect: { calls: [{ tool: 'find_units_by_budget', arguments: { district: 'Al Reef' } }] },
      },
      {
        say: 'sales in Al Reef in 2023',
        contact: 'there-is-05',
        begins: true,
        expect: { calls: [finds('Al Reef', 'Al Reef'), { tool: 'get_total_sales_value' }] },
      },
      {
        say: 'what about rents?',
        contact: 'there-is-05',
        expect: { calls: [{ tool: 'find_units_by_budget', arguments: { district: 'Al Reef' } }] },
      },
      {
        say: 'وماذا عن الإيجارات هناك؟',
        contact: 'there-is-04',
        expect: {
          calls: [{ tool: 'find_units_by_budget', arguments: { district: 'Al Reef' } }],
          language: 'ar',
        },
      },
      {
        say: 'housing stock in Yas Island',
        contact: 'there-is-06',
        begins: true,
        expect: { calls: [finds('Yas Island', 'Yas Island'), { tool: 'get_current_supply' }] },
      },
      {
        say: 'how has that changed?',
        contact: 'there-is-06',
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['latest year', 'under construction'] },
      },
    ],
  },
];
