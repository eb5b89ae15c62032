import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { asksSupply, namesAmount, speaksOf } from '../../tools/requests.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { AGAINST, BESIDE } from './compare-earlier.ts';
import { foundNow, lastOfOnePlace, searchesFor } from './earlier-places.ts';
import { callInWords } from './call-in-words.ts';

const SUMS: readonly GeoTool[] = [getTotalSalesValue, getMunicipalitySales];
/** Their place is held against another as well. */
const OF_SALES = new Set([...SUMS.map(({ name }) => name), getTransactionCount.name]);

/** "Compare it with Al Ain", "قارنها مع العين": a municipality is no district, so that each is told by its own figures. */
export const compareWithMunicipality: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const last = lastOfOnePlace(turn);
  if (!last || !OF_SALES.has(last.tool) || !compares(message)) return undefined;
  const [search, ...others] = searchesFor(message.text);
  const isOfWhole = search?.arguments['type'] === 'municipality' || 'municipality' in last.arguments;
  if (!search || others.length > 0 || !isOfWhole) return undefined;
  if (!calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: [search] } : undefined;
  const made = calls.filter(({ tool }) => SUMS.some(({ name }) => name === tool));
  if (made.length > 0) return told(made, message);
  const asked = bothOf(turn, last);
  return asked?.every(({ tool }) => offered.includes(tool)) ? { calls: asked } : undefined;
};

function compares(message: OfflineMessage): boolean {
  const { text, normalized } = message;
  if (asksSupply(message) || speaksOf(text, 'rental') || namesAmount(text)) return false;
  return findPlaces(text).length === 1 && (BESIDE.test(normalized) || AGAINST.test(normalized));
}

function bothOf(turn: RoutineTurn, last: RoutineCall): Pick<RoutineCall, 'tool' | 'arguments'>[] | undefined {
  const [best] = foundNow(turn) ?? [];
  if (!best) return undefined;
  const { district, municipality, year: before, property_type: typeBefore } = last.arguments;
  const year = Number(yearsNamed(turn.message.normalized)[0] ?? before);
  const type = typeNamed(turn.message) ?? typeBefore;
  const shared = { year, ...(type !== undefined && { property_type: type }) };
  const of = (place: { district?: unknown; municipality?: unknown }) => ({
    tool: place.municipality === undefined ? getTotalSalesValue.name : getMunicipalitySales.name,
    arguments: { ...place, ...shared },
  });
  return [
    of(municipality === undefined ? { district } : { municipality }),
    of(best.type === 'municipality' ? { municipality: best.name_en } : { district: best.district_en }),
  ];
}

function told(made: readonly RoutineCall[], message: OfflineMessage) {
  const sample = SAMPLE[languageOf(message)];
  const lines = made.map((call) => {
    const tool = SUMS.find(({ name }) => name === call.tool);
    return tool && callInWords(tool, call, message);
  });
  if (lines.some((line) => line === undefined)) return undefined;
  const isSample = lines.some((line) => line?.endsWith(sample));
  return {
    reply: [...lines.map((line) => line?.replace(`\n${sample}`, '')), ...(isSample ? [sample] : [])].join(
      '\n',
    ),
  };
}
