import { z } from 'zod';
import type { OfflineMessage } from '#pack-kit';
import { failure } from './failure.ts';
import {
  districtArgument,
  districtFill,
  placeFirst,
  saleTypeArgument,
  saleTypeFill,
  yearArgument,
  yearFill,
} from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import { isBuying, isComparison, isOfDistrictSales, WORDS } from './requests.ts';
import type { TotalSalesResult } from '../schema/results.ts';
import { assumedYear } from './sales-reply.ts';
import { numbersFor, ofType } from './wording.ts';

const input = z.object({
  district: districtArgument(),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});
export type TotalSalesInput = typeof input;

export const getTotalSalesValue = defineGeoTool({
  name: 'get_total_sales_value',
  title: 'Total value of sales',
  description: 'Total value of the sales in a district in a year, in AED, with their number and average.',
  category: 'sales',
  input,
  whenToUse: ['Value, worth, volume or turnover of the sales of one district.'],
  examples: examples(
    [
      'What were homes sold for in total in Masdar City in 2021?',
      'Sales volume in AED for Al Reef last year',
      'How much money changed hands on Saadiyat in 2024?',
    ],
    [
      'كم بلغت قيمة المبيعات في جزيرة السعديات سنة 2024؟',
      'إجمالي قيمة بيع الفلل في الريف 2022',
      'قيمة مبيعات شاطئ الراحة',
    ],
  ),
  tier: 'deferred',
  intents: ['analytics', 'billing'],
  offline: {
    fill: { district: districtFill, year: yearFill, property_type: saleTypeFill },
    chain: placeFirst,
    cues: [
      ...WORDS.value,
      ...WORDS.buying,
      'average price',
      'price',
      'prices',
      'expensive',
      'سعر',
      'أسعار',
      'متوسط سعر',
      'sales',
      'sell',
      'sold',
      'مبيعات',
      'المبيعات',
    ],
    applies: (message) => isOfDistrictSales(message) && !isComparison(message),
    ask: { district: { en: 'For which district?', ar: 'لأي منطقة؟' } },
    reply: {
      en: (data: TotalSalesResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        const { district, year, transaction_count: count } = data;
        const which = `${district} in ${year}${assumedYear(year, message, 'en')}`;
        if (data.average_value_aed === null)
          return `There were no sales${ofType(data.property_type, 'en')} in ${which}.`;
        return `${noneForSale(message, 'en')}Sales${ofType(data.property_type, 'en')} in ${which}: ${n.money(data.total_value_aed)} in ${n.count(count)} transactions, AED ${n.count(data.average_value_aed)} on average.`;
      },
      ar: (data: TotalSalesResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        const { district_ar: district, year, transaction_count: count } = data;
        const which = `${district} سنة ${n.year(year)}${assumedYear(year, message, 'ar')}`;
        if (data.average_value_aed === null)
          return `لا توجد مبيعات${ofType(data.property_type, 'ar')} في ${which}.`;
        return `${noneForSale(message, 'ar')}قيمة المبيعات${ofType(data.property_type, 'ar')} في ${which}: ${n.money(data.total_value_aed)} في ${n.count(count)} معاملة، بمتوسط ${n.count(data.average_value_aed)} درهم.`;
      },
    },
    failure,
  },
});

/** Said to somebody who wants to buy. */
function noneForSale(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  if (!message || !isBuying(message)) return '';
  return {
    en: 'I have no list of homes for sale; what was sold before shows the prices.\n',
    ar: 'ليس لدي قائمة بالعقارات المعروضة للبيع، لكن المبيعات السابقة تبين الأسعار.\n',
  }[language];
}
