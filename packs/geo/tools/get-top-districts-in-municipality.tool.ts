import { z } from 'zod';
import { countText } from '#pack-kit';
import { topDistrictsResult, type TopDistrictsResult } from '../schema/results.ts';
import {
  checkYear,
  oneDecimal,
  placeNamed,
  salesOf,
  salesOfYear,
  sharedResult,
  VALUE_AND_COUNT,
} from './answers.ts';
import { municipalityArgument, yearArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

const input = z.object({
  municipality: municipalityArgument(),
  year: yearArgument(),
  limit: countText({ min: 1, max: 20, description: 'Number of districts.' }).default(5),
  metric: z.enum(['value', 'count']).default('value').describe('Rank by value in AED or by number of sales.'),
  order: z.enum(['highest', 'lowest']).default('highest').describe('End of the ranking.'),
});

export const getTopDistrictsInMunicipality = defineGeoTool({
  name: 'get_top_districts_in_municipality',
  title: 'Top districts of a municipality',
  description:
    'Ranks the districts of a municipality by the value or number of their sales in a year, from the top or from the end.',
  category: 'sales',
  input,
  result: topDistrictsResult,
  whenToUse: ['Ranking, leader, best or top districts.'],
  examples: [
    'Best-selling districts of Abu Dhabi City in 2024',
    'Top three areas in Al Ain by number of deals, 2022',
    'Which district leads Al Dhafra?',
    'أعلى ثلاث مناطق مبيعا في العين 2022',
    'ترتيب مناطق أبوظبي حسب المبيعات',
    'أفضل منطقة في الظفرة سنة 2023',
  ],
  ptcValue: 'rows',
  async execute({ municipality, year, limit, metric, order }, backend, signal): Promise<TopDistrictsResult> {
    const matcher = await backend.gazetteer.get();
    const place = placeNamed(matcher, 'municipality', 'municipality', municipality);
    checkYear(backend.settings, year);
    const found = await backend.client.statistics(
      'sales',
      {
        where: [{ field: 'municipality_en', is: place.nameEn }, ...salesOfYear(year)],
        statistics: VALUE_AND_COUNT,
        groupBy: ['district_en'],
      },
      signal,
    );
    const measure = metric === 'value' ? 'total_value_aed' : 'transaction_count';
    const all = found.map((row) => {
      const district = String(row.district_en);
      const district_ar = matcher.canonical(district, ['district'])?.nameAr ?? '';
      return { district, district_ar, ...salesOf(row) };
    });
    const whole = all.reduce((total, row) => total + row[measure], 0);
    const ranked = all
      .sort((a, b) => b[measure] - a[measure] || a.district.localeCompare(b.district))
      .map((row, index) => ({
        rank: index + 1,
        ...row,
        sharePct: whole === 0 ? 0 : oneDecimal((row[measure] / whole) * 100),
      }));
    const rows = order === 'highest' ? ranked.slice(0, limit) : ranked.slice(-limit).reverse();
    const notes = rows.length === 0 ? ['Nothing was sold there in this year.'] : [];
    const { nameEn, nameAr } = place;
    return {
      ...(await sharedResult(backend, notes)),
      municipality: nameEn,
      municipality_ar: nameAr,
      year,
      metric,
      order,
      rows,
    };
  },
});
