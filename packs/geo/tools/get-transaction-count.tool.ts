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
import { isBuying, isComparison, isOfDistrictSales, speaksOf, WORDS } from './requests.ts';
import type { TransactionCountResult } from '../schema/results.ts';
import { assumedYear } from './sales-reply.ts';
import { numbersFor, ofType } from './wording.ts';

const input = z.object({
  district: districtArgument(),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});
export type TransactionCountInput = typeof input;

export const getTransactionCount = defineGeoTool({
  name: 'get_transaction_count',
  title: 'Number of sales',
  description: 'Number of sale transactions in a district in a year.',
  category: 'sales',
  input,
  whenToUse: [
    'How many deals, sales, purchases or transactions there were in one district.',
    'How often homes changed hands or owners.',
  ],
  examples: examples(
    [
      'How many deals closed on Al Reem in 2022?',
      'Number of villa sales in Yas during 2024',
      'Count the 2020 transactions in Hili',
    ],
    [
      'كم صفقة تمت في جزيرة الريم عام 2022؟',
      'عدد معاملات البيع في هيلي سنة ٢٠٢٠',
      'كم فيلا بيعت في ياس 2024؟',
    ],
  ),
  tier: 'deferred',
  intents: ['analytics'],
  offline: {
    fill: { district: districtFill, year: yearFill, property_type: saleTypeFill },
    chain: placeFirst,
    cues: [...WORDS.count],
    // "How much were the deals worth" asks for their value.
    applies: (message) =>
      isOfDistrictSales(message) &&
      !isBuying(message) &&
      !isComparison(message) &&
      !speaksOf(message.text, 'value'),
    ask: { district: { en: 'In which district?', ar: 'في أي منطقة؟' } },
    reply: {
      en: (data: TransactionCountResult, _input: unknown, message?: OfflineMessage) => {
        const { district, year, transaction_count: count } = data;
        const what = `${count === 1 ? 'sale' : 'sales'}${ofType(data.property_type, 'en')}`;
        return `There ${count === 1 ? 'was' : 'were'} ${numbersFor(message, 'en').count(count)} ${what} in ${district} in ${year}${assumedYear(year, message, 'en')}.`;
      },
      ar: (data: TransactionCountResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        return `عدد معاملات البيع${ofType(data.property_type, 'ar')} في ${data.district_ar} سنة ${n.year(data.year)}${assumedYear(data.year, message, 'ar')}: ${n.count(data.transaction_count)}.`;
      },
    },
    failure,
  },
});
