import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** A talk goes on: what is left out is what was said before, and several years or places are several calls. */
export const goingOn: Scenario[] = [
  {
    id: 'G33',
    title: 'keeps place, year and kind where the next message leaves them out',
    steps: [
      {
        say: 'how many flats were sold on Saadiyat in 2023',
        contact: 'caller-01',
        expect: {
          calls: [
            finds('Saadiyat', 'Saadiyat Island'),
            {
              tool: 'get_transaction_count',
              arguments: { district: 'Saadiyat Island', year: 2_023, property_type: 'Apartment' },
            },
          ],
        },
      },
      {
        say: 'and the year before?',
        contact: 'caller-01',
        expect: {
          calls: [
            {
              tool: 'get_transaction_count',
              arguments: { district: 'Saadiyat Island', year: 2_022, property_type: 'Apartment' },
            },
          ],
        },
      },
      {
        say: 'villas only',
        contact: 'caller-01',
        expect: {
          calls: [
            {
              tool: 'get_transaction_count',
              arguments: { district: 'Saadiyat Island', year: 2_022, property_type: 'Villa' },
            },
          ],
        },
      },
      {
        say: 'is that more than Al Reem?',
        contact: 'caller-01',
        expect: {
          calls: [
            finds('Al Reem', 'Al Reem Island'),
            {
              tool: 'compare_sales_between_districts',
              arguments: { districts: ['Saadiyat Island', 'Al Reem Island'], year: 2_022 },
            },
          ],
        },
      },
      {
        say: 'كم عدد الشقق المباعة في جزيرة الريم سنة 2023',
        contact: 'caller-02',
        begins: true,
        expect: { calls: [finds('جزيرة الريم', 'Al Reem Island'), { tool: 'get_transaction_count' }] },
      },
      {
        say: 'طيب والسعديات؟',
        contact: 'caller-02',
        expect: {
          calls: [
            finds(/السعديات/, 'Saadiyat Island'),
            {
              tool: 'get_transaction_count',
              arguments: { district: 'Saadiyat Island', year: 2_023, property_type: 'Apartment' },
            },
          ],
          language: 'ar',
        },
      },
      {
        say: 'قارن بينهم في 2024',
        contact: 'caller-02',
        expect: {
          calls: [
            {
              tool: 'compare_sales_between_districts',
              arguments: { districts: ['Al Reem Island', 'Saadiyat Island'], year: 2_024 },
            },
          ],
          language: 'ar',
        },
      },
      {
        say: 'والسنة التي قبلها؟',
        contact: 'caller-02',
        expect: {
          calls: [
            {
              tool: 'compare_sales_between_districts',
              arguments: { districts: ['Al Reem Island', 'Saadiyat Island'], year: 2_023 },
            },
          ],
          language: 'ar',
        },
      },
      {
        say: 'كم صفقة تمت في هيلي؟',
        contact: 'caller-02',
        expect: {
          calls: [finds('هيلي', 'Hili'), { tool: 'get_transaction_count', arguments: { district: 'Hili' } }],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'G34',
    title: 'keeps a budget, and answers from the homes that were listed',
    steps: [
      {
        say: 'I have 70k per year, what can I rent',
        contact: 'caller-03',
        expect: { calls: [{ tool: 'find_units_by_budget', arguments: { max_budget: 70_000 } }] },
      },
      {
        say: '2 bedrooms would be better',
        contact: 'caller-03',
        expect: {
          calls: [{ tool: 'find_units_by_budget', arguments: { max_budget: 70_000, bedrooms: 2 } }],
        },
      },
      {
        say: 'in khalifa city',
        contact: 'caller-03',
        expect: {
          calls: [
            finds('khalifa city', 'Khalifa City'),
            {
              tool: 'find_units_by_budget',
              arguments: { max_budget: 70_000, bedrooms: 2, district: 'Khalifa City' },
            },
          ],
        },
      },
      {
        say: "what's the cheapest one",
        contact: 'caller-03',
        expect: { calls: [], saysOffline: ['Of those that I listed:', 'R-06-2024-'] },
      },
    ],
  },
  {
    id: 'G35',
    title: 'tells several years, each by a call of its own',
    steps: [
      {
        say: 'did prices go up between 2022 and 2024 in yas',
        contact: 'caller-04',
        expect: {
          calls: [
            finds('yas', 'Yas Island'),
            { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_022 } },
            { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_023 } },
            { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_024 } },
          ],
          says: ['4,206,097,723', '3,266,062,444', '2,370,648,138'],
          saysOffline: ['from 2022 to 2024'],
        },
      },
      {
        say: 'total sales of Al Ain since 2023',
        contact: 'caller-05',
        begins: true,
        expect: {
          calls: [
            finds('Al Ain', 'Al Ain'),
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_023 } },
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_024 } },
          ],
          says: ['384,400,003', '496,972,533'],
        },
      },
    ],
  },
  {
    id: 'G35 talk',
    title: 'keeps the years and the question from place to place, and says what it cannot rank',
    steps: [
      {
        say: 'مبيعات الريم آخر سنتين',
        contact: 'caller-06',
        expect: {
          calls: [
            finds('الريم', 'Al Reem Island'),
            { tool: 'get_total_sales_value', arguments: { district: 'Al Reem Island', year: 2_023 } },
            { tool: 'get_total_sales_value', arguments: { district: 'Al Reem Island', year: 2_024 } },
          ],
        },
      },
      {
        say: 'وفي العين؟',
        contact: 'caller-06',
        expect: {
          calls: [
            finds('العين', 'Al Ain'),
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_023 } },
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_024 } },
          ],
          language: 'ar',
        },
      },
      {
        say: 'khalifa city then',
        contact: 'caller-06',
        expect: {
          calls: [
            finds('khalifa city', 'Khalifa City'),
            { tool: 'get_total_sales_value', arguments: { district: 'Khalifa City', year: 2_023 } },
            { tool: 'get_total_sales_value', arguments: { district: 'Khalifa City', year: 2_024 } },
          ],
          saysOffline: ['from 2023 to 2024'],
        },
      },
      {
        say: 'which of them grew the most?',
        contact: 'caller-06',
        expect: { saysOffline: ['cannot rank districts by their growth'] },
      },
      {
        say: 'ترتيب المشاريع حسب المبيعات',
        contact: 'caller-06',
        expect: { saysOffline: ['لا أرتب المشاريع'], language: 'ar' },
      },
    ],
  },
  {
    id: 'G36',
    title: 'counts homes by the stock, of each place that is named',
    steps: [
      {
        say: 'how many houses are being built in masdar city',
        contact: 'caller-06',
        expect: {
          calls: [
            finds('masdar city', 'Masdar City'),
            { tool: 'get_current_supply', arguments: { district: 'Masdar City' } },
          ],
        },
      },
      {
        say: 'compare the supply of yas and saadiyat',
        contact: 'caller-06',
        expect: {
          calls: [
            finds('yas', 'Yas Island'),
            finds('saadiyat', 'Saadiyat Island'),
            { tool: 'get_current_supply', arguments: { district: 'Yas Island' } },
            { tool: 'get_current_supply', arguments: { district: 'Saadiyat Island' } },
          ],
        },
      },
      {
        say: 'كم شقة في ياس',
        contact: 'caller-07',
        begins: true,
        expect: {
          calls: [
            finds('ياس', 'Yas Island'),
            { tool: 'get_current_supply', arguments: { district: 'Yas Island', property_type: 'Apartment' } },
          ],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'G38',
    title: 'lists the cheapest homes to rent, and ranks and compares by what is asked for',
    steps: [
      {
        say: 'ابي ارخص شقة بالعين',
        contact: 'caller-08',
        expect: {
          calls: [
            { tool: 'search_geospatial_metadata' },
            {
              tool: 'find_units_by_budget',
              arguments: { municipality: 'Al Ain', property_type: 'Apartment' },
              data: { cheapest_aed: 17_500 },
            },
          ],
          language: 'ar',
          says: [/17[,٬]?500/],
        },
      },
      {
        say: 'وارخص فيلا في الريف؟',
        contact: 'caller-08',
        expect: {
          calls: [
            { tool: 'search_geospatial_metadata' },
            { tool: 'find_units_by_budget', arguments: { district: 'Al Reef', property_type: 'Villa' } },
          ],
          language: 'ar',
          saysOffline: ['فيلا في شمال الريف'],
        },
      },
      {
        say: 'Top 3 districts of Abu Dhabi City in 2024',
        contact: 'caller-09',
        begins: true,
        expect: { saysOffline: ['1. Saadiyat Island'] },
      },
      {
        say: 'and by number of deals?',
        contact: 'caller-09',
        expect: {
          calls: [{ tool: 'get_top_districts_in_municipality', arguments: { metric: 'count', limit: 3 } }],
          saysOffline: ['1. Al Reem Island: 2,195 transactions'],
        },
      },
      {
        say: 'compare Yas Island and Al Reem Island in 2023 by number of deals',
        contact: 'caller-09',
        expect: {
          calls: [
            finds('Yas Island', 'Yas Island'),
            finds('Al Reem Island', 'Al Reem Island'),
            { tool: 'compare_sales_between_districts', arguments: { year: 2_023 } },
          ],
          saysOffline: ['1. Al Reem Island: 1,860 transactions', 'by 613 transactions'],
        },
      },
    ],
  },
  {
    id: 'G37',
    title: 'ranks from the end, lists what is covered, and knows what lies elsewhere',
    steps: [
      {
        say: 'the bottom two districts of Al Ain in 2024',
        contact: 'caller-08',
        expect: {
          calls: [
            finds('Al Ain', 'Al Ain'),
            {
              tool: 'get_top_districts_in_municipality',
              arguments: { municipality: 'Al Ain', limit: 2, order: 'lowest' },
            },
          ],
          saysOffline: [/Lowest districts of Al Ain[^]*Hili[^]*Zakher/],
          neverSays: ['Al Jimi'],
        },
      },
      {
        say: 'which parts of abu dhabi do you know',
        contact: 'caller-09',
        begins: true,
        expect: { calls: [finds('abu dhabi', 'Abu Dhabi City'), { tool: 'get_districts' }] },
      },
      {
        say: 'how about Sharjah?',
        contact: 'caller-10',
        begins: true,
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['not among those that are covered'] },
      },
    ],
  },
];
