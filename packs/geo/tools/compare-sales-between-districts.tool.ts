import { z } from 'zod';
import { invalidArgument, listOf } from '#pack-kit';
import type { Condition } from '../integrations/arcgis/conditions.ts';
import { compareResult, type CompareResult } from '../schema/results.ts';
import {
  average,
  checkYear,
  oneDecimal,
  placeNamed,
  salesOf,
  salesOfYear,
  sharedResult,
  VALUE_AND_COUNT,
} from './answers.ts';
import { saleTypeArgument, yearArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

/** No name of a district has these marks. */
const BETWEEN_NAMES = /[,،;؛]|\sand\s/;
/** The names that a single text lists. */
const namesIn = (found: unknown) =>
  Array.isArray(found) && found.length === 1 && typeof found[0] === 'string'
    ? found[0].split(BETWEEN_NAMES).map((name) => name.trim())
    : found;

const input = z.object({
  districts: z
    .preprocess(namesIn, listOf(z.string().min(1).max(120), { min: 2, max: 5 }))
    .describe('English names, in the order of the question.'),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});

export const compareSalesBetweenDistricts = defineGeoTool({
  name: 'compare_sales_between_districts',
  title: 'Compare sales of districts',
  description:
    'Compares the sales of two to five districts in a year: value, number, average, rank and difference.',
  category: 'sales',
  input,
  result: compareResult,
  whenToUse: ['One district against, versus or ahead of another; the difference between them.'],
  examples: [
    'Yas versus Saadiyat: who sold more in 2023?',
    'Put Al Reef and Al Ghadeer side by side for 2021',
    'Was Hili ahead of Zakher in 2024?',
    'أيهما أعلى مبيعات في 2023، ياس أم السعديات؟',
    'قارن بين الريف والغدير في 2021',
    'الفرق في المبيعات بين هيلي وزاخر',
  ],
  ptcValue: 'rows',
  async execute({ districts, year, property_type }, backend, signal): Promise<CompareResult> {
    const matcher = await backend.gazetteer.get();
    const named = districts.map((name) => placeNamed(matcher, 'district', 'districts', name));
    const places = [...new Set(named)];
    if (places.length < 2)
      throw invalidArgument(
        'districts',
        'expected 2 to 5 different districts',
        'A comparison needs at least two different districts.',
      );
    checkYear(backend.settings, year);
    const among: Condition = { field: 'district_en', in: places.map(({ nameEn }) => nameEn) };
    const found = await backend.client.statistics(
      'sales',
      {
        where: [among, ...salesOfYear(year, property_type)],
        statistics: VALUE_AND_COUNT,
        groupBy: ['district_en'],
      },
      signal,
    );
    const compared = places.map(({ nameEn, nameAr }) => {
      const sales = salesOf(found.find((row) => row.district_en === nameEn));
      const average_value_aed = average(sales.total_value_aed, sales.transaction_count);
      return { district: nameEn, district_ar: nameAr, ...sales, average_value_aed };
    });
    const rows = compared
      .toSorted((a, b) => b.total_value_aed - a.total_value_aed || a.district.localeCompare(b.district))
      .map((row, index) => ({ ...row, rank: index + 1 }));
    const [first = 0, second = 0] = rows.map((row) => row.total_value_aed);
    return {
      ...(await sharedResult(backend)),
      year,
      property_type: property_type ?? null,
      rows,
      highest: rows[0]?.district ?? '',
      difference_aed: first - second,
      difference_pct: second === 0 ? null : oneDecimal(((first - second) / second) * 100),
    };
  },
});
