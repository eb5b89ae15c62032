import type { OfflineMessage, OfflineRoutine, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { namesYear } from '../../tools/fills.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { FORECAST } from '../../tools/offline-hints.ts';
import type { CompareResult, MunicipalitySalesResult, TotalSalesResult } from '../../schema/results.ts';
import { languageOf, numbersFor, SAMPLE, type Numbers } from '../../tools/wording.ts';
import { figuresTold, toldBy, type LeftOutOfFigures, type Told } from './figures-told.ts';
import { withoutLine } from './message-without-left-out.ts';

/** "By how many percent?", "كم النسبة؟". */
const PERCENT =
  /\bper ?cent(?:age)?s?\b|%|(?:^| )و?(?:ال|ب|بال)?نسبه(?: |$)|بالم[يئ]ه|بالميه|في الم[يئ]ه|في الميه|مئويه|ميويه/;
const DIFFERENCE =
  /\b(?:difference|change[ds]?|by how much|how much (?:more|less|higher|lower))\b|(?:^| )و?(?:كم )?(?:ال)?(?:فرق|تغير)(?: |$)/;
/** "What percentage of homes are villas?" is of a share. */
const OF_A_SHARE =
  /\b(?:share|part|proportion|per ?cent(?:age)?) of\b|(?:^| )(?:نسبه|حصه) (?!ال(?:تغير|فرق|زياده|نمو|ارتفاع|انخفاض))\S{3,}/;
const MAX_WORDS = 7;
const SUMS = new Set([getTotalSalesValue.name, getMunicipalitySales.name, getTransactionCount.name]);

interface Figure {
  place: { en: string; ar: string };
  year: number;
  type: string | null;
  left: LeftOutOfFigures;
  count: number;
  /** AED; absent where deals alone were counted. */
  value?: number;
  sample: boolean;
}

/** How far apart the figures are that were told last: of two years of a place, or of two places in a year. */
export const differenceOfLastFigures: OfflineRoutine = (turn) => {
  const { message, calls } = turn;
  const { text, normalized } = message;
  if (calls.length > 0 || findPlaces(text).length > 0 || namesYear(text)) return undefined;
  if (normalized.split(' ').length > MAX_WORDS || FORECAST.test(normalized)) return undefined;
  const inPercent = PERCENT.test(normalized) && !OF_A_SHARE.test(normalized);
  if (!inPercent && !DIFFERENCE.test(normalized)) return undefined;
  const pair = figuresApart(turn);
  // Of districts by themselves the difference is told by the comparison of them.
  if (!pair) return inPercent && wasOfSales(turn) ? { reply: NEEDS_TWO[languageOf(message)] } : undefined;
  const [one, other] = pair;
  if (!inPercent && !isSamePlace(one, other) && !isWithout(one)) return undefined;
  return { reply: worded(one, other, message) };
};

/** The earlier year first; of two places that which sold more. */
function figuresApart(turn: RoutineTurn): [Figure, Figure] | undefined {
  const last = toldBy(turn.lastCalls, turn.said).filter(({ call }) => call.result?.success);
  const compared = last.findLast(({ call }) => call.tool === comparison.name);
  const told = compared ? rowsOf(compared) : last.flatMap(figureOf);
  const known = told.length > 1 ? told : figuresTold(turn).flatMap(figureOf).slice(-2);
  // Years stand in their order, from the first to the last; of several places the first two are told.
  const sorted = known.toSorted((one, other) => one.year - other.year);
  const [first, second] = [sorted.at(0), compared ? sorted.at(1) : sorted.at(-1)];
  if (!first || !second || sorted.length < 2 || first.type !== second.type) return undefined;
  if (withoutLine(first.left, 'en') !== withoutLine(second.left, 'en')) return undefined;
  if (isSamePlace(first, second)) return first.year === second.year ? undefined : [first, second];
  if (first.year !== second.year) return undefined;
  return amountOf(first) >= amountOf(second) ? [first, second] : [second, first];
}

function wasOfSales({ lastCalls }: RoutineTurn): boolean {
  return lastCalls.some(({ tool, result }) => SUMS.has(tool) && result?.success);
}

function isWithout({ left: { places, types } }: Figure): boolean {
  return places.length + types.length > 0;
}

function isSamePlace(one: Figure, other: Figure): boolean {
  return one.place.en === other.place.en;
}

function amountOf({ value, count }: Figure): number {
  return value ?? count;
}

function figureOf({ call: { tool, result }, left }: Told): Figure[] {
  if (!SUMS.has(tool) || !result?.success) return [];
  const sums = result.data as Partial<TotalSalesResult> & Partial<MunicipalitySalesResult>;
  return [
    {
      place: {
        en: sums.district ?? sums.municipality ?? '',
        ar: sums.district_ar ?? sums.municipality_ar ?? '',
      },
      year: sums.year ?? 0,
      type: sums.property_type ?? null,
      left,
      count: sums.transaction_count ?? 0,
      ...(sums.total_value_aed !== undefined && { value: sums.total_value_aed }),
      sample: sums.sample ?? false,
    },
  ];
}

function rowsOf({ call: { result }, left }: Told): Figure[] {
  if (!result?.success) return [];
  const { rows, year, property_type: type, sample } = result.data as CompareResult;
  return rows.map((row) => ({
    place: { en: row.district, ar: row.district_ar },
    year,
    type,
    left,
    count: row.transaction_count,
    value: row.total_value_aed,
    sample,
  }));
}

function worded(one: Figure, other: Figure, message: OfflineMessage): string {
  const language = languageOf(message);
  const n = numbersFor(message, language);
  const overTime = isSamePlace(one, other);
  // Over time the first is what was before; between places the second is what is held against.
  const [from, to] = overTime ? [one, other] : [other, one];
  const parts = [
    ...(from.value !== undefined && to.value !== undefined
      ? [WORDS[language].value(apart(from.value, to.value, n, (value) => n.money(value)))]
      : []),
    WORDS[language].count(apart(from.count, to.count, n, (count) => n.count(count))),
  ];
  const lead = overTime ? WORDS[language].years(one, other, n) : WORDS[language].places(one, other, n);
  return [
    ...(isWithout(one) ? [withoutLine(one.left, language)] : []),
    `${lead}${parts.join(WORDS[language].and)}.`,
    ...(one.sample ? [SAMPLE[language]] : []),
  ].join('\n');
}

/** "+90.4 % (AED 1,550,798,324)". */
function apart(from: number, to: number, n: Numbers, amount: (value: number) => string): string {
  const difference = to - from;
  const sign = difference > 0 ? '+' : '';
  if (from === 0) return `${sign}${amount(difference)}`;
  return `${sign}${n.count(Math.round((difference / from) * 1_000) / 10)} % (${sign}${amount(difference)})`;
}

const WORDS = {
  en: {
    and: ', ',
    value: (change: string) => `value of sales ${change}`,
    count: (change: string) => `number of sales ${change}`,
    years: (one: Figure, other: Figure, _n: Numbers) => `${one.place.en} from ${one.year} to ${other.year}: `,
    places: (one: Figure, other: Figure, _n: Numbers) =>
      `${one.place.en} against ${other.place.en} in ${one.year}: `,
  },
  ar: {
    and: '، ',
    value: (change: string) => `قيمة المبيعات ${change}`,
    count: (change: string) => `عدد المبيعات ${change}`,
    years: (one: Figure, other: Figure, n: Numbers) =>
      `${one.place.ar} من ${n.year(one.year)} إلى ${n.year(other.year)}: `,
    places: (one: Figure, other: Figure, n: Numbers) =>
      `${one.place.ar} مقابل ${other.place.ar} سنة ${n.year(one.year)}: `,
  },
};
const NEEDS_TWO = {
  en: 'A percentage needs two figures: name another year or another place to hold against it.',
  ar: 'تحتاج النسبة إلى رقمين: اذكر سنة أخرى أو منطقة أخرى للمقارنة.',
};
