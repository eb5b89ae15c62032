import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { agentsNamed } from '../named-agent.ts';
import { namesPlace } from '../../places.ts';
import { asksForTimes, asksToBook } from '../requests.ts';
import { asksToSee } from '../seeing.ts';
import { foundNothing } from './nothing-cheaper.ts';
import type { Wording } from '../../wording.ts';
import { asksWhatIsBooked } from '../asks-what-is-booked.ts';

const VIEWING = anySpelling(
  /\b(?:viewings?|visits?|appointment)\b|(?<!\p{L})(?:ال|لل)?(?:معاينة|مشاهدة|زيارة|موعد)(?!\p{L})/iu,
);
/** Times were told already, of which one is picked. */
const CALENDARS = new Set(['check_calendar', 'schedule_viewing']);
const ID = /\b(?:prop-\d+|CY-[A-Z]{2,3}-\d+|deal-\d+)\b/i;
/** Of a viewing that is there already. */
const OTHERWISE = anySpelling(
  /\b(?:cancel|move|reschedule|postpone|log|note|was|were|went|had)\b|إلغاء|ألغ|تأجيل|سجل|كانت/iu,
);

/** A viewing of no home has no times: which one is asked for, where none was named or told yet. */
export const whichHomeToSee: OfflineRoutine = (turn) => {
  const { message, calls, earlier, byStaff } = turn;
  const { text, language } = message;
  if (calls.length > 0 || byStaff || OTHERWISE.test(text) || asksWhatIsBooked(text)) return undefined;
  if (!asksToSee(text) && !(VIEWING.test(text) && asksToBook(text))) return undefined;
  if (asksForTimes(text) || knowsHome(turn) || earlier.some(({ tool }) => CALENDARS.has(tool)))
    return undefined;
  const wording: Wording = language === 'ar' ? 'ar' : 'en';
  return { reply: (foundNothing(turn) ? NOTHING_SHOWN : WHICH_HOME)[wording] };
};

/** No id stands for an example in it: one that no tool has told of would be taken for invented. */
const WHICH_HOME = {
  en: 'Gladly. Which property is to be seen? Give me the number of its listing with the day, or tell me what you look for, and I list what there is.',
  ar: 'بكل سرور. أي عقار تريد معاينته؟ اذكر رقمه مع اليوم، أو قل ما تبحث عنه فأعرض عليك ما لدينا.',
};
const NOTHING_SHOWN = {
  en: 'Nothing has been shown yet that could be viewed: your last search found nothing. Name another place, price or number of bedrooms, and I look again; then we arrange the viewing.',
  ar: 'لم أعرض عليك بعد ما يمكن معاينته: بحثك الأخير لم يجد شيئا. اذكر منطقة أو سعرا أو عدد غرف آخر لأبحث من جديد، ثم نرتب المعاينة.',
};

/** One was named, or told of, or is said by its place or by who shows it. */
function knowsHome({ message, said, replied, earlier, picked }: RoutineTurn): boolean {
  if (picked !== undefined || namesPlace(normalizedWords(message.text))) return true;
  if (agentsNamed(message).length > 0) return true;
  if (earlier.some((call) => ID.test(JSON.stringify([call.arguments, call.result?.data ?? null]))))
    return true;
  return [message.text, ...said, ...replied].some((one) => ID.test(one));
}
