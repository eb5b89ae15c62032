import type { Scenario } from '#pack-kit';

/** What is left out, set right, or asked about what was told. */
export const leftOut: Scenario[] = [
  {
    id: 'G70',
    title: 'leaves out what a message excludes, in both languages',
    steps: [
      {
        say: 'total sales in Yas 2023 excluding land',
        contact: 'caller-01',
        expect: { saysOffline: ['Without plots of land', '2,950,125,965'] },
      },
      {
        say: 'إجمالي مبيعات ياس 2023 بدون الأراضي',
        contact: 'caller-01',
        begins: true,
        expect: { saysOffline: [/من دون أراض/, '2,950,125,965'], language: 'ar' },
      },
    ],
  },
  {
    id: 'G70 talk',
    title: 'goes on from figures without what was left out of them',
    steps: [
      {
        say: 'Compare Yas and Reem in 2023 excluding land',
        contact: 'caller-01',
        expect: { saysOffline: ['Without plots of land', /1\. Yas Island: AED 2,950,125,965/] },
      },
      {
        say: 'by how many percent?',
        contact: 'caller-01',
        expect: { saysOffline: ['Without plots of land', /Yas Island against Al Reem Island .*\+9\.6 %/] },
      },
      {
        say: 'which sold more?',
        contact: 'caller-01',
        expect: { saysOffline: ['Without plots of land', /1\. Yas Island: AED 2,950,125,965/] },
      },
      {
        say: 'and the year before?',
        contact: 'caller-01',
        expect: { saysOffline: ['Without plots of land', /1\. Yas Island: AED 2,140,737,850/] },
      },
      {
        say: 'مبيعات ياس 2023 بدون الأراضي',
        contact: 'caller-01',
        begins: true,
        expect: { saysOffline: [/من دون أراض/, '2,950,125,965'], language: 'ar' },
      },
      {
        say: 'قارنها مع الريم',
        contact: 'caller-01',
        expect: { saysOffline: [/من دون أراض/, '2,950,125,965', '2,691,285,432'], language: 'ar' },
      },
      {
        say: 'Sales in Yas in 2022 and 2023 excluding land',
        contact: 'caller-01',
        begins: true,
        expect: { saysOffline: ['Without plots of land', '2,140,737,850', '2,950,125,965'] },
      },
      {
        say: 'by how many percent?',
        contact: 'caller-01',
        expect: { saysOffline: ['Without plots of land', /value of sales \+37\.8 %/] },
      },
      {
        say: 'sales in Abu Dhabi City except Yas 2023',
        contact: 'caller-01',
        begins: true,
        expect: { saysOffline: ['Without Yas Island', '13,029,594,881'] },
      },
      {
        say: 'and in 2022?',
        contact: 'caller-01',
        expect: { saysOffline: ['Without Yas Island', '9,438,591,856'] },
      },
      {
        say: 'Excluding land, sales in Yas in 2023',
        contact: 'caller-01',
        begins: true,
        expect: { saysOffline: ['Without plots of land', '2,950,125,965'], neverSays: ['could not leave'] },
      },
    ],
  },
  {
    id: 'G71',
    title: 'keeps the year of what was set right, and tells how far apart two years are',
    steps: [
      { say: 'sales in Saadiyat 2023', contact: 'caller-01', expect: {} },
      { say: 'no, 2022', contact: 'caller-01', expect: {} },
      {
        say: 'and the number of deals?',
        contact: 'caller-01',
        expect: { calls: [{ tool: 'get_transaction_count', arguments: { year: 2_022 } }] },
      },
      { say: 'sales in Yas in 2021 and 2023', contact: 'caller-01', begins: true, expect: {} },
      { say: 'by how many percent?', contact: 'caller-01', expect: { saysOffline: [/\+90\.4 %/] } },
    ],
  },
];
