import type { OfflineMessage, OfflineRoutine, RoutineCall } from '#pack-kit';
import { findPlaces, type PlaceMention } from '../../schema/places/find-places.ts';
import { LATEST_YEAR, SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { speaksOf } from '../../tools/requests.ts';
import type { SearchResult } from '../../schema/results.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';

/** "Zakher in Al Ain" says where Zakher lies; "Zakher against Al Ain" compares them. */
const LIES_IN = /(?:\bin|\bof|في|ب|,|،)\s*$/i;

/**
 * Municipalities are compared with each other, or with a district, by the figures of each: the tool that compares takes
 * districts alone.
 */
export const compareMunicipalitiesAndDistricts: OfflineRoutine = ({ message, calls, offered }) => {
  const mentions = comparedPlaces(message);
  if (mentions.length === 0) return undefined;
  const searches = calls.filter(({ tool }) => tool === SEARCH);
  if (searches.length === 0) {
    if (!offered.includes(SEARCH)) return undefined;
    return {
      calls: mentions.map((mention) => ({
        tool: SEARCH,
        arguments: {
          query: mention.written,
          ...(isMunicipality(mention) && { type: 'municipality' }),
        },
      })),
    };
  }
  const figures = calls.filter(({ tool }) => tool !== SEARCH);
  if (figures.length === 0) {
    const asked = searches.map(({ result }) => salesOf(result?.data as SearchResult | undefined, message));
    return asked.every((call) => call !== undefined) ? { calls: asked } : undefined;
  }
  const lines = figures.map((call) => wordedFigures(call, message));
  if (lines.some((line) => line === undefined)) return undefined;
  const sample = figures.some(({ result }) => (result?.data as { sample?: boolean } | undefined)?.sample);
  return { reply: [...lines, ...(sample ? [SAMPLE[languageOf(message)]] : [])].join('\n') };
};

function comparedPlaces({ text }: OfflineMessage): readonly PlaceMention[] {
  if (!speaksOf(text, 'compare') || speaksOf(text, 'rental') || speaksOf(text, 'supply')) return [];
  const mentions = findPlaces(text);
  const wholes = mentions.filter(isMunicipality);
  const others = mentions.filter((mention) => !isMunicipality(mention));
  if (mentions.length < 2 || wholes.length === 0 || others.length > 1) return [];
  if (others.some(({ places }) => places.length > 1)) return [];
  const surrounds = ({ written }: PlaceMention) => LIES_IN.test(text.slice(0, text.indexOf(written)));
  return others.length > 0 && wholes.some(surrounds) ? [] : mentions;
}

function isMunicipality({ places }: PlaceMention): boolean {
  return places.some(({ type }) => type === 'municipality');
}

/** The sales of a place that was found; undefined where it was not. */
export function salesOf(found: SearchResult | undefined, message: OfflineMessage) {
  const best = found?.best;
  if (!best) return undefined;
  const propertyType = typeNamed(message);
  const shared = {
    year: Number(yearsNamed(message.normalized)[0] ?? LATEST_YEAR),
    ...(propertyType && { property_type: propertyType }),
  };
  return best.type === 'municipality'
    ? { tool: getMunicipalitySales.name, arguments: { municipality: best.name_en, ...shared } }
    : { tool: getTotalSalesValue.name, arguments: { district: best.district_en, ...shared } };
}

function wordedFigures({ tool, result }: RoutineCall, message: OfflineMessage): string | undefined {
  if (!result?.success) return undefined;
  const language = languageOf(message);
  const { reply } = (tool === getMunicipalitySales.name ? getMunicipalitySales : getTotalSalesValue).offline;
  return (reply[language] ?? reply.en)(result.data as never, {} as never, message);
}
