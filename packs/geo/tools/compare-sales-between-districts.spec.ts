import { detectLanguage, normalizeText } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { compareSalesBetweenDistricts as comparison } from './compare-sales-between-districts.tool.ts';

const row = (district: string, rank: number, total: number, count: number) => ({
  district,
  district_ar: district,
  rank,
  total_value_aed: total,
  transaction_count: count,
  average_value_aed: total / count,
});
const compared = {
  year: 2024,
  property_type: null,
  rows: [row('Saadiyat Island', 1, 3_000_000, 2), row('Yas Island', 2, 1_000_000, 4)],
  highest: 'Saadiyat Island',
  difference_aed: 2_000_000,
  difference_pct: 200,
};
function told(text: string): string {
  const message: OfflineMessage = {
    text,
    normalized: normalizeText(text),
    language: detectLanguage(text),
  };
  const { reply } = comparison.offline ?? {};
  const say = message.language === 'ar' ? reply?.ar : reply?.en;
  return say?.(compared as never, {} as never, message) ?? '';
}

it('tells what one sale cost beside each sum', () => {
  expect(told('compare with Saadiyat')).toMatch(/Yas Island: .* 4 transactions, AED 250,000 on average/);
  expect(told('قارن بينهما')).toMatch(/Yas Island: .*، بمتوسط 250,000 درهم/);
});

it('tells it once where prices are asked about', () => {
  const reply = told('which is cheaper, Yas or Saadiyat?');
  expect(reply.match(/AED 250,000/g)).toHaveLength(1);
  expect(reply).toContain('Yas Island is cheaper than Saadiyat Island');
});
