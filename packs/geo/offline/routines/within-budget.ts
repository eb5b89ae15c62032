import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { normalizedWords } from '#text';
import { findPlaces } from '../../schema/places/find-places.ts';
import { priceNamed } from '../../tools/budget.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { offlineHints } from '../../tools/offline-hints.ts';
import { isBuying, speaksOf } from '../../tools/requests.ts';
import { languageOf, numbersFor, ofType, SAMPLE } from '../../tools/wording.ts';
import type { Figures } from './figures-by-year.ts';

const TOOLS: readonly GeoTool[] = [getTotalSalesValue, getMunicipalitySales];
/** "And with five million?", "Yas Island" as the answer to "for which district?". */
const MAX_WORDS_THAT_GO_ON = 7;

/** A price that somebody can pay is held against what homes were sold for on average: there is no list of homes for sale. */
export const withinBudget: OfflineRoutine = (turn) => {
  const { message, calls } = turn;
  const price = priceWanted(turn);
  if (price === undefined) return undefined;
  const made = calls.find(({ tool }) => TOOLS.some(({ name }) => name === tool));
  if (!made) return goesOn(turn, price);
  const tool = TOOLS.find(({ name }) => name === made.tool);
  if (!tool || !made.result?.success) return undefined;
  const language = languageOf(message);
  const figures = made.result.data as Figures;
  const { reply } = offlineHints(tool);
  const said = (reply[language] ?? reply.en)(figures as never, made.arguments as never, message);
  return {
    reply: [said, verdictOf(figures, price, message), figures.sample ? SAMPLE[language] : '']
      .filter(Boolean)
      .join('\n'),
  };
};

/** That of the message; of the one before, where this one says the place that was asked for. */
function priceWanted({ message, said }: RoutineTurn): number | undefined {
  const { text } = message;
  if (speaksOf(text, 'rental')) return undefined;
  if (isBuying(message)) return priceNamed(text);
  if (!isShort(text) || !said.slice(-2).some(isOfBuying)) return undefined;
  return priceNamed(text) ?? (findPlaces(text).length > 0 ? priceNamed(said.at(-1) ?? '') : undefined);
}

function isOfBuying(text: string): boolean {
  return isBuying({ text, normalized: normalizedWords(text).join(' ') });
}

function isShort(text: string): boolean {
  return normalizedWords(text).length <= MAX_WORDS_THAT_GO_ON;
}

/** Another price alone: the figures of before answer it. */
function goesOn({ message, calls, lastCalls }: RoutineTurn, price: number): RoutineStep | undefined {
  const { text } = message;
  if (calls.length > 0 || isBuying(message) || findPlaces(text).length > 0) return undefined;
  const last = lastCalls.findLast(isOfSales);
  if (!last?.result?.success) return undefined;
  const figures = last.result.data as Figures;
  const verdict = verdictOf(figures, price, message);
  return verdict === ''
    ? undefined
    : { reply: [verdict, ...(figures.sample ? [SAMPLE[languageOf(message)]] : [])].join('\n') };
}

function isOfSales({ tool }: RoutineCall): boolean {
  return TOOLS.some(({ name }) => name === tool);
}

/** Within this share of the average a price is about the average. */
const ABOUT = 0.05;

function verdictOf(figures: Figures, price: number, message: OfflineMessage): string {
  const language = languageOf(message);
  const { average_value_aed: average, property_type: type, year } = figures;
  if (average === null) return '';
  const n = numbersFor(message, language);
  const share = Math.round((price / average - 1) * 1_000) / 10;
  const far = Math.abs(price / average - 1) > ABOUT;
  if (language === 'ar') {
    const place = 'district_ar' in figures ? figures.district_ar : figures.municipality_ar;
    const where = far
      ? share < 0
        ? `أقل بنسبة ${n.count(-share)} % من`
        : `أعلى بنسبة ${n.count(share)} % من`
      : 'قريبة من';
    return `ميزانيتك ${n.money(price)} ${where} متوسط ثمن العملية الواحدة${ofType(type, 'ar')} في ${place} سنة ${n.year(year)}. لا تتضمن البيانات أثمان عقارات بعينها، فلا أعرف كم منها بيع ضمن هذه الميزانية.`;
  }
  const place = 'district' in figures ? figures.district : figures.municipality;
  const where = far ? `${n.count(Math.abs(share))} % ${share < 0 ? 'below' : 'above'}` : 'close to';
  return `Your budget of ${n.money(price)} is ${where} what one sale${ofType(type, 'en')} cost on average in ${place} in ${year}. Prices of single homes are not among the figures, so I cannot tell how many were sold within it.`;
}
