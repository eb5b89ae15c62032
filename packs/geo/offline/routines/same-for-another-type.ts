import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { namesYear, SEARCH, typeNamed } from '../../tools/fills.ts';
import { findUnitsByBudget } from '../../tools/find-units-by-budget.tool.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { speaksOf } from '../../tools/requests.ts';
import { saysNoMore } from './follow-up-words.ts';
import { callInWords } from './call-in-words.ts';

const OF_HOMES: readonly GeoTool[] = [findUnitsByBudget, getCurrentSupply];
const OF_SALES: readonly GeoTool[] = [getMunicipalitySales, getTotalSalesValue, getTransactionCount];

/**
 * "Villas?", "والشقق؟": what was asked last, of another kind of property. A kind alone is a word of every tool, so that its
 * words would choose one by chance.
 */
export const sameForAnotherType: OfflineRoutine = ({ message, calls, lastCalls, offered }) => {
  const { text } = message;
  const type = typeNamed({ text });
  if (type === undefined || !saysNoMore(message) || findPlaces(text).length > 0 || namesYear(text))
    return undefined;
  if (speaksOf(text, 'sales') || speaksOf(text, 'count') || speaksOf(text, 'value')) return undefined;
  const [last, ...others] = lastCalls.filter(({ tool }) => tool !== SEARCH);
  if (!last?.result?.success || others.length > 0) return undefined;
  const tools = type === 'Land' ? OF_SALES : [...OF_SALES, ...OF_HOMES];
  const tool = tools.find(({ name }) => name === last.tool);
  if (!tool) return undefined;
  const made = calls.find(({ tool: name }) => name === tool.name);
  const reply = made && callInWords(tool, made, message);
  if (made) return reply === undefined ? undefined : { reply };
  if (!offered.includes(tool.name)) return undefined;
  return { calls: [{ tool: tool.name, arguments: { ...last.arguments, property_type: type } }] };
};
