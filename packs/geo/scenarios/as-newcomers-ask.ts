import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds } from './expected.ts';

/** Questions as somebody asks who has not read what the data holds. */
export const asNewcomersAsk: Scenario[] = [
  {
    id: 'G30',
    title: 'tells what the data does not have, and goes on from there',
    steps: [
      {
        say: 'average rent in Al Reef',
        contact: 'newcomer-01',
        expect: { neverCalls: DATA_TOOLS, says: ['?'], saysOffline: ['no averages'] },
      },
      {
        say: '80k',
        contact: 'newcomer-01',
        expect: {
          calls: [
            finds('Al Reef', 'Al Reef'),
            { tool: 'find_units_by_budget', arguments: { max_budget: 80_000, district: 'Al Reef' } },
          ],
        },
      },
      {
        say: 'in Khalifa City?',
        contact: 'newcomer-01',
        expect: {
          calls: [
            finds('Khalifa City', 'Khalifa City'),
            { tool: 'find_units_by_budget', arguments: { max_budget: 80_000, district: 'Khalifa City' } },
          ],
        },
      },
      {
        say: 'وين أرخص منطقة؟',
        contact: 'newcomer-02',
        begins: true,
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['لا أرتب المناطق حسب السعر'], language: 'ar' },
      },
      {
        say: 'is it a good time to buy?',
        contact: 'newcomer-03',
        begins: true,
        expect: { neverCalls: DATA_TOOLS, says: [/advice|advise/i] },
      },
      {
        say: 'هل الأسعار بترتفع السنة الجاية؟',
        contact: 'newcomer-04',
        begins: true,
        expect: { neverCalls: DATA_TOOLS, saysOffline: ['لا أقدم توقعات'], language: 'ar' },
      },
    ],
  },
  {
    id: 'G31',
    title: 'compares what the comparing tool does not take, and says which is dearer',
    steps: [
      {
        say: 'is Yas Island more expensive than Saadiyat?',
        contact: 'newcomer-05',
        expect: {
          calls: [
            finds('Yas Island', 'Yas Island'),
            finds('Saadiyat', 'Saadiyat Island'),
            { tool: 'compare_sales_between_districts', arguments: { year: 2_024 } },
          ],
          saysOffline: ['One sale cost on average: Saadiyat Island AED 4,136,216'],
        },
      },
      {
        say: 'مبيعات أبوظبي مقابل العين',
        contact: 'newcomer-06',
        begins: true,
        expect: {
          calls: [
            finds('أبوظبي', 'Abu Dhabi City'),
            finds('العين', 'Al Ain'),
            { tool: 'get_municipality_sales', arguments: { municipality: 'Abu Dhabi City', year: 2_024 } },
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_024 } },
          ],
          language: 'ar',
        },
      },
      {
        say: 'compare khalifa city with al ain in 2023',
        contact: 'newcomer-07',
        begins: true,
        expect: {
          calls: [
            finds('khalifa city', 'Khalifa City'),
            finds('al ain', 'Al Ain'),
            { tool: 'get_total_sales_value', arguments: { district: 'Khalifa City', year: 2_023 } },
            { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_023 } },
          ],
        },
      },
    ],
  },
  {
    id: 'G32',
    title: 'takes everyday words and follow-ups in Arabic as in English',
    steps: [
      {
        say: 'كم بيت انباع في خليفة 2023',
        contact: 'newcomer-08',
        expect: {
          calls: [
            finds('خليفة', 'Khalifa City'),
            { tool: 'get_transaction_count', arguments: { district: 'Khalifa City', year: 2_023 } },
          ],
          language: 'ar',
        },
      },
      {
        say: 'وفي 2024؟',
        contact: 'newcomer-08',
        expect: {
          calls: [{ tool: 'get_transaction_count', arguments: { district: 'Khalifa City', year: 2_024 } }],
          language: 'ar',
        },
      },
      {
        say: 'كم فيلا متوفرة في الشامخة',
        contact: 'newcomer-09',
        begins: true,
        expect: {
          calls: [
            finds('الشامخة', 'Al Shamkha'),
            { tool: 'get_current_supply', arguments: { district: 'Al Shamkha', property_type: 'Villa' } },
          ],
          language: 'ar',
        },
      },
      {
        say: 'how many deals in Abu Dhabi city in Q3 2024',
        contact: 'newcomer-10',
        begins: true,
        expect: {
          calls: [
            finds('Abu Dhabi city', 'Abu Dhabi City'),
            { tool: 'get_municipality_sales', arguments: { municipality: 'Abu Dhabi City', year: 2_024 } },
          ],
          saysOffline: ['none of quarters or months'],
        },
      },
    ],
  },
  {
    id: 'G44',
    title: 'says first that yields are not known, then what is',
    steps: [
      {
        say: 'Which area has the best rental yield?',
        contact: 'newcomer-20',
        expect: {
          neverCalls: DATA_TOOLS,
          says: [/yield/i],
          saysOffline: [/^Rental yields are not among the figures/, /what one sale cost on average/],
        },
      },
      {
        say: 'average price in Yas Island in 2024',
        contact: 'newcomer-20',
        expect: {
          calls: [
            finds('Yas Island', 'Yas Island'),
            { tool: 'get_total_sales_value', arguments: { district: 'Yas Island', year: 2024 } },
          ],
        },
      },
      {
        say: 'ما المنطقة ذات أعلى عائد إيجاري؟',
        contact: 'newcomer-21',
        begins: true,
        expect: {
          neverCalls: DATA_TOOLS,
          saysOffline: [/^العائد الإيجاري ليس ضمن الأرقام/],
          language: 'ar',
        },
      },
    ],
  },
  {
    id: 'G64',
    title: 'takes both ends of a range of rents for those of a month, and no year for how many',
    steps: [
      {
        say: 'flats to rent in Al Reef between 4,000 and 12,000',
        contact: 'ranges-01',
        expect: {
          calls: [
            finds('Al Reef', 'Al Reef'),
            {
              tool: 'find_units_by_budget',
              arguments: { min_budget: 48_000, max_budget: 144_000, district: 'Al Reef' },
            },
          ],
          saysOffline: ['AED 12,000 a month'],
        },
      },
      {
        say: 'شقق للإيجار في الريف بين 4000 و12000',
        contact: 'ranges-02',
        begins: true,
        expect: {
          calls: [
            finds('الريف', 'Al Reef'),
            {
              tool: 'find_units_by_budget',
              arguments: { min_budget: 48_000, max_budget: 144_000, district: 'Al Reef' },
            },
          ],
          language: 'ar',
        },
      },
      {
        say: 'top 3 flats to rent in Al Reef under 90k built after 2015',
        contact: 'ranges-03',
        begins: true,
        expect: {
          calls: [
            finds('Al Reef', 'Al Reef'),
            {
              tool: 'find_units_by_budget',
              arguments: { max_budget: 90_000, limit: 3, district: 'Al Reef' },
            },
          ],
          saysOffline: ['nothing of years of building'],
        },
      },
    ],
  },
];
