import { z } from 'zod';
import { type OfflineMessage, listOf } from '#pack-kit';
import { failure } from './failure.ts';
import { placeFirst, saleTypeArgument, saleTypeFill, SEARCH, yearArgument, yearFill } from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import { asksByMeasure, asksCount, isComparison, speaksOf, WORDS } from './requests.ts';
import type { CompareResult } from '../schema/results.ts';
import { assumedYear } from './sales-reply.ts';
import { numbersFor, ofType } from './wording.ts';

const input = z.object({
  districts: listOf(z.string().min(1).max(120), {
    min: 2,
    max: 5,
    description: `Exact English names of different districts, as ${SEARCH} returns them, in the order of the question.`,
  }),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});
export type CompareInput = typeof input;

export const compareSalesBetweenDistricts = defineGeoTool({
  name: 'compare_sales_between_districts',
  title: 'Compare sales of districts',
  description:
    'Compares the sales of two to five districts in a year: value, number, average, rank and difference.',
  category: 'sales',
  input,
  whenToUse: ['One district against, versus or ahead of another; the difference between them.'],
  examples: examples(
    [
      'Yas versus Saadiyat: who sold more in 2023?',
      'Put Al Reef and Al Ghadeer side by side for 2021',
      'Was Hili ahead of Zakher in 2024?',
    ],
    [
      'أيهما أعلى مبيعات في 2023، ياس أم السعديات؟',
      'قارن بين الريف والغدير في 2021',
      'الفرق في المبيعات بين هيلي وزاخر',
    ],
  ),
  tier: 'deferred',
  intents: ['analytics'],
  ptcValue: 'rows',
  offline: {
    fill: {
      districts: { from: 'prev', tool: SEARCH, path: 'best.district_en', many: true },
      year: yearFill,
      property_type: saleTypeFill,
    },
    chain: placeFirst,
    refines: asksByMeasure,
    cues: [...WORDS.compare, 'more', 'المبيعات'],
    applies: isComparison,
    ask: { districts: { en: 'Which districts shall I compare?', ar: 'ما المناطق التي أقارن بينها؟' } },
    reply: {
      en: (data: CompareResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        if (message && asksCount(message.text)) return byNumberEn(data, n, message);
        const lines = data.rows.map(
          (row) =>
            `${row.rank}. ${row.district}: ${n.money(row.total_value_aed)} in ${n.count(row.transaction_count)} transactions${averageOf(row, message, (amount) => `, AED ${n.count(amount)} on average`)}`,
        );
        return `Sales${ofType(data.property_type, 'en')} in ${data.year}${assumedYear(data.year, message, 'en')}:\n${[...lines, differenceEn(data, n), ...averagesEn(data, n, message)].join('\n')}`;
      },
      ar: (data: CompareResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        if (message && asksCount(message.text)) return byNumberAr(data, n, message);
        const lines = data.rows.map(
          (row) =>
            `${n.count(row.rank)}. ${row.district_ar}: ${n.money(row.total_value_aed)} في ${n.count(row.transaction_count)} معاملة${averageOf(row, message, (amount) => `، بمتوسط ${n.count(amount)} درهم`)}`,
        );
        return `المبيعات${ofType(data.property_type, 'ar')} سنة ${n.year(data.year)}${assumedYear(data.year, message, 'ar')}:\n${[...lines, differenceAr(data, n), ...averagesAr(data, n, message)].join('\n')}`;
      },
    },
    failure,
  },
});

type Numbers = ReturnType<typeof numbersFor>;

/** What one sale cost; where prices are asked about, they are told by themselves below. */
function averageOf(
  { average_value_aed: amount }: CompareResult['rows'][number],
  message: OfflineMessage | undefined,
  say: (amount: number) => string,
): string {
  return amount === null || asksPrices(message) ? '' : say(amount);
}

function differenceEn(
  { rows: [first, second], difference_aed, difference_pct }: CompareResult,
  n: Numbers,
): string {
  if (!first || !second) return '';
  const share = difference_pct === null ? '' : `, ${n.count(difference_pct)} %`;
  return `${first.district} is ahead of ${second.district} by ${n.money(difference_aed)}${share}.`;
}

function differenceAr(
  { rows: [first, second], difference_aed, difference_pct }: CompareResult,
  n: Numbers,
): string {
  if (!first || !second) return '';
  const share = difference_pct === null ? '' : ` أي ${n.count(difference_pct)} %`;
  return `تتقدم ${first.district_ar} على ${second.district_ar} بمقدار ${n.money(difference_aed)}${share}.`;
}

/** Those with the most deals first; equal ones keep their order by value. */
function byNumber(rows: CompareResult['rows']) {
  return rows.toSorted((one, other) => other.transaction_count - one.transaction_count);
}

function byNumberEn(data: CompareResult, n: Numbers, message: OfflineMessage): string {
  const rows = byNumber(data.rows);
  const lines = rows.map(
    (row, index) =>
      `${index + 1}. ${row.district}: ${n.count(row.transaction_count)} transactions, ${n.money(row.total_value_aed)}`,
  );
  const [first, second] = rows;
  const ahead =
    first && second
      ? [
          `${first.district} is ahead of ${second.district} by ${n.count(first.transaction_count - second.transaction_count)} transactions.`,
        ]
      : [];
  const last = asksLowest(message) ? rows.at(-1) : undefined;
  const fewest = last ? [`${last.district} had the fewest.`] : [];
  return `Sales${ofType(data.property_type, 'en')} in ${data.year}${assumedYear(data.year, message, 'en')} by number:\n${[...lines, ...(last ? fewest : ahead)].join('\n')}`;
}

function byNumberAr(data: CompareResult, n: Numbers, message: OfflineMessage): string {
  const rows = byNumber(data.rows);
  const lines = rows.map(
    (row, index) =>
      `${n.count(index + 1)}. ${row.district_ar}: ${n.count(row.transaction_count)} معاملة، ${n.money(row.total_value_aed)}`,
  );
  const [first, second] = rows;
  const ahead =
    first && second
      ? [
          `تتقدم ${first.district_ar} على ${second.district_ar} بفارق ${n.count(first.transaction_count - second.transaction_count)} معاملة.`,
        ]
      : [];
  const last = asksLowest(message) ? rows.at(-1) : undefined;
  const fewest = last ? [`الأقل ${last.district_ar}.`] : [];
  return `عدد المبيعات${ofType(data.property_type, 'ar')} سنة ${n.year(data.year)}${assumedYear(data.year, message, 'ar')}:\n${[...lines, ...(last ? fewest : ahead)].join('\n')}`;
}

/** "Which had the fewest deals?" */
function asksLowest({ normalized }: OfflineMessage): boolean {
  return /\b(?:fewest|least|lowest|fewer|less)\b|(?:^| )(?:ال)?(?:اقل|ادني)(?: |$)/.test(normalized);
}

/** A price is asked about: that which a sum of all sales does not tell. */
const PRICES =
  /\b(?:prices?|pric(?:ed|ier|ey)|costs?|average)\b|سعر|اسعار|ثمن|تكلف|متوسط|(?:^| )(?:ال|لل|بال)?متر(?: |$)/;

function asksPrices(message: OfflineMessage | undefined): boolean {
  return message !== undefined && (speaksOf(message.text, 'dear') || PRICES.test(message.normalized));
}

/** Which place is dearer is told by what one sale cost on average, not by the sum of all of them. */
function averagesEn({ rows }: CompareResult, n: Numbers, message: OfflineMessage | undefined): string[] {
  const sorted = byAverage(rows);
  const [dearest, ...others] = sorted;
  if (!asksPrices(message) || !dearest) return [];
  const cheapest = others.at(-1);
  const each = sorted.map(({ district, average }) => `${district} AED ${n.count(average)}`);
  const verdict = !cheapest
    ? []
    : others.length === 1
      ? [
          `So ${cheapest.district} is cheaper than ${dearest.district}, by AED ${n.count(dearest.average - cheapest.average)} a sale.`,
        ]
      : [`So ${cheapest.district} is the cheapest, and ${dearest.district} the most expensive.`];
  return [`One sale cost on average: ${each.join(', ')}.`, ...verdict];
}

function averagesAr({ rows }: CompareResult, n: Numbers, message: OfflineMessage | undefined): string[] {
  const sorted = byAverage(rows);
  const [dearest, ...others] = sorted;
  if (!asksPrices(message) || !dearest) return [];
  const cheapest = others.at(-1);
  const each = sorted.map(({ district_ar: name, average }) => `${name} ${n.count(average)} درهم`);
  const verdict = !cheapest
    ? []
    : others.length === 1
      ? [
          `إذن ${cheapest.district_ar} أرخص من ${dearest.district_ar} بفارق ${n.count(dearest.average - cheapest.average)} درهم للعملية الواحدة.`,
        ]
      : [`إذن الأرخص ${cheapest.district_ar}، والأغلى ${dearest.district_ar}.`];
  return [`متوسط ثمن العملية الواحدة: ${each.join('، ')}.`, ...verdict];
}

function byAverage(rows: CompareResult['rows']) {
  return rows
    .flatMap((row) => (row.average_value_aed === null ? [] : [{ ...row, average: row.average_value_aed }]))
    .sort((one, other) => other.average - one.average);
}
