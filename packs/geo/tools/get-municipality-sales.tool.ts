import { z } from 'zod';
import type { Condition } from '../integrations/arcgis/conditions.ts';
import { municipalitySalesResult, type MunicipalitySalesResult } from '../schema/results.ts';
import {
  average,
  checkYear,
  COUNT,
  placeNamed,
  salesOf,
  salesOfYear,
  sharedResult,
  VALUE_AND_COUNT,
} from './answers.ts';
import { municipalityArgument, saleTypeArgument, yearArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

const input = z.object({
  municipality: municipalityArgument(),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});

export const getMunicipalitySales = defineGeoTool({
  name: 'get_municipality_sales',
  title: 'Sales of a municipality',
  description: 'Sales of a whole municipality in a year: total value in AED, number, average and districts.',
  category: 'sales',
  input,
  result: municipalitySalesResult,
  whenToUse: ['A municipality or region as a whole, not one district.'],
  examples: [
    'How did Al Ain do overall in 2022?',
    'Total sales of Abu Dhabi City municipality in 2023',
    'Whole Al Dhafra region, 2024 turnover',
    'مبيعات بلدية مدينة العين في 2022',
    'إجمالي مبيعات الظفرة 2024',
    'كم معاملة في بلدية أبوظبي سنة 2023؟',
  ],
  async execute({ municipality, year, property_type }, backend, signal): Promise<MunicipalitySalesResult> {
    const place = placeNamed(await backend.gazetteer.get(), 'municipality', 'municipality', municipality);
    checkYear(backend.settings, year);
    const where: Condition[] = [
      { field: 'municipality_en', is: place.nameEn },
      ...salesOfYear(year, property_type),
    ];
    const { client } = backend;
    const [[row], groups] = await Promise.all([
      client.statistics('sales', { where, statistics: VALUE_AND_COUNT }, signal),
      client.statistics('sales', { where, statistics: [COUNT], groupBy: ['district_en'] }, signal),
    ]);
    const sales = salesOf(row);
    return {
      ...(await sharedResult(backend)),
      municipality: place.nameEn,
      municipality_ar: place.nameAr,
      year,
      property_type: property_type ?? null,
      ...sales,
      average_value_aed: average(sales.total_value_aed, sales.transaction_count),
      districts_counted: groups.length,
    };
  },
});
