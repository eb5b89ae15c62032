import type { OfflineMessage, OfflineRoutine, RoutineTurn } from '#pack-kit';
import { normalizedWords } from '#text';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { LATEST_YEAR, namesYear, SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import { FORECAST } from '../../tools/offline-hints.ts';
import { getTopDistrictsInMunicipality } from '../../tools/get-top-districts-in-municipality.tool.ts';
import type { TopDistrictsResult } from '../../schema/results.ts';
import { asksSupply, namesAmount, speaksOf } from '../../tools/requests.ts';
import { districtsBefore, foundNow, lastFigures, searchesFor, SEVERAL } from './earlier-places.ts';
import { joins, saysNoMore } from './follow-up-words.ts';
import { comparisonsInWords } from './comparisons-in-words.ts';
import { severalYears } from './years-asked.ts';

/** "Is that more than Al Reem?": the one before against the one that is named. */
export const AGAINST =
  /\b(?:that|it|this)\b.*\b(?:than|as)\b|\b(?:more|less|higher|lower|dearer|cheaper|better|worse) than\b|(?:اكثر|اقل|اعلي|ادني|اغلي|ارخص|احسن) من/;
/** "Compare it with Saadiyat", "versus Reem?", "قارنها مع السعديات". */
export const BESIDE =
  /\bcompare (?:it|that|this|them|with|to|against)\b|^(?:(?:and|ok|now|then|so) )*(?:compared?|versus|vs|against)\b|(?:^| )و?قارن\S* (?:مع|ب|هذا|ذلك)|(?:^| )و?(?:قارنها|قارنه|قارنهما|مقارنه|بالمقارنه|مقابل)(?: |$)/;
const COMPARES =
  /\b(?:compar\w*|differ\w*|versus|vs|against|more|less|higher|lower|dearer|expensive|cheaper|better|worse|best|most|ahead|fewest|fewer|least|lowest|highest)\b|قارن|مقارن|الفرق|فرق|اغلي|ارخص|اعلي|ادني|اكثر|اقل|احسن|افضل/;
/** "Cheaper per metre?", "والأغلى؟" after a comparison: a verdict on what was compared, and nothing else. */
const VERDICT = new Set(
  normalizedWords(
    `so and then ok which what who is was are one ones the of by on in a an per sqm sq m m2 square metre meter foot average price
     prices cost costs deal deals sale sales value number cheaper cheapest dearer dearest more most less least expensive better best
     higher lower highest lowest pricier affordable than it that
     had has have did sell sold fewest fewer least lowest weakest strongest three two four them those transactions
     الثلاثة الثلاث الاثنين الأربعة منهم منها بينهم بينها معاملات صفقة كان كانت عنده عندها فيه فيها باع باعت انباع مبيعا
     أرخص الأرخص أغلى الأغلى أعلى الأعلى أكثر الأكثر أقل الأقل أفضل الأفضل أحسن أي أيها أيهما أيهم هي هو من في ب متر المتر للمتر بالمتر المربع سعر
     سعرا السعر متوسط ثمن ثمنا قيمة عدد صفقات مبيعات`,
  ),
);
const MOST = 5;

/** Districts of before are compared: those that "them" means, or those of the last comparison with what is said anew. */
export const compareEarlier: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const made = calls.filter(({ tool }) => tool === comparison.name);
  const asked = comparedAnew(turn);
  if (!asked) return undefined;
  if (made.length > 0) return comparisonsInWords(made, message);
  if (!offered.includes(comparison.name)) return undefined;
  const searches = searchesFor(message.text);
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH)) return { calls: searches };
  const found = foundNow(turn);
  if (found === undefined) return undefined;
  const named = found.flatMap(({ district_en: district }) => district ?? []);
  // What is no district can join none: nothing old is told in its stead.
  if (found.length > 0 && named.length === 0) return undefined;
  const districts = [...new Set([...asked.districts, ...named])].slice(-MOST);
  if (districts.length < 2) return undefined;
  const type = typeNamed(message) ?? asked.type;
  return {
    calls: asked.years.map((year) => ({
      tool: comparison.name,
      arguments: { districts, year, ...(type !== undefined && { property_type: type }) },
    })),
  };
};

interface Asked {
  districts: string[];
  years: number[];
  type: unknown;
}

function comparedAnew(turn: RoutineTurn): Asked | undefined {
  const { message } = turn;
  const { text, normalized } = message;
  if (isOfOtherFigures(message)) return undefined;
  const last = lastFigures(turn);
  const years = yearsOf(turn);
  const type = last?.arguments['property_type'];
  const places = findPlaces(text).length;
  if (places === 0 && findUnknownPlace(text) !== undefined) return undefined;
  if (places > 1 && comparesSeveral(message, years)) return { districts: [], years, type: undefined };
  if (last?.tool === comparison.name && (goesOn(message) || isVerdict(message))) {
    const { districts } = last.arguments;
    return Array.isArray(districts) ? { districts, years, type } : undefined;
  }
  const before = districtsBefore(turn);
  if (places === 0 && SEVERAL.test(normalized) && COMPARES.test(normalized) && before.length >= 2)
    return { districts: before.slice(-lastNamed(turn)), years, type };
  const one = last?.arguments['district'];
  const ranked = places === 1 && COMPARES.test(normalized) ? rankedAt(turn) : undefined;
  if (ranked !== undefined) return { districts: [ranked], years, type };
  if (places === 1 && typeof one === 'string' && (AGAINST.test(normalized) || BESIDE.test(normalized)))
    return { districts: [one], years, type };
  return undefined;
}

/** "Where was more sold, Reem or Yas?", "2022 and 2023 transactions for Khalifa City and Yas". */
const SOLD_MORE =
  /(?:\bsold\b|\bsell|\bsales?\b|\bdeals?\b|\btransactions?\b|بيع|باع|مبيع|صفق|معامل).*(?:\bmore\b|\bmost\b|\bless\b|\bfewe(?:r|st)\b|\bleast\b|\bbetter\b|اكثر|اقل|اعلي|ازيد)|(?:\bmore\b|\bmost\b|\bless\b|\bfewe(?:r|st)\b|\bleast\b|اكثر|اقل|اعلي|ازيد).*(?:\bsold\b|\bsales?\b|\bdeals?\b|\btransactions?\b|بيع|باع|مبيع|صفق|معامل)/;

function comparesSeveral({ text, normalized }: OfflineMessage, years: readonly number[]): boolean {
  if (years.length > 1 && speaksOf(text, 'compare')) return true;
  if (findPlaces(text).some(({ places: [place] }) => place?.type === 'municipality')) return false;
  const isOfSales = (['sales', 'count', 'value'] as const).some((subject) => speaksOf(text, subject));
  return years.length > 1 && namesYear(text) ? isOfSales : SOLD_MORE.test(normalized);
}

/** Those that the message means, else those of the figures that were told last: both are compared by the same years. */
function yearsOf(turn: RoutineTurn): number[] {
  const { text, normalized } = turn.message;
  const several = severalYears(text);
  if (several) return several;
  const [named] = yearsNamed(normalized);
  if (named !== undefined) return [Number(named)];
  const last = lastFigures(turn);
  const told = turn.lastCalls.filter(({ tool, result }) => tool === last?.tool && result?.success);
  const years = [
    ...new Set(told.flatMap(({ arguments: { year } }) => (year === undefined ? [] : [Number(year)]))),
  ];
  return years.length > 1 ? years : [Number(last?.arguments['year'] ?? LATEST_YEAR)];
}

/** "How does the first one compare with Yas?" after a ranking. */
function rankedAt({ place, earlier }: RoutineTurn): string | undefined {
  const last = earlier.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  if (place === undefined || last?.tool !== getTopDistrictsInMunicipality.name) return undefined;
  const { rows = [] } = (last.result?.data ?? {}) as Partial<TopDistrictsResult>;
  return rows.at(place)?.district;
}

/** How many "them" means: those of the last message that named several, else the last two. */
function lastNamed({ said }: RoutineTurn): number {
  const several = said.map((text) => findPlaces(text).length).findLast((count) => count > 0) ?? 0;
  return Math.max(2, several);
}

function isOfOtherFigures(message: OfflineMessage): boolean {
  const { text, normalized } = message;
  return FORECAST.test(normalized) || asksSupply(message) || speaksOf(text, 'rental') || namesAmount(text);
}

function isVerdict({ normalized }: OfflineMessage): boolean {
  const isOfVerdict = (word: string) => VERDICT.has(word) || VERDICT.has(word.replace(/^و/, ''));
  return COMPARES.test(normalized) && normalized.split(' ').every(isOfVerdict);
}

/** It says nothing but what the last comparison is to be made anew with; a place by itself is asked about by itself. */
function goesOn(message: OfflineMessage): boolean {
  const { text } = message;
  if (
    findPlaces(text).length > 0
      ? !joins(message)
      : !namesYear(text) && !typeNamed(message) && text.trim() === ''
  )
    return false;
  return saysNoMore(message);
}
