import type { OfflineMessage, OfflineRoutine } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { speaksOf } from '../../tools/requests.ts';
import type { SupplyResult } from '../../schema/results.ts';
import { languageOf, numbersFor, SAMPLE } from '../../tools/wording.ts';
import { lastFigures } from './earlier-places.ts';

/** What was before, and what has become of it. */
const OVER_TIME =
  /\b(?:how|has|have|did|does)\b.*\b(?:chang\w+|develop\w*|evolv\w*|grow\w*|grew|gone (?:up|down)|increas\w*|decreas\w*|risen|fallen|moved)\b|\b(?:over|in) (?:the )?(?:last |past |previous )?(?:\w+ )?years\b|\b(?:by|per|each|every) year\b|\byear (?:by|on|over) year\b|\b(?:trends?|history|before that|(?:last|previous|earlier) years?|years? before)\b|كيف (?:تغير|تطور)\p{L}*|(?:هل )?(?:تغير|تطور|زاد|ارتفع|انخفض|نقص)\p{L}*(?: |$)|عبر السنوات|كل (?:سنه|عام)|السنوات (?:ال)?(?:سابقه|ماضيه)|(?:السنه|العام) (?:ال)?(?:ماضيه?|سابقه?)/u;
const MAX_WORDS = 10;

/** "How has that changed?" behind the stock of homes, which is known for one year: what is being built is all that tells of change. */
export const stockOverYears: OfflineRoutine = (turn) => {
  const { message, calls } = turn;
  const { text, normalized } = message;
  if (calls.length > 0 || !OVER_TIME.test(normalized) || normalized.split(' ').length > MAX_WORDS)
    return undefined;
  if (speaksOf(text, 'sales') || speaksOf(text, 'rental') || speaksOf(text, 'buying')) return undefined;
  if (findPlaces(text).length > 0 || findUnknownPlace(text) !== undefined) return undefined;
  const last = lastFigures(turn);
  if (last?.tool !== getCurrentSupply.name || !last.result?.success) return undefined;
  const stock = last.result.data as SupplyResult;
  const language = languageOf(message);
  return { reply: [told(stock, message), ...(stock.sample ? [SAMPLE[language]] : [])].join('\n') };
};

function told(stock: SupplyResult, message: OfflineMessage): string {
  const { district, district_ar: arabic, year, totals } = stock;
  const language = languageOf(message);
  const n = numbersFor(message, language);
  const [existing, building] = [totals.existing_units, totals.under_construction_units].map((homes) =>
    n.count(homes),
  );
  const of = year === null ? '' : n.year(year);
  return language === 'ar'
    ? `المعروض السكني معروف لأحدث سنة فقط${of && ` (${of})`}، فلا أستطيع أن أقول كيف تغير. ما يُعرف عن الآتي في ${arabic}: ${building} وحدة قيد الإنشاء إلى جانب ${existing} قائمة. المبيعات معروفة سنة بسنة إن أردتها.`
    : `The housing stock is known for the latest year alone${of && ` (${of})`}, so I cannot tell how it has changed. What is known of change in ${district}: ${building} homes under construction beside ${existing} existing ones. Sales are known year by year, if you want those.`;
}
