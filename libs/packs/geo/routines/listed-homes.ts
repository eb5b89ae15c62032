import type { OfflineRoutine, RoutineTurn } from '#tools';
import { findPlaces } from '../places/find-places.ts';
import { findUnitsByBudget, homeLine } from '../tools/find-units-by-budget.tool.ts';
import { namesAmount } from '../tools/requests.ts';
import type { UnitsResult } from '../tools/results.ts';
import { languageOf, SAMPLE } from './compare-across.ts';

const CHEAPEST = /\b(?:cheapest|lowest|least expensive)\b|الارخص|ارخص/;
const LARGEST = /\b(?:biggest|largest|most space)\b|الاكبر|اكبر|اوسع/;
const FURNISHED = /\bfurnished\b|مفروش/;
const MORE =
  /^(?:(?:ok|okay|and|please|can|could|you|i|see|show|give|me|the|us) )*(?:\d+ )?(?:more|next)\b|^(?:اعرض |هات |اعطني )?(?:المزيد|التالي|غيرها)/;
/** A question about an area is none about the homes that were listed. */
const AREAS = /\b(?:area|areas|district|districts|where|place|places|part)\b|منطقه|مناطق|وين|اين/;
const MAX_WORDS = 8;
const STEP = 10;
const MOST = 50;

/** What is asked about the homes that were listed last: which is the cheapest, which are furnished, those after them. */
export const listedHomes: OfflineRoutine = (turn) => {
  const { message, earlier, calls, offered } = turn;
  const { normalized, text } = message;
  const last = earlier.findLast(({ result }) => result?.success);
  const listed =
    last?.tool === findUnitsByBudget.name ? (last.result?.data as UnitsResult | undefined) : undefined;
  if (!last || !listed) return undefined;
  if (normalized.split(' ').length > MAX_WORDS || namesAmount(text) || AREAS.test(normalized))
    return undefined;
  if (findPlaces(text).length > 0) return undefined;
  const { units, total } = listed;
  if (MORE.test(normalized)) {
    const limit = Math.min(MOST, units.length + STEP);
    const made = calls.find(({ tool }) => tool === findUnitsByBudget.name)?.result;
    if (made)
      return made.success ? { reply: told(turn, (made.data as UnitsResult).units, units.length) } : undefined;
    if (units.length >= total || units.length >= MOST || !offered.includes(findUnitsByBudget.name))
      return { reply: { en: 'These were all of them.', ar: 'هذه كلها.' }[languageOf(message)] };
    return { calls: [{ tool: findUnitsByBudget.name, arguments: { ...last.arguments, limit } }] };
  }
  if (units.length === 0) return undefined;
  if (FURNISHED.test(normalized))
    return {
      reply: told(
        turn,
        units.filter(({ furnished }) => furnished),
      ),
    };
  if (CHEAPEST.test(normalized)) return { reply: told(turn, units.slice(0, 1)) };
  if (LARGEST.test(normalized))
    return { reply: told(turn, [...units].sort((a, b) => b.area_sqm - a.area_sqm).slice(0, 1)) };
  return undefined;
};

/** @param after so many were told before. */
function told({ message, earlier }: RoutineTurn, homes: UnitsResult['units'], after = 0): string {
  const units = homes.slice(after);
  const language = languageOf(message);
  const { sample } = (earlier.at(-1)?.result?.data ?? {}) as { sample?: boolean };
  const lines = units.map((unit, index) => `${after + index + 1}. ${homeLine(unit, message)}`);
  const further = { en: 'The next ones:', ar: 'التالية:' };
  const heading =
    after > 0
      ? further[language]
      : {
          en: units.length === 0 ? 'None of those that I listed.' : 'Of those that I listed:',
          ar: units.length === 0 ? 'لا شيء مما عرضته.' : 'مما عرضته:',
        }[language];
  return [heading, ...lines, ...(sample && units.length > 0 ? [SAMPLE[language]] : [])].join('\n');
}
