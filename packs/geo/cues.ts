import { hasPhrase, normalizedWords, phraseList } from '#text';
import { findPlaces } from './schema/places/find-places.ts';

/** Words by which messages ask for one kind of figure, for the broker. */
export const WORDS = {
  value: phraseList(
    `value, worth, turnover, money, total, volume, AED, dirhams, sold for, قيمة, إجمالي, درهم, مبلغ`,
  ),
  count: phraseList(
    `how many, number of, count, transactions, deals, كم, عدد, معاملة, معاملات, صفقة, صفقات, جرت`,
  ),
  compare: phraseList(
    `vs, versus, compare, between, side by side, ahead of, قارن, بين, أيهما, أيهما أعلى, الفرق, مقارنة`,
  ),
  ranking: phraseList(
    `top, rank, ranking, best, leads, highest, lowest, sold most, sold the most, most sales, الأكثر,
     bottom, أعلى, أفضل, ترتيب, أدنى`,
  ),
  rental: phraseList(
    `rent, rental, lease, to let, budget, studio, إيجار, للإيجار, استئجار, ميزانية, ميزانيتي, استوديو`,
  ),
  supply: phraseList(
    `supply, stock, inventory, under construction, exist, المعروض, قيد الإنشاء, وحدات سكنية,
     الوحدات السكنية`,
  ),
  sales: phraseList(
    `sale, sales, sold, deals, transactions, changed hands, changed owners, مبيعات, المبيعات, بيع,
     البيع, بيعت, معاملة, معاملات, صفقة, صفقات`,
  ),
} as const;

const SALES = [
  'get_total_sales_value',
  'get_transaction_count',
  'compare_sales_between_districts',
  'get_municipality_sales',
  'get_top_districts_in_municipality',
];
const MUNICIPALITY = ['get_municipality_sales', 'get_top_districts_in_municipality'];
/** Four digits that are not part of a longer number. */
const YEAR = /(?<![\d.,])(?:19|20)\d\d(?![\d.,]*\d)/g;
const AMOUNT = /\d[\d,.]{3,}|\d ?(?:k|m|thousand|million|الف|الاف|مليون)(?!\p{L})|\b(?:aed|dirhams?)\b|درهم/u;

export function speaksOf(words: readonly string[], subject: keyof typeof WORDS): boolean {
  return hasPhrase(words, WORDS[subject]);
}

/** True for a message with a sum of money. @param words normalised words */
export function namesAmount(words: readonly string[]): boolean {
  return AMOUNT.test(words.join(' ').replaceAll(YEAR, ' '));
}

interface Cue {
  cue: string;
  boosts: Record<string, number>;
}

/** Boosts for tools by the words of a message, for the broker. */
export function cuesOf(text: string): Cue[] {
  const words = normalizedWords(text);
  const says = (subject: keyof typeof WORDS) => speaksOf(words, subject);
  const mentions = findPlaces(text);
  const isWhole = mentions.length > 0 && mentions.every(({ places }) => places[0]?.type === 'municipality');
  const cues: [boolean, cue: string, tools: readonly string[], by: number][] = [
    [words.join(' ').search(YEAR) >= 0, 'year', SALES, 0.5],
    [says('rental'), 'rent', ['find_units_by_budget'], 1],
    [namesAmount(words) && !says('sales'), 'amount', ['find_units_by_budget'], 0.5],
    [says('supply'), 'supply', ['get_current_supply'], 1],
    [says('compare') && mentions.length > 1, 'comparison', ['compare_sales_between_districts'], 1],
    [says('ranking'), 'ranking', ['get_top_districts_in_municipality'], 1],
    [says('value'), 'value', ['get_total_sales_value'], 1],
    [says('count') && !says('value'), 'count', ['get_transaction_count'], 1],
    [isWhole, 'municipality', MUNICIPALITY, 1],
  ];
  return cues.flatMap(([holds, cue, tools, by]) =>
    holds ? [{ cue, boosts: Object.fromEntries(tools.map((tool) => [tool, by])) }] : [],
  );
}
