import type { OfflineRoutine, RoutineStep, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { namesYear, SEARCH, typeNamed } from '../../tools/fills.ts';
import { asksSupply } from '../../tools/requests.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { foundNow, lastOfOnePlace, searchesFor } from './earlier-places.ts';
import { saysNoMore } from './follow-up-words.ts';
import { callInWords } from './call-in-words.ts';

const MOST = 4;

/** The stock of several districts is told one after the other: the tool knows one at a time. */
export const supplyOfEach: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const places = findPlaces(message.text);
  if (asksSupply(message) && places.length === 0) return supplyThere(turn);
  if (places.length === 1 && !asksSupply(message)) return supplyElsewhere(turn);
  if (!asksSupply(message) || places.length < 2 || places.length > MOST) return undefined;
  if (places.some((place) => place.places.length > 1 || place.places[0]?.type === 'municipality'))
    return undefined;
  const stocks = calls.filter(({ tool }) => tool === getCurrentSupply.name);
  if (stocks.length > 0) {
    if (stocks.some(({ result }) => !result?.success)) return undefined;
    const language = languageOf(message);
    const { reply } = getCurrentSupply.offline;
    const said = stocks.map(({ result, arguments: given }) =>
      (reply[language] ?? reply.en)(result?.data as never, given as never, message),
    );
    const sample = stocks.some(({ result }) => (result?.data as { sample?: boolean } | undefined)?.sample);
    return { reply: [...said, ...(sample ? [SAMPLE[language]] : [])].join('\n') };
  }
  if (!calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searchesFor(message.text) } : undefined;
  const found = foundNow(turn);
  if (!found || !offered.includes(getCurrentSupply.name)) return undefined;
  const type = typeNamed(message);
  return {
    calls: [...new Set(found.flatMap(({ district_en: district }) => district ?? []))].map((district) => ({
      tool: getCurrentSupply.name,
      arguments: { district, ...(type && type !== 'Land' && { property_type: type }) },
    })),
  };
};

/** "And Khalifa City?", "ومدينة خليفة؟" behind the stock of another district. */
function supplyElsewhere({ message, calls, lastCalls, offered }: RoutineTurn): RoutineStep | undefined {
  const last = lastCalls.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  if (last?.tool !== getCurrentSupply.name || !saysNoMore(message) || namesYear(message.text))
    return undefined;
  const made = calls.find(({ tool }) => tool === getCurrentSupply.name);
  if (made) {
    const reply = callInWords(getCurrentSupply, made, message);
    return reply === undefined ? undefined : { reply };
  }
  if (!calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searchesFor(message.text) } : undefined;
  const district = foundNow({ calls })?.[0]?.district_en;
  if (!district || !offered.includes(getCurrentSupply.name)) return undefined;
  const type = typeNamed(message) ?? last.arguments['property_type'];
  const given = { district, ...(type !== undefined && type !== 'Land' && { property_type: type }) };
  return { calls: [{ tool: getCurrentSupply.name, arguments: given }] };
}

const MAX_WORDS_OF_WHAT_IS_THERE = 9;

/** "And the supply there?": of the district that figures were told of last. */
function supplyThere(turn: RoutineTurn): RoutineStep | undefined {
  const { message, calls, offered } = turn;
  const { text, normalized } = message;
  const { district } = lastOfOnePlace(turn)?.arguments ?? {};
  if (typeof district !== 'string' || findUnknownPlace(text) !== undefined) return undefined;
  if (normalized.split(' ').length > MAX_WORDS_OF_WHAT_IS_THERE) return undefined;
  const made = calls.find(({ tool }) => tool === getCurrentSupply.name);
  if (made) {
    const reply = callInWords(getCurrentSupply, made, message);
    return reply === undefined ? undefined : { reply };
  }
  if (calls.length > 0 || !offered.includes(getCurrentSupply.name)) return undefined;
  const type = typeNamed(message);
  const given = { district, ...(type && type !== 'Land' && { property_type: type }) };
  return { calls: [{ tool: getCurrentSupply.name, arguments: given }] };
}
