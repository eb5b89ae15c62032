import type { OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { asksWhatIsBooked } from '../asks-what-is-booked.ts';
import { asksToBook } from '../requests.ts';
import { forHome, timesTold } from '../times-told.ts';
import { WHICH_TIME } from '../check-calendar.questions.ts';
import { checkCalendar, type FreeTimes } from '../../tools/check-calendar.tool.ts';
import { scheduleViewing, type ScheduledViewing } from '../../tools/schedule-viewing.tool.ts';
import { momentName, titleName, type Wording } from '../../wording.ts';

/** Staff ask about the viewings of the office, which are on record. */
const OF_THE_OFFICE =
  /\b(?:viewings|today|tomorrow|week|month|agents?|contacts?|leads?)\b|المعاينات|اليوم|غدا|الاسبوع|الشهر/;
const WHY =
  /^(?:(?:but|and|ok|so) )*(?:why|why not|how come|what happened|what went wrong)(?: (?:not|is that|was that|did (?:it|that) (?:fail|not work)|didn t (?:it|that) work))?$|^(?:و|طيب )?(?:لماذا|ليش|ليه|لم لا|ماذا حدث|شو صار|وش صار)(?: لا| لم يحجز| ما حجز)?$/;
const CALENDARS: readonly string[] = [scheduleViewing.name, checkCalendar.name];

/** Free times as the tool gives them, or the program that stands in its place. */
type TimesNamed = Pick<FreeTimes, 'timezone'> & {
  slots: Parameters<typeof timesTold>[0];
  together?: boolean;
};

/** What was booked in the conversation; where nothing was, that it was not, and what stood in the way. */
export const whatIsBooked: OfflineRoutine = (turn) => {
  const { message, calls, byStaff, earlier } = turn;
  const { normalized } = message;
  if (calls.some(({ tool }) => tool !== 'tool_search')) return undefined;
  if (asksWhyNot(turn)) return { reply: nothingBooked(turn) };
  if (!asksWhatIsBooked(message.text)) return undefined;
  if (/\bprop \d|\bprop-\d/i.test(message.text) || (byStaff && OF_THE_OFFICE.test(normalized)))
    return undefined;
  const booked = earlier.filter(isBooked);
  if (booked.length === 0) return { reply: nothingBooked(turn) };
  const language = languageOf(turn);
  const lines = booked.map(({ result }) => bookedLine(result?.data as ScheduledViewing, language));
  const failed = lastAttempt(turn);
  const why = failed && !isBooked(failed) && !failed.result?.success ? reasonOf(failed, turn) : undefined;
  return {
    reply: [
      BOOKED[language],
      ...lines,
      ...(why === undefined ? [] : [`${NOT_THE_LAST[language]} ${why}`]),
    ].join('\n'),
  };
};

/** "Why?" behind a booking that failed. */
function asksWhyNot(turn: RoutineTurn): boolean {
  const last = turn.lastCalls.findLast(({ tool }) => CALENDARS.includes(tool));
  return WHY.test(turn.message.normalized) && last?.result?.success === false;
}

function isBooked({ tool, result }: RoutineCall): boolean {
  return tool === scheduleViewing.name && result?.success === true;
}

function lastAttempt({ earlier }: RoutineTurn): RoutineCall | undefined {
  return earlier.findLast(({ tool }) => CALENDARS.includes(tool));
}

function languageOf({ message }: RoutineTurn): Wording {
  return message.language === 'ar' ? 'ar' : 'en';
}

function bookedLine({ startsAt, timezone, property, agent }: ScheduledViewing, language: Wording): string {
  const when = momentName(new Date(startsAt), timezone, language);
  const title = titleName(property.title, language);
  return language === 'ar'
    ? `- معاينة ${title} (${property.id}) يوم ${when} (${timezone}) مع ${agent.name}`
    : `- Viewing of ${title} (${property.id}): ${when} (${timezone}), with ${agent.name}`;
}

function nothingBooked(turn: RoutineTurn): string {
  const language = languageOf(turn);
  const attempt = lastAttempt(turn);
  if (!attempt) return turn.said.some(asksToBook) ? NOTHING_AGREED[language] : NOTHING_HERE[language];
  if (!attempt.result?.success) return `${NOTHING[language]} ${reasonOf(attempt, turn)}`;
  const { slots, timezone, together } = attempt.result.data as TimesNamed;
  const times = timesTold(slots, timezone, language, { together });
  if (times.length === 0) return `${NOTHING[language]} ${NO_TIME[language]}`;
  const home = forHome(language, (attempt.arguments as { propertyId?: string }).propertyId);
  return [`${NOTHING[language]} ${ONLY_TIMES[language](home)}`, ...times, WHICH_TIME.question[language]].join(
    '\n',
  );
}

/** As the tool words it. */
function reasonOf({ tool, arguments: given, result }: RoutineCall, { message }: RoutineTurn): string {
  const tools = tool === scheduleViewing.name ? [scheduleViewing] : [checkCalendar, scheduleViewing];
  const [own] = tools.flatMap(
    ({ offline }) => (result && offline?.failure?.(result, given as never, message)) ?? [],
  );
  return own ?? (message.language === 'ar' ? FAILED_AR : (result?.error ?? ''));
}

const BOOKED = { en: 'Booked in this conversation:', ar: 'المحجوز في هذه المحادثة:' };
const NOT_THE_LAST = {
  en: 'The last one that you asked for is not booked.',
  ar: 'أما آخر ما طلبته فلم يُحجز.',
};
const NOTHING = { en: 'Nothing is booked.', ar: 'لم يُحجز شيء.' };
const ONLY_TIMES: Record<Wording, (home: string) => string> = {
  en: (home) => `I have only named free times${home} so far:`,
  ar: (home) => `ذكرت أوقاتا متاحة${home} فقط حتى الآن:`,
};
const NO_TIME = { en: 'There was no free time.', ar: 'لم يوجد وقت متاح.' };
const FAILED_AR = 'لم تنجح المحاولة الأخيرة.';
const NOTHING_AGREED = {
  en: 'Nothing is booked yet: a booking needs a home, by the number of its listing, a day and a time.',
  ar: 'لم يُحجز شيء بعد: يلزم للحجز رقم العقار ويوم ووقت.',
};
const NOTHING_HERE = {
  en: 'Nothing was booked in this conversation. What was arranged before it the office knows: say that you would like to speak with a person, and I leave them a note.',
  ar: 'لم يُحجز شيء في هذه المحادثة. وما اتفق عليه قبلها يعرفه المكتب: اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.',
};
