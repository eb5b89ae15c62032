import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { normalizedWords, normalizeText, wantsCheaper } from '#text';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnitsByBudget, homeLine } from '../../tools/find-units-by-budget.tool.ts';
import { furnitureWanted } from '../../tools/furniture.ts';
import { homesLimit, MOST_LISTED as MOST } from '../../tools/homes-limit.ts';
import { leftOutOf } from '../../tools/left-out.ts';
import { namesAmount, speaksOf } from '../../tools/requests.ts';
import type { RentalUnit, UnitsResult } from '../../schema/results.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { ONLY_SO_MANY, pickedOf } from './picked-entry.ts';
import { callInWords } from './call-in-words.ts';
import { unitsWanted } from './units-wanted.ts';

const CHEAPEST =
  /\b(?:cheapest|lowest|least expensive)\b|الارخص|(?:^| )و?(?:اي|ايها|ايهم|ايهن|ما|وش|شو|مين|من) (?:.* )?ارخص|ارخص (?:واحد|وحده|شقه|فيلا|بيت)/;
/** What was listed is too much. */
const TOO_DEAR =
  /\btoo (?:expensive|dear|much|high|pricey)\b|\b(?:lower|less|reduce|bring down)\b.*\b(?:rent|price|budget)\b|غالي|مرتفع/;
const LARGEST = /\b(?:biggest|largest|bigger|larger|most space)\b|الاكبر|اكبر|اوسع/;
const SMALLEST = /\b(?:smallest|smaller)\b|اصغر/;
const ENDS_FURNISHED = /\b(?:un)?furnished$|مفروش\S*$/;
/** "More of them", and not "more bedrooms". */
const MORE =
  /^(?:(?:ok|okay|and|please|can|could|you|i|see|show|give|me|the|us) )*(?:\d+ )?(?:more|next)(?: (?:\d+|ones?|homes?|units?|flats?|apartments?|villas?|options?|results?|please|of (?:them|these|those)))*$|^(?:اعرض |هات |اعطني )?(?:المزيد|التالي|التاليه|غيرها)(?: من فضلك)?$/;
/** A question about an area is none about the homes that were listed. */
const AREAS = /\b(?:area|areas|district|districts|where|place|places|part)\b|منطقه|مناطق|وين|اين/;
const MAX_WORDS = 8;
const STEP = 10;

/** What is asked about the homes that were listed last: which is the cheapest, which are furnished, those after them. */
export const listedHomes: OfflineRoutine = (turn) => {
  const { message, earlier, calls, offered } = turn;
  const { normalized, text } = message;
  const last = earlier.findLast(({ result }) => result?.success);
  const listed = last?.tool === findUnitsByBudget.name ? listedBy(turn, last) : undefined;
  if (!last || !listed || leftOutOf(text)) return undefined;
  if (normalized.split(' ').length > MAX_WORDS || namesAmount(text) || AREAS.test(normalized))
    return undefined;
  if (findPlaces(text).length > 0 || speaksOf(text, 'sales')) return undefined;
  const { units, total } = listed;
  if (MORE.test(normalized) && last.arguments['limit'] === MOST && units.length < total)
    return { reply: furtherApart(turn, last, message) };
  if (MORE.test(normalized)) {
    const made = calls.find(({ tool }) => tool === findUnitsByBudget.name)?.result;
    if (made)
      return made.success
        ? { reply: furtherOnes(made.data as UnitsResult, units.length, message) }
        : undefined;
    if (units.length >= total) return { reply: ALL_TOLD[languageOf(message)] };
    if (units.length >= MOST) return { reply: NO_MORE[languageOf(message)] };
    if (!offered.includes(findUnitsByBudget.name)) return undefined;
    const limit = Math.min(MOST, units.length + STEP);
    return { calls: [{ tool: findUnitsByBudget.name, arguments: { ...last.arguments, limit } }] };
  }
  // Where nothing fitted, the nearest above the budget was told.
  const told = units.length > 0 ? units : listed.nearest ? [listed.nearest] : [];
  // "Is the second one furnished?" is of that one, where "the furnished ones" are chosen of all.
  if (ENDS_FURNISHED.test(normalized) && told.length > 0) {
    const one = theOnePicked(turn, { ...listed, units: told });
    if (one) return one;
  }
  const chosen = chosenOf(told, message);
  if (chosen) return { reply: chosenOnes(chosen, listed.sample, message) };
  if (
    wantsCheaper(normalizedWords(text)) ||
    TOO_DEAR.test(normalized) ||
    /(?:^| )ارخص(?: |$)/.test(normalized)
  )
    return cheaperOnes(turn, last, listed);
  return theOnePicked(turn, { ...listed, units: told });
};

/** What was told of a list: of the longest one the homes that were wished for, where some were left out of it. */
function listedBy({ said }: RoutineTurn, { arguments: given, result }: RoutineCall): UnitsResult | undefined {
  const data = result?.data as UnitsResult | undefined;
  const wish = said.findLast(wishesApart);
  if (!data || given['limit'] !== MOST || wish === undefined) return data;
  const units = unitsWanted(data.units, wish);
  return { ...data, units: units.slice(0, homesLimit({ text: wish }) ?? STEP), total: units.length };
}

function wishesApart(text: string): boolean {
  return leftOutOf(text) !== undefined || furnitureWanted(text) !== undefined;
}

/** "More" of those, as often as it was said. */
function furtherApart({ said }: RoutineTurn, { result }: RoutineCall, message: OfflineMessage): string {
  const wish = said.findLast(wishesApart) ?? '';
  const data = result?.data as UnitsResult;
  const units = unitsWanted(data.units, wish);
  const before = said.slice(said.lastIndexOf(wish) + 1).filter((text) => MORE.test(normalizeText(text)));
  const told = (homesLimit({ text: wish }) ?? STEP) + before.length * STEP;
  if (told >= units.length) return (data.total > data.units.length ? NO_MORE : ALL_TOLD)[languageOf(message)];
  return furtherOnes({ ...data, units: units.slice(0, told + STEP) }, told, message);
}

/** "The second one": all that is known of it. */
function theOnePicked(turn: RoutineTurn, { units, sample }: UnitsResult): RoutineStep | undefined {
  const { message } = turn;
  const language = languageOf(message);
  const picked = pickedOf(turn, units.length);
  if (picked === undefined) return undefined;
  const unit = units[picked];
  if (!unit) return { reply: ONLY_SO_MANY[language](units.length) };
  const asksFurniture = ENDS_FURNISHED.test(message.normalized);
  const line = `${picked + 1}. ${homeLine(unit, message)}${asksFurniture && !unit.furnished ? NOT_FURNISHED[language] : ''}`;
  return { reply: [line, ALL_KNOWN[language], ...(sample ? [SAMPLE[language]] : [])].join('\n') };
}

/** The list begins with the cheapest: only a lowest rent that was asked for can have left cheaper ones out. */
function cheaperOnes(
  { message, calls, offered }: RoutineTurn,
  { arguments: asked }: RoutineCall,
  { units, sample }: UnitsResult,
): RoutineStep | undefined {
  const made = calls.find(({ tool }) => tool === findUnitsByBudget.name);
  if (made) {
    const reply = callInWords(findUnitsByBudget, made, message);
    return reply === undefined ? undefined : { reply };
  }
  const language = languageOf(message);
  const [cheapest] = units;
  const { min_budget: least, ...others } = asked;
  if (Number(least ?? 0) > 0 && offered.includes(findUnitsByBudget.name)) {
    const limit = (cheapest?.annual_rent_aed ?? Number(least)) - 1;
    return { calls: [{ tool: findUnitsByBudget.name, arguments: { ...others, max_budget: limit } }] };
  }
  if (!cheapest) return undefined;
  const line = `1. ${homeLine(cheapest, message)}`;
  return { reply: [NOTHING_CHEAPER[language], line, ...(sample ? [SAMPLE[language]] : [])].join('\n') };
}

/** Those that the words choose; undefined where they choose by nothing that is known of a home. */
function chosenOf(
  units: readonly RentalUnit[],
  { text, normalized }: OfflineMessage,
): readonly RentalUnit[] | undefined {
  if (units.length === 0) return undefined;
  const wanted = furnitureWanted(text);
  if (wanted !== undefined) return units.filter(({ furnished }) => furnished === wanted);
  if (CHEAPEST.test(normalized)) return units.slice(0, 1);
  if (LARGEST.test(normalized)) return units.toSorted((a, b) => b.area_sqm - a.area_sqm).slice(0, 1);
  if (SMALLEST.test(normalized)) return units.toSorted((a, b) => a.area_sqm - b.area_sqm).slice(0, 1);
  return undefined;
}

const ALL_TOLD = { en: 'These were all of them.', ar: 'هذه كلها.' };
const NO_MORE = {
  en: `I list no more than ${MOST} homes; name a district, the bedrooms or a lower budget for a shorter list.`,
  ar: `لا أعرض أكثر من ${MOST} وحدة؛ اذكر منطقة أو عدد الغرف أو ميزانية أقل لقائمة أقصر.`,
};
const ALL_KNOWN = {
  en: 'That is all that is known of it; I have rents alone, and arrange no viewings.',
  ar: 'هذا كل ما يُعرف عنها؛ لدي الإيجارات فقط ولا أرتب معاينات.',
};
const NOT_FURNISHED = { en: ', not furnished', ar: '، غير مفروشة' };
const NOTHING_CHEAPER = {
  en: 'Nothing of that kind is cheaper: the list goes by rent, and this is its first. Fewer bedrooms, another area or another type may cost less.',
  ar: 'لا يوجد أرخص من هذا النوع: القائمة مرتبة حسب الإيجار وهذه أولها. قد يقل الإيجار بغرف أقل أو في منطقة أخرى أو بنوع آخر.',
};
const OF_LISTED = { en: 'Of those that I listed:', ar: 'مما عرضته:' };
const NONE_OF_LISTED = { en: 'None of those that I listed.', ar: 'لا شيء مما عرضته.' };
const FURTHER = { en: 'The next ones:', ar: 'التالية:' };

function chosenOnes(homes: readonly RentalUnit[], sample: boolean, message: OfflineMessage): string {
  const language = languageOf(message);
  if (homes.length === 0) return NONE_OF_LISTED[language];
  return [OF_LISTED[language], ...numbered(homes, message), ...(sample ? [SAMPLE[language]] : [])].join('\n');
}

/** @param told so many were told before. */
function furtherOnes({ units, sample }: UnitsResult, told: number, message: OfflineMessage): string {
  const language = languageOf(message);
  const lines = numbered(units.slice(told), message, told);
  return [FURTHER[language], ...lines, ...(sample ? [SAMPLE[language]] : [])].join('\n');
}

function numbered(homes: readonly RentalUnit[], message: OfflineMessage, before = 0): string[] {
  return homes.map((unit, index) => `${before + index + 1}. ${homeLine(unit, message)}`);
}
