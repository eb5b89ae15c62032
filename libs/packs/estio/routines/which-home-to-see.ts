import { anySpelling, normalizedWords, type OfflineRoutine, type RoutineTurn } from '#tools';
import { agentsNamed } from '../named-agent.ts';
import { namesPlace } from '../places.ts';
import { asksForTimes, asksToBook } from '../requests.ts';
import { asksToSee } from '../seeing.ts';
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
  return {
    reply:
      language === 'ar'
        ? 'بكل سرور. أي عقار تريد معاينته؟ اذكر رقمه مع اليوم، مثل «معاينة prop-0043 يوم الجمعة»، أو قل ما تبحث عنه فأعرض عليك ما لدينا.'
        : 'Gladly. Which property is to be seen? Name its id with the day, such as “can I see prop-0043 on Friday?”, or tell me what you look for, and I list what there is.',
  };
};

/** One was named, or told of, or is said by its place or by who shows it. */
function knowsHome({ message, said, replied, earlier, picked }: RoutineTurn): boolean {
  if (picked !== undefined || namesPlace(normalizedWords(message.text))) return true;
  if (agentsNamed(message).length > 0) return true;
  if (earlier.some((call) => ID.test(JSON.stringify([call.arguments, call.result?.data ?? null]))))
    return true;
  return [message.text, ...said, ...replied].some((one) => ID.test(one));
}
