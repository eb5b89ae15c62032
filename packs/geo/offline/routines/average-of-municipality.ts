import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { LATEST_YEAR, SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { asksSupply, isBuying, namesAmount, speaksOf } from '../../tools/requests.ts';
import { YEARS } from '../../years.ts';
import { callInWords } from './call-in-words.ts';

const FIGURE =
  /\b(?:average|mean|prices?|costs?|total|value|how (?:many|much)|number of|count|sales|deals|transactions)\b|متوسط|سعر|اسعار|اجمالي|قيمه|كم|عدد|مبيعات|صفقات|معاملات/;
const MAX_WORDS = 8;

/** "Average price?" behind the figures of a municipality: of that, and of no district that would have to be asked for. */
export const averageOfMunicipality: OfflineRoutine = ({ message, calls, offered, earlier }) => {
  const { text, normalized } = message;
  const last = earlier.findLast(({ tool }) => tool !== SEARCH);
  const municipality = last?.arguments['municipality'];
  if (last?.tool !== getMunicipalitySales.name || typeof municipality !== 'string') return undefined;
  if (!FIGURE.test(normalized) || normalized.split(' ').length > MAX_WORDS) return undefined;
  if (findPlaces(text).length > 0 || findUnknownPlace(text) !== undefined) return undefined;
  if (asksSupply(message) || isBuying(message) || namesAmount(text)) return undefined;
  if ((['rental', 'ranking', 'compare'] as const).some((subject) => speaksOf(text, subject)))
    return undefined;
  const made = calls.find(({ tool }) => tool === getMunicipalitySales.name);
  if (made) {
    const reply = callInWords(getMunicipalitySales, made, message);
    return reply === undefined ? undefined : { reply };
  }
  if (calls.length > 0 || !offered.includes(getMunicipalitySales.name)) return undefined;
  const before = Number(last.arguments['year']);
  const year = Number(yearsNamed(normalized)[0] ?? (before <= YEARS.to ? before : LATEST_YEAR));
  const type = typeNamed(message) ?? last.arguments['property_type'];
  return {
    calls: [
      {
        tool: getMunicipalitySales.name,
        arguments: { municipality, year, ...(type !== undefined && { property_type: type }) },
      },
    ],
  };
};
