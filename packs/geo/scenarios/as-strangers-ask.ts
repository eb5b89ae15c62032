import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

const villas = (district: string) => ({
  tool: 'get_total_sales_value',
  arguments: { district, year: 2_024, property_type: 'Villa' },
});

/** What somebody asks who takes the analyst for an agent: for causes, for a home to buy, for a viewing. */
export const asStrangersAsk: Scenario[] = [
  {
    id: 'G50',
    title: 'says that the data has no causes, and how a sum came about',
    steps: [
      {
        say: 'sales in Yas Island in 2023',
        contact: 'stranger-01',
        expect: { calls: [finds('Yas Island', 'Yas Island'), { tool: 'get_total_sales_value' }] },
      },
      {
        say: 'why did it change?',
        contact: 'stranger-01',
        expect: {
          saysOffline: [/no causes/, 'Number of sales: 985 → 1,247', 'Share of apartments in the sales'],
        },
      },
      {
        say: 'what about 2024?',
        contact: 'stranger-01',
        expect: {
          calls: [{ tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2_024 } }],
          saysOffline: ['1,471'],
        },
      },
      {
        say: 'مبيعات جزيرة ياس ٢٠٢٣',
        contact: 'stranger-02',
        begins: true,
        expect: {
          calls: [finds('جزيرة ياس', 'Yas Island'), { tool: 'get_total_sales_value' }],
          language: 'ar',
        },
      },
      {
        say: 'ليش تغيرت؟',
        contact: 'stranger-02',
        expect: { saysOffline: [/لا تتضمن البيانات الأسباب/, 'عدد المبيعات'], language: 'ar' },
      },
    ],
  },
  {
    id: 'G51',
    title: 'holds the price that somebody can pay against what was paid, in words and in digits',
    steps: [
      {
        say: 'villa in Yas for three million',
        contact: 'stranger-03',
        expect: {
          calls: [finds('Yas', 'Yas Island'), villas('Yas Island')],
          saysOffline: ['no list of homes for sale', 'AED 3,000,000', '% below'],
        },
      },
      {
        say: 'and with 7 million?',
        contact: 'stranger-03',
        expect: { neverCalls: ['find_units_by_budget'], saysOffline: ['AED 7,000,000', '% above'] },
      },
      {
        say: 'فيلا في ياس بثلاثة ملايين',
        contact: 'stranger-04',
        begins: true,
        expect: {
          calls: [finds('ياس', 'Yas Island'), villas('Yas Island')],
          saysOffline: ['3,000,000', /أقل بنسبة/],
          language: 'ar',
        },
      },
      {
        say: 'شقة في الريف بتسعين ألف',
        contact: 'stranger-05',
        begins: true,
        expect: {
          calls: [
            finds('الريف', 'Al Reef'),
            { tool: 'find_units_by_budget', arguments: { district: 'Al Reef', max_budget: 90_000 } },
          ],
          saysOffline: ['في شمال الريف', 'في جنوب الريف'],
          language: 'ar',
        },
      },
      {
        say: 'buy a flat in Al Ain for half a million',
        contact: 'stranger-06',
        begins: true,
        expect: {
          calls: [
            finds('Al Ain', 'Al Ain'),
            {
              tool: 'get_municipality_sales',
              arguments: { municipality: 'Al Ain', property_type: 'Apartment' },
            },
          ],
          saysOffline: ['AED 500,000'],
        },
      },
    ],
  },
  {
    id: 'G52',
    title: 'books nothing, and says so with what is known of the home',
    steps: [
      {
        say: '1 bedroom to rent up to 60k',
        contact: 'stranger-07',
        expect: { calls: [{ tool: 'find_units_by_budget' }] },
      },
      {
        say: 'why these?',
        contact: 'stranger-07',
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['AED 60,000', 'lowest rents'] },
      },
      {
        say: 'book the second one for Thursday',
        contact: 'stranger-07',
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['cannot book', /R-\d\d-2024-\d\d/] },
      },
      {
        say: 'احجزها يوم الخميس',
        contact: 'stranger-07',
        expect: { neverCalls: DATA_TOOLS, saysOffline: [/لا أستطيع حجز/], language: 'ar' },
      },
    ],
  },
];
