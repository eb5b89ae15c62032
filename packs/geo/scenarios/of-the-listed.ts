import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** What is asked of a list, a ranking or a comparison that was just told. */
export const ofTheListed: Scenario[] = [
  {
    id: 'G40',
    title: 'goes on from a list of homes: cheaper, one of them, another place, another amount',
    steps: [
      {
        say: 'شقة بغرفة نوم للإيجار حتى 60 ألف',
        contact: 'caller-01',
        expect: {
          calls: [{ tool: 'find_units_by_budget', arguments: { bedrooms: 1, max_budget: 60_000 } }],
          language: 'ar',
        },
      },
      {
        say: 'أريد أرخص',
        contact: 'caller-01',
        expect: { neverCalls: DATA_TOOLS, saysOffline: [/لا يوجد أرخص من هذا النوع/], language: 'ar' },
      },
      {
        say: 'الثانية',
        contact: 'caller-01',
        expect: { neverCalls: DATA_TOOLS, saysOffline: [/^2\. R-/], language: 'ar' },
      },
      {
        say: 'وفي العين؟',
        contact: 'caller-01',
        expect: {
          calls: [
            { tool: 'search_geospatial_metadata' },
            {
              tool: 'find_units_by_budget',
              arguments: { bedrooms: 1, max_budget: 60_000, municipality: 'Al Ain' },
            },
          ],
          language: 'ar',
        },
      },
      {
        say: 'studio in Masdar under 4000 a month',
        contact: 'caller-01',
        begins: true,
        expect: {
          calls: [
            finds('Masdar', 'Masdar City'),
            { tool: 'find_units_by_budget', arguments: { bedrooms: 0, max_budget: 48_000 } },
          ],
        },
      },
      {
        say: '4500 then',
        contact: 'caller-01',
        expect: {
          calls: [{ tool: 'find_units_by_budget', arguments: { bedrooms: 0, max_budget: 54_000 } }],
        },
      },
      {
        say: 'Can I see it on Thursday?',
        contact: 'caller-01',
        expect: { neverCalls: [...DATA_TOOLS, 'search_geospatial_metadata'] },
      },
    ],
  },
  {
    id: 'G41',
    title: 'counts homes where homes are ranked, gives a verdict, and asks several figures anew',
    steps: [
      {
        say: 'which area sold the most apartments in 2024?',
        contact: 'caller-01',
        expect: {
          calls: [{ tool: 'get_top_districts_in_municipality', arguments: { metric: 'count', year: 2_024 } }],
          saysOffline: ['all types of property'],
        },
      },
      {
        say: 'how many deals in the second one?',
        contact: 'caller-01',
        expect: {
          calls: [{ tool: 'get_transaction_count', arguments: { district: 'Yas Island', year: 2_024 } }],
        },
      },
      {
        say: 'compare it with Saadiyat',
        contact: 'caller-01',
        expect: {
          calls: [
            finds('Saadiyat', 'Saadiyat Island'),
            {
              tool: 'compare_sales_between_districts',
              arguments: { districts: ['Yas Island', 'Saadiyat Island'], year: 2_024 },
            },
          ],
        },
      },
      {
        say: 'which is cheaper per m²?',
        contact: 'caller-01',
        expect: {
          calls: [{ tool: 'compare_sales_between_districts' }],
          saysOffline: [
            'Yas Island is cheaper than Saadiyat Island',
            'Prices per square metre are not among',
          ],
        },
      },
      {
        say: 'sales in Yas 2023',
        contact: 'caller-01',
        begins: true,
        expect: {
          calls: [
            finds('Yas', 'Yas Island'),
            { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_023 } },
          ],
        },
      },
      {
        say: 'and in Al Ain?',
        contact: 'caller-01',
        expect: {
          calls: [
            { tool: 'search_geospatial_metadata' },
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_023 } },
          ],
          neverCalls: ['get_total_sales_value'],
        },
      },
    ],
  },
];
