import { z } from 'zod';
import type { OfflineMessage } from '#pack-kit';
import { failure } from './failure.ts';
import {
  municipalityArgument,
  placeFirst,
  saleTypeArgument,
  saleTypeFill,
  SEARCH,
  yearArgument,
  yearFill,
} from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import { isOfMunicipalitySales, speaksOf, WORDS } from './requests.ts';
import type { MunicipalitySalesResult } from '../schema/results.ts';
import { assumedYear } from './sales-reply.ts';
import { numbersFor, ofType } from './wording.ts';

const input = z.object({
  municipality: municipalityArgument(),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});
export type MunicipalitySalesInput = typeof input;

export const getMunicipalitySales = defineGeoTool({
  name: 'get_municipality_sales',
  title: 'Sales of a municipality',
  description: 'Sales of a whole municipality in a year: total value in AED, number, average and districts.',
  category: 'sales',
  input,
  whenToUse: ['A municipality or region as a whole, not one district.'],
  examples: examples(
    [
      'How did Al Ain do overall in 2022?',
      'Total sales of Abu Dhabi City municipality in 2023',
      'Whole Al Dhafra region, 2024 turnover',
    ],
    ['مبيعات بلدية مدينة العين في 2022', 'إجمالي مبيعات الظفرة 2024', 'كم معاملة في بلدية أبوظبي سنة 2023؟'],
  ),
  tier: 'deferred',
  intents: ['analytics'],
  offline: {
    fill: {
      municipality: { from: 'prev', tool: SEARCH, path: 'best.municipality_en' },
      year: yearFill,
      property_type: saleTypeFill,
    },
    chain: placeFirst,
    cues: [
      ...WORDS.buying,
      'overall',
      'total sales',
      'whole',
      'turnover',
      'municipality',
      'region',
      'sales',
      'price',
      'prices',
      'how much',
      'how many',
      'deals',
      'transactions',
      'property',
      'مبيعات',
      'سعر',
      'أسعار',
      'صفقات',
      'إجمالي',
      'بلدية',
      'معاملة',
      'كم معاملة',
    ],
    applies: (message) => isOfMunicipalitySales(message) && !speaksOf(message.text, 'ranking'),
    ask: { municipality: { en: 'Of which municipality?', ar: 'لأي بلدية؟' } },
    reply: {
      en: (data: MunicipalitySalesResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        const which = `${data.municipality} in ${data.year}${assumedYear(data.year, message, 'en')}`;
        if (data.average_value_aed === null)
          return `There were no sales${ofType(data.property_type, 'en')} in ${which}.`;
        return `Sales${ofType(data.property_type, 'en')} in the municipality ${which}: ${n.count(data.transaction_count)} transactions worth ${n.money(data.total_value_aed)} in ${data.districts_counted} districts, AED ${n.count(data.average_value_aed)} on average.`;
      },
      ar: (data: MunicipalitySalesResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        const which = `${data.municipality_ar} سنة ${n.year(data.year)}${assumedYear(data.year, message, 'ar')}`;
        if (data.average_value_aed === null)
          return `لا توجد مبيعات${ofType(data.property_type, 'ar')} في ${which}.`;
        return `مبيعات ${which}${ofType(data.property_type, 'ar')}: ${n.count(data.transaction_count)} معاملة بقيمة ${n.money(data.total_value_aed)} في ${n.count(data.districts_counted)} مناطق، بمتوسط ${n.count(data.average_value_aed)} درهم.`;
      },
    },
    failure,
  },
});
