import { sampleLayers } from './layers.ts';
import type { Row } from './market-rows.ts';

const layers = new Map(sampleLayers().map((layer) => [layer.name, layer.rows]));
const rows = (name: string): readonly Row[] => layers.get(name) ?? [];
const sum = (some: readonly Row[], field: string) =>
  some.reduce((total, row) => total + Number(row[field]), 0);

// The figures were calculated by hand from the rules of the sample, not taken from its rows.
describe('the sample rows', () => {
  it('have the expected number', () => {
    expect([...layers].map(([name, { length }]) => [name, length])).toEqual([
      ['municipalities', 3],
      ['districts', 24],
      ['communities', 72],
      ['projects', 12],
      ['sales', 35_003],
      ['rentals', 1_440],
      ['supply', 340],
    ]);
  });

  it.each([
    ['Yas Island', 2020, 648, 1_390_192_168],
    ['Yas Island', 2023, 1_247, 3_266_062_444],
    ['Saadiyat Island', 2021, 598, 1_957_148_670],
    ['Saadiyat Island', 2024, 1_156, 4_781_465_559],
    ['Al Reem Island', 2022, 1_469, 1_955_602_594],
    ['Hili', 2023, 70, 54_944_101],
    ['Madinat Zayed', 2024, 71, 51_255_634],
    ['Abu Dhabi City', 2022, 6_271, 11_809_239_994],
    ['Al Ain', 2020, 230, 159_109_781],
    ['Al Dhafra', 2024, 183, 129_098_035],
  ])('%s %i: %i sales', (place, year, count, value) => {
    const found = rows('sales').filter(
      (row) => row.year === year && (row.district_en === place || row.municipality_en === place),
    );
    expect([found.length, sum(found, 'sale_value_aed')]).toEqual([count, value]);
  });

  it('divide Yas Island in 2023 by type', () => {
    const of = (type: string) =>
      rows('sales').filter(
        (row) => row.district_en === 'Yas Island' && row.year === 2023 && row.property_type === type,
      ).length;
    expect([of('Apartment'), of('Villa'), of('Townhouse'), of('Land')]).toEqual([750, 249, 124, 124]);
  });
});
