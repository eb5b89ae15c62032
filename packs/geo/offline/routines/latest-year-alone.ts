import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { LATEST_YEAR, SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import { findUnitsByBudget } from '../../tools/find-units-by-budget.tool.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { speaksOf } from '../../tools/requests.ts';
import { languageOf } from '../../tools/wording.ts';
import { YEARS } from '../../years.ts';
import { wasAskedForLimit } from './cheapest-homes.ts';
import { saysNoMore } from './follow-up-words.ts';

/** "And in 2022?" behind rents or the stock of homes, which are known for one year: no question for sales. */
export const latestYearAlone: OfflineRoutine = (turn) => {
  const { message, calls, lastCalls } = turn;
  const { text, normalized } = message;
  // That year itself is the one that is known: the tools have its figures.
  const isOther = yearsNamed(normalized).some((year) => Number(year) !== LATEST_YEAR);
  if (calls.length > 0 || !isOther || !saysNoMore(message)) return undefined;
  // Land is no home, and is known by its sales alone.
  if (findPlaces(text).length > 0 || typeNamed(message) === 'Land') return undefined;
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
