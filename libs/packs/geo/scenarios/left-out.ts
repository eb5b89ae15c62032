import type { Scenario } from '#tools';

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
