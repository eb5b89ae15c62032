import type { Scenario } from '#pack-kit';
import { DATA_TOOLS, finds, SAMPLE, SAMPLE_AR } from './expected.ts';

/** Figures of more than three digits, besides years. */
const FIGURE = /\d{1,3}(?:,\d{3})+|(?<!\d)\d{5,}/;

const lacks = (query: string) => ({
  tool: 'search_geospatial_metadata',
  arguments: { query },
  data: { status: 'not_found', best: null },
});

export const notCovered: Scenario[] = [
  {
    id: 'G61',
    title: 'says of a place that is not covered that it is not, however it is written',
    steps: [
      {
        say: 'كم صفقة تمت بدبي سنة 2023؟',
        contact: 'investor-01',
        expect: {
          calls: [lacks('دبي')],
          neverCalls: DATA_TOOLS,
          says: [/«دبي»/],
          neverSays: [FIGURE],
          language: 'ar',
        },
      },
      {
        say: 'كم بلغت قيمة المبيعات بأتلانتس سنة 2023؟',
        contact: 'investor-02',
        expect: {
          calls: [lacks('أتلانتس')],
          neverCalls: DATA_TOOLS,
          says: [/«أتلانتس»/],
          neverSays: [FIGURE],
          language: 'ar',
        },
      },
      {
        say: 'What did homes sell for in atlantis in 2023, in AED?',
        contact: 'investor-03',
        expect: {
          calls: [lacks('atlantis')],
          neverCalls: DATA_TOOLS,
          says: [/“atlantis”/],
          neverSays: [FIGURE],
        },
      },
    ],
  },
  {
    id: 'G62',
    title: 'answers of the place that is known, and says that the one beside it is not covered',
    steps: [
      {
        say: 'عدد الصفقات في ياس وأتلانتس 2023',
        contact: 'investor-04',
        expect: {
          calls: [
            finds('ياس', 'Yas Island'),
            { tool: 'get_transaction_count', arguments: { district: 'Yas Island', year: 2023 } },
            lacks('أتلانتس'),
          ],
          says: [/1,247|١٬٢٤٧/, /«أتلانتس»/, SAMPLE_AR],
          language: 'ar',
        },
      },
      {
        say: 'Difference between Hili and Atlantis in 2023',
        contact: 'investor-05',
        expect: {
          calls: [
            finds('Hili', 'Hili'),
            lacks('Atlantis'),
            { tool: 'get_total_sales_value', arguments: { district: 'Hili', year: 2023 } },
          ],
          says: [/54,944,101/, /“Atlantis”/, SAMPLE],
        },
      },
    ],
  },
  {
    id: 'G63',
    title: 'takes a wish for a home for no place, and a year for no number of districts',
    steps: [
      {
        say: 'أبحث عن شقة بغرفة نوم واحدة بميزانية 60 ألف درهم',
        contact: 'investor-06',
        expect: {
          calls: [{ tool: 'find_units_by_budget', arguments: { max_budget: 60_000, bedrooms: 1 } }],
          neverCalls: ['search_geospatial_metadata'],
          language: 'ar',
        },
      },
      {
        say: 'Top districts in 2023',
        contact: 'investor-07',
        expect: {
          calls: [{ tool: 'get_top_districts_in_municipality', arguments: { year: 2023, limit: 5 } }],
          says: [/Saadiyat Island/],
        },
      },
      {
        say: 'Top districts in 2019',
        contact: 'investor-08',
        expect: { says: [/2020/, /2024/], neverSays: [FIGURE] },
      },
      {
        say: 'Dubai Marina average price?',
        contact: 'investor-09',
        begins: true,
        expect: { says: [/Dubai Marina/, /Abu Dhabi/], neverSays: [FIGURE] },
      },
      {
        say: 'show me a chart of prices since 2019',
        contact: 'investor-09',
        expect: { says: [/2020/, /2024/], neverSays: [FIGURE] },
      },
      {
        say: 'أين ارتفعت الأسعار أكثر',
        contact: 'investor-09',
        begins: true,
        expect: { saysOffline: ['لا أرتب المناطق حسب النمو'], neverSays: [FIGURE], language: 'ar' },
      },
    ],
  },
];
