import { z } from 'zod';
import type { OfflineMessage } from '#pack-kit';
import { failure } from './failure.ts';
import {
  districtArgument,
  districtFill,
  homeTypeArgument,
  homeTypeFill,
  namesLand,
  placeFirst,
} from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import { asksSupply, isBuying, namesAmount, speaksOf, WORDS } from './requests.ts';
import type { SupplyResult } from '../schema/results.ts';
import { numbersFor, typeName } from './wording.ts';

const input = z.object({ district: districtArgument(), property_type: homeTypeArgument() });
export type CurrentSupplyInput = typeof input;

export const getCurrentSupply = defineGeoTool({
  name: 'get_current_supply',
  title: 'Housing stock',
  description:
    'Housing stock of a district by type in the latest year: existing, under construction and available.',
  category: 'supply',
  input,
  whenToUse: [
    'Supply, stock, number of homes or units, or what is under construction in a district.',
    'What is being built, planned or completed there; new homes; flats against villas.',
  ],
  examples: examples(
    [
      'How many homes exist in Masdar City now?',
      'Villa stock in Mohamed Bin Zayed City',
      'What is under construction on Yas?',
    ],
    [
      'كم عدد الوحدات السكنية في مدينة مصدر؟',
      'المعروض الحالي من الفلل في مدينة محمد بن زايد',
      'ما الوحدات قيد الإنشاء في جزيرة ياس؟',
    ],
  ),
  tier: 'deferred',
  intents: ['supply'],
  ptcValue: 'rows',
  offline: {
    fill: { district: districtFill, property_type: homeTypeFill },
    chain: placeFirst,
    cues: [...WORDS.supply, ...WORDS.available, 'homes', 'units', 'وحدات', 'الوحدات'],
    applies: (message) =>
      asksSupply(message) ||
      (!speaksOf(message.text, 'sales') &&
        !speaksOf(message.text, 'rental') &&
        !isBuying(message) &&
        !namesAmount(message.text)),
    ask: {
      district: {
        en: 'Of which district? The housing stock is known by district.',
        ar: 'لأي منطقة؟ المعروض السكني معروف حسب المنطقة.',
      },
    },
    reply: {
      en: (data: SupplyResult, asked: { property_type?: string }, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        const what = typeName(asked.property_type, 'en');
        if (data.rows.length === 0) return `There are no ${what} in ${data.district} in the data.`;
        const line = (name: string, row: SupplyResult['totals']) =>
          `${name}: ${n.count(row.existing_units)} existing, ${n.count(row.under_construction_units)} under construction, ${n.count(row.available_units)} available`;
        const lines = data.rows.map((row) => `- ${line(typeName(row.property_type, 'en'), row)}`);
        return `Stock of ${what} in ${data.district}, ${data.year}:\n${[...lines, `- ${line('in all', data.totals)}`, ...landNote(message, 'en')].join('\n')}`;
      },
      ar: (data: SupplyResult, asked: { property_type?: string }, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        const what = typeName(asked.property_type, 'ar');
        if (data.rows.length === 0) return `لا توجد ${what} في ${data.district_ar} ضمن البيانات.`;
        const line = (name: string, row: SupplyResult['totals']) =>
          `${name}: ${n.count(row.existing_units)} قائمة، ${n.count(row.under_construction_units)} قيد الإنشاء، ${n.count(row.available_units)} متاحة`;
        const lines = data.rows.map((row) => `- ${line(typeName(row.property_type, 'ar'), row)}`);
        return `المعروض السكني في ${data.district_ar} سنة ${n.year(data.year ?? 0)}:\n${[...lines, `- ${line('المجموع', data.totals)}`, ...landNote(message, 'ar')].join('\n')}`;
      },
    },
    failure,
  },
});

/** The stock is of homes. */
function landNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string[] {
  if (!message || !namesLand(message)) return [];
  return [
    language === 'ar'
      ? 'لا يشمل المعروض السكني الأراضي، فهذه أرقام الوحدات السكنية؛ أما الأراضي فأذكر مبيعاتها.'
      : 'The housing stock counts no land, so these are homes; of land I know the sales.',
  ];
}
