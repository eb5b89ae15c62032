import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { normalizedWords, normalizeText, withDigits } from '#text';
import { speaksOf, WORDS } from '../cues.ts';
import { ABU_DHABI_CITY } from '../schema/places/abu-dhabi.ts';
import type {
  CompareResult,
  MunicipalitySalesResult,
  TopDistrictsResult,
  TotalSalesResult,
  TransactionCountResult,
} from '../schema/results.ts';
import { SEARCH } from '../tools/arguments.ts';
import { districtFill, hintsFor, municipalityFill, saleTypeFill, yearFill } from './hints.ts';
import { placesWritten } from './places.ts';
import { replies, type Words } from './wording.ts';

/** Fills and question of the two tools on the sales of one district. */
const ofDistrict: Pick<OfflineToolHints, 'fill' | 'ask'> = {
  fill: { district: districtFill, year: yearFill, property_type: saleTypeFill },
  ask: { district: { en: 'For which district?', ar: 'لأي منطقة؟' } },
};

/** Numbers of districts to list: "top 3", "أعلى ثلاث". */
const LIMIT = /(?:^| )(?:top|best|bottom|lowest|highest|اعلي|افضل|ادني) (\d{1,2})(?= |$)/;

function limitNamed({ text }: OfflineMessage): number | undefined {
  const named = LIMIT.exec(normalizeText(withDigits(text)))?.[1];
  return named === undefined ? undefined : Number(named);
}

type Row = CompareResult['rows'][number];

/** The first of the rows by value and by number; a tie has no leader. */
function leaders({ rows }: CompareResult) {
  const [most, next] = rows.toSorted((a, b) => b.transaction_count - a.transaction_count) as [Row, Row];
  const [highest, second] = rows as [Row, Row];
  return { highest, second, most, next, lead: most.transaction_count - next.transaction_count };
}

function comparisonEn(data: CompareResult, words: Words): string {
  const { highest, second, most, next, lead } = leaders(data);
  const share = data.difference_pct === null ? '' : `, ${words.count(data.difference_pct)} %`;
  const byValue = `By value ${highest.district} is ahead of ${second.district} by ${words.money(data.difference_aed)}${share}.`;
  const byNumber =
    lead === 0
      ? `By number ${most.district} and ${next.district} are equal.`
      : `By number ${most.district} is ahead of ${next.district} by ${words.count(lead)} transactions.`;
  return `${byValue}\n${byNumber}`;
}

function comparisonAr(data: CompareResult, words: Words): string {
  const { highest, second, most, next, lead } = leaders(data);
  const share = data.difference_pct === null ? '' : ` أي ${words.count(data.difference_pct)} %`;
  const byValue = `من حيث القيمة تتقدم ${highest.district_ar} على ${second.district_ar} بمقدار ${words.money(data.difference_aed)}${share}.`;
  const byNumber =
    lead === 0
      ? `من حيث العدد تتساوى ${most.district_ar} و${next.district_ar}.`
      : `من حيث العدد تتقدم ${most.district_ar} على ${next.district_ar} بفارق ${words.count(lead)} معاملة.`;
  return `${byValue}\n${byNumber}`;
}

/** True where the ranking took the city because the message names no municipality. */
function isPlaceAssumed(message: OfflineMessage | undefined): boolean {
  if (message === undefined) return false;
  return speaksOf(normalizedWords(message.text), 'ranking') && placesWritten(message.text).length === 0;
}

export const sales = {
  ...hintsFor('get_total_sales_value', {
    ...ofDistrict,
    cues: [...WORDS.value, ...WORDS.sales],
    reply: replies<TotalSalesResult, unknown>(
      (data, words) => {
        const which = `${words.ofType(data.property_type)} in ${data.district} in ${words.year(data.year)}`;
        if (data.average_value_aed === null) return `There were no sales${which}.`;
        return `Sales${which}: ${words.money(data.total_value_aed)} in ${words.count(data.transaction_count)} transactions, AED ${words.count(data.average_value_aed)} on average.`;
      },
      (data, words) => {
        const which = `${words.ofType(data.property_type)} في ${data.district_ar} سنة ${words.year(data.year)}`;
        if (data.average_value_aed === null) return `لا توجد مبيعات${which}.`;
        return `قيمة المبيعات${which}: ${words.money(data.total_value_aed)} في ${words.count(data.transaction_count)} معاملة، بمتوسط ${words.count(data.average_value_aed)} درهم.`;
      },
    ),
  }),
  ...hintsFor('get_transaction_count', {
    ...ofDistrict,
    cues: [...WORDS.count],
    reply: replies<TransactionCountResult, unknown>(
      (data, words) => {
        const [were, what] = data.transaction_count === 1 ? ['was', 'sale'] : ['were', 'sales'];
        return `There ${were} ${words.count(data.transaction_count)} ${what}${words.ofType(data.property_type)} in ${data.district} in ${words.year(data.year)}.`;
      },
      (data, words) =>
        `عدد معاملات البيع${words.ofType(data.property_type)} في ${data.district_ar} سنة ${words.year(data.year)}: ${words.count(data.transaction_count)}.`,
    ),
  }),
  ...hintsFor('compare_sales_between_districts', {
    fill: {
      districts: { from: 'prev', tool: SEARCH, path: 'best.district_en', many: true },
      year: yearFill,
      property_type: saleTypeFill,
    },
    cues: [...WORDS.compare, ...WORDS.sales],
    ask: { districts: { en: 'Which districts shall I compare?', ar: 'ما المناطق التي أقارن بينها؟' } },
    reply: replies<CompareResult, unknown>(
      (data, words) => {
        const lines = data.rows.map(
          (row) =>
            `${row.rank}. ${row.district}: ${words.money(row.total_value_aed)} in ${words.count(row.transaction_count)} transactions${row.average_value_aed === null ? '' : `, AED ${words.count(row.average_value_aed)} on average`}`,
        );
        return `Sales${words.ofType(data.property_type)} in ${words.year(data.year)}:\n${lines.join('\n')}\n${comparisonEn(data, words)}`;
      },
      (data, words) => {
        const lines = data.rows.map(
          (row) =>
            `${words.count(row.rank)}. ${row.district_ar}: ${words.money(row.total_value_aed)} في ${words.count(row.transaction_count)} معاملة${row.average_value_aed === null ? '' : `، بمتوسط ${words.count(row.average_value_aed)} درهم`}`,
        );
        return `المبيعات${words.ofType(data.property_type)} سنة ${words.year(data.year)}:\n${lines.join('\n')}\n${comparisonAr(data, words)}`;
      },
    ),
  }),
  ...hintsFor('get_municipality_sales', {
    fill: { municipality: municipalityFill, year: yearFill, property_type: saleTypeFill },
    cues: [...WORDS.sales, ...WORDS.value, ...WORDS.count, 'overall', 'whole', 'municipality', 'بلدية'],
    ask: { municipality: { en: 'Of which municipality?', ar: 'لأي بلدية؟' } },
    reply: replies<MunicipalitySalesResult, unknown>(
      (data, words) => {
        const which = `${data.municipality} in ${words.year(data.year)}`;
        if (data.average_value_aed === null)
          return `There were no sales${words.ofType(data.property_type)} in ${which}.`;
        return `Sales${words.ofType(data.property_type)} in the municipality ${which}: ${words.count(data.transaction_count)} transactions worth ${words.money(data.total_value_aed)} in ${data.districts_counted} districts, AED ${words.count(data.average_value_aed)} on average.`;
      },
      (data, words) => {
        const which = `${data.municipality_ar} سنة ${words.year(data.year)}`;
        if (data.average_value_aed === null)
          return `لا توجد مبيعات${words.ofType(data.property_type)} في ${which}.`;
        return `مبيعات ${which}${words.ofType(data.property_type)}: ${words.count(data.transaction_count)} معاملة بقيمة ${words.money(data.total_value_aed)} في ${words.count(data.districts_counted)} مناطق، بمتوسط ${words.count(data.average_value_aed)} درهم.`;
      },
    ),
  }),
  ...hintsFor('get_top_districts_in_municipality', {
    fill: {
      municipality: { from: 'first', of: [municipalityFill, { from: 'const', value: ABU_DHABI_CITY }] },
      year: yearFill,
      limit: { from: 'rule', read: limitNamed },
      metric: {
        from: 'enum',
        values: { count: ['number of', 'deals', 'transactions', 'عدد', 'صفقات', 'معاملات'] },
      },
      order: { from: 'enum', values: { lowest: ['bottom', 'lowest', 'أدنى'] } },
    },
    cues: [...WORDS.ranking, 'districts', 'areas', 'مناطق', 'منطقة'],
    reply: replies<TopDistrictsResult, unknown>(
      (data, words, _input, message) => {
        const lines = data.rows.map(
          (row) =>
            `${row.rank}. ${row.district}: ${words.money(row.total_value_aed)}, ${words.count(row.transaction_count)} transactions, ${words.count(row.sharePct)} % of the ${data.metric}`,
        );
        const assumed = isPlaceAssumed(message) ? ' (the message names no municipality)' : '';
        const order = data.order === 'lowest' ? 'Lowest' : 'Top';
        const by = data.metric === 'count' ? 'number' : 'value';
        return `${order} districts of ${data.municipality}${assumed} by ${by} of sales in ${words.year(data.year)}:\n${lines.join('\n')}`;
      },
      (data, words, _input, message) => {
        const by = data.metric === 'count' ? 'عدد المعاملات' : 'قيمة المبيعات';
        const lines = data.rows.map(
          (row) =>
            `${words.count(row.rank)}. ${row.district_ar}: ${words.money(row.total_value_aed)}، ${words.count(row.transaction_count)} معاملة، ${words.count(row.sharePct)} % من ${by}`,
        );
        const assumed = isPlaceAssumed(message) ? ' (لم تُذكر بلدية)' : '';
        const order = data.order === 'lowest' ? 'أدنى' : 'أعلى';
        return `${order} المناطق في ${data.municipality_ar}${assumed} حسب ${by} سنة ${words.year(data.year)}:\n${lines.join('\n')}`;
      },
    ),
  }),
};
