import type { OfflineRoutine } from '#tools';
import { findPlaces } from '../places/find-places.ts';
import { getCurrentSupply } from '../tools/get-current-supply.tool.ts';
import { SEARCH, typeNamed } from '../tools/fills.ts';
import { asksSupply } from '../tools/requests.ts';
import { languageOf, SAMPLE } from '../tools/wording.ts';
import { foundNow, searchesFor } from './earlier-places.ts';

const MOST = 4;

/** The stock of several districts is told one after the other: the tool knows one at a time. */
export const supplyOfEach: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const places = findPlaces(message.text);
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
