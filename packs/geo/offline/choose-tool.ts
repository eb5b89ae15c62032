import type { OfflineMessage } from '#pack-kit';
import { hasPhrase, normalizedWords } from '#text';
import { namesAmount, speaksOf, WORDS } from '../cues.ts';
import { SALE_TYPES } from '../tools/arguments.ts';
import { requestedPlaces } from './places.ts';

const DISTRICTS = ['districts', 'areas', 'parts', 'مناطق', 'المناطق', 'كم منطقة'];
const COMMUNITIES = ['community', 'communities', 'neighbourhoods', 'parts', 'مجتمعات', 'المجتمعات', 'أحياء'];
const RANKED = ['district', 'districts', 'area', 'areas', 'selling', 'منطقة', 'مناطق', 'مبيعا', 'مبيعات'];

/**
 * Questions for which no tool has figures, or not for all of the message: prices, growth, parts of years, exclusions,
 * recommendations and forecasts.
 */
const UNSUPPORTED = new RegExp(
  [
    String.raw`\b(?:not|no|except|excluding|without|since|until|before|after|years|quarters?|q[1-4]|half|january|february|march|april|june|july|august|september|october|november|december|last month|minus|share|median|growth|gr[eo]w\w*|increas\w*|percent)\b|%`,
    String.raw`\b(?:price\w*|average|expensive|cheap\w*|yields?|buy\w*|invest\w*|should|will|next|why|forecasts?)\b`,
    '(?:^| )[وفبل]{0,2}(?:ال)?(?:بدون|عدا|الا|باستثناء|غير|ليس|منذ|قبل|بعد|ربع|نمو|نسبه|سعر|اسعار|متوسط|اغلي|ارخص|عايد|شراء|استثمار|لماذا|قادم|قادمه)(?: |$)',
  ].join('|'),
);

/** The only tool that fits a message by its own words; undefined if none certainly does. */
export function toolFor({
  text,
  normalized,
}: Pick<OfflineMessage, 'text' | 'normalized'>): string | undefined {
  const words = normalizedWords(text);
  const says = (subject: keyof typeof WORDS) => speaksOf(words, subject);
  const { asked, isWhole } = requestedPlaces(text);
  const years = yearsIn(normalized);
  if (UNSUPPORTED.test(normalized) || years.length > 1 || typesIn(words).length > 1) return undefined;
  const isSingle = asked.length <= 1;
  if (says('rental') || (namesAmount(words) && !says('sales')))
    return isSingle && years.length === 0 ? 'find_units_by_budget' : undefined;
  if (says('supply')) return isSingle && !isWhole && years.length === 0 ? 'get_current_supply' : undefined;
  if (!isSingle) {
    const isCompared = says('compare') || says('sales') || says('value');
    return isCompared && !isWhole ? 'compare_sales_between_districts' : undefined;
  }
  const isDistrict = asked.length === 1 && !isWhole;
  // "Best area for families" ranks by a criterion other than sales.
  const isOfSales = says('sales') || says('value') || says('count') || hasPhrase(words, ['top', 'selling']);
  if (says('ranking') && hasPhrase(words, RANKED) && (isOfSales || isWhole || years.length > 0))
    return isDistrict || typesIn(words).length > 0 ? undefined : 'get_top_districts_in_municipality';
  if (!says('sales')) {
    if (hasPhrase(words, COMMUNITIES) && isDistrict) return 'get_communities';
    if (hasPhrase(words, DISTRICTS) && !isDistrict) return 'get_districts';
  }
  if (isWhole) {
    const isSummed =
      says('sales') || says('value') || hasPhrase(words, ['overall', 'whole']) || says('count');
    return isSummed ? 'get_municipality_sales' : undefined;
  }
  // "Which district sold 500 villas?" asks for a district that it does not name.
  if (!isDistrict && hasPhrase(words, ['which district', 'which area', 'أي منطقة'])) return undefined;
  if (!says('sales') && !(says('value') && isDistrict)) return undefined;
  return says('count') && !says('value') ? 'get_transaction_count' : 'get_total_sales_value';
}

export function yearsIn(normalized: string): string[] {
  return [...new Set(normalized.match(/(?<![\d.,])(?:19|20)\d\d(?![\d.,]*\d)/g))];
}

function typesIn(words: readonly string[]): string[] {
  return Object.entries(SALE_TYPES)
    .filter(([type, synonyms]) => hasPhrase(words, [type, ...synonyms]))
    .map(([type]) => type);
}
