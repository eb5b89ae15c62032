import type { OfflineRoutine } from '#tools';
import { findPlaces } from '../places/find-places.ts';
import { SEARCH, yearsNamed } from '../tools/fills.ts';
import { findUnitsByBudget } from '../tools/find-units-by-budget.tool.ts';
import { getCurrentSupply } from '../tools/get-current-supply.tool.ts';
import { speaksOf } from '../tools/requests.ts';
import { languageOf } from '../tools/wording.ts';
import { YEARS } from '../years.ts';
import { wasAskedForLimit } from './cheapest-homes.ts';
import { saysNoMore } from './going-on.ts';

/** "And in 2022?" behind rents or the stock of homes, which are known for one year: no question for sales. */
export const latestYearAlone: OfflineRoutine = (turn) => {
  const { message, calls, lastCalls } = turn;
  const { text, normalized } = message;
  if (calls.length > 0 || yearsNamed(normalized).length === 0 || !saysNoMore(message)) return undefined;
  if (findPlaces(text).length > 0) return undefined;
  if (speaksOf(text, 'sales') || speaksOf(text, 'count') || speaksOf(text, 'value')) return undefined;
  const last = lastCalls.findLast(({ tool, result }) => tool !== SEARCH && result?.success)?.tool;
  const words = WORDS[languageOf(message)];
  if (last === getCurrentSupply.name) return { reply: words.stock };
  return last === findUnitsByBudget.name || wasAskedForLimit(turn) ? { reply: words.rents } : undefined;
};

const WORDS = {
  en: {
    rents: `Homes to rent are known for ${YEARS.to} alone. Sales are known year by year, if you want those.`,
    stock: `The housing stock is known for ${YEARS.to} alone. Sales are known year by year, if you want those.`,
  },
  ar: {
    rents: `الوحدات المعروضة للإيجار معروفة لسنة ${YEARS.to} فقط. المبيعات معروفة سنة بسنة إن أردتها.`,
    stock: `المعروض السكني معروف لسنة ${YEARS.to} فقط. المبيعات معروفة سنة بسنة إن أردتها.`,
  },
};
