import type { OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnitsByBudget } from '../../tools/find-units-by-budget.tool.ts';
import { unknownOf } from '../../tools/not-in-the-data.ts';
import { namesAmount } from '../../tools/requests.ts';
import { languageOf } from '../../tools/wording.ts';
import { YEARS } from '../../years.ts';

const MAX_WORDS = 10;
const WHICH_YEARS =
  /\b(?:which|what) (?:\w+ )?years?\b|\bhow (?:old|recent|current|up to date)\b|\b(?:updated|latest data|how far back)\b|(?:اي|ما هي|ما|كم) (?:ال)?(?:سنوات|سنين|اعوام)|(?:متي|اخر) (?:تحديث|التحديث)/;

/** "With a pool", "how far is the beach?", "which years?": what the data holds of homes and of time, and what not. */
export const notInTheData: OfflineRoutine = ({ message, calls, earlier, nothingFits }) => {
  const { text, normalized } = message;
  if (calls.length > 0 && !nothingFits) return undefined;
  const language = languageOf(message);
  if (nothingFits && WHICH_YEARS.test(normalized)) return { reply: COVERED[language] };
  const last = earlier.findLast(({ result }) => result?.success);
  const isOfListed =
    last?.tool === findUnitsByBudget.name && !namesAmount(text) && findPlaces(text).length === 0;
  if (!(nothingFits || isOfListed) || normalized.split(' ').length > MAX_WORDS) return undefined;
  const unknown = unknownOf(text, language);
  return unknown === undefined ? undefined : { reply: KNOWN[language](unknown) };
};

const KNOWN = {
  en: (unknown: string) =>
    `The data says nothing of ${unknown}. Of a home to rent it has the place, type, bedrooms, size, rent and whether it is furnished.`,
  ar: (unknown: string) =>
    `لا تذكر البيانات شيئا عن ${unknown}. لكل وحدة للإيجار موقعها ونوعها وعدد غرفها ومساحتها وإيجارها وهل هي مفروشة.`,
};
const COVERED = {
  en: `Sales are known for the years ${YEARS.from} to ${YEARS.to}, year by year; rents and the housing stock for ${YEARS.to}.`,
  ar: `المبيعات معروفة للسنوات من ${YEARS.from} إلى ${YEARS.to} سنة بسنة، والإيجارات والمعروض السكني لسنة ${YEARS.to}.`,
};
