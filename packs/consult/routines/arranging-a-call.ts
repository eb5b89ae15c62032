import { picksTime } from '#text';
import { type OfflineMessage, type OfflineRoutine, type RoutineCall, type RoutineTurn } from '#pack-kit';
import { nameAnswered } from '../reading/bare-name.ts';
import { wishedTime } from '../reading/wished-call.ts';
import { cannotBook, getBookingLink } from '../tools/get-booking-link.tool.ts';
import { asksToTalk, cancelsCall, refusesCall } from './asking-to-talk.ts';
import { asksForTimes, movesCall, takesOffer } from './times-of-a-call.ts';
import { noted, reachedBy, reachedIn, thanks } from './whom-to-reach.ts';

/** By what the reply is told apart that notes something beside the link. */
const BESIDE = { en: 'is chosen by yourself on this page', ar: 'تختاره بنفسك في هذه الصفحة' };

/** Who would like to talk gets the booking link; without one, name and address are asked for and noted. */
export const arrangeCall: OfflineRoutine = (turn) => {
  const { message, calls, agent } = turn;
  if (agent === 'admin' || turn.byStaff) return undefined;
  const [made, ...others] = calls;
  if (made) return made.tool === getBookingLink.name && others.length === 0 ? worded(turn, made) : undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  if (cancelsCall(message)) return { reply: CANCELS_NOTHING[language] };
  // What is asked for instead is answered by who knows it.
  if (refusesCall(message)) return asksBeside(message) ? undefined : { reply: NO_CALL[language] };
  const pending = noted(turn) ?? beside(turn);
  if (pending) return pending;
  if (!wantsCall(turn)) return undefined;
  return { calls: [{ tool: getBookingLink.name, arguments: meetingOf(message) }] };
};

/** "Don't call me, just tell me the price": more than the refusal. */
function asksBeside({ text }: OfflineMessage): boolean {
  return text
    .split(/[,،.;!?؟]|\bbut\b|\bjust\b|(?<!\p{L})(?:بس|لكن|فقط)(?!\p{L})/u)
    .some((clause) => ASKS.test(clause) && !refusesCall({ text: clause }));
}
const ASKS =
  /\b(?:what|how|which|who|where|show|tell|give|send|draft|write|explain|price|cost)\b|كم|ما هي|ما هو|اعرض|أعطني|اعطني|قل|أخبرني|اكتب|سعر|شو/iu;

const CANCELS_NOTHING = {
  en: 'I cannot cancel or change a booking from here, and I have changed nothing. Use the link in the confirmation that you got when you booked, or answer that mail.',
  ar: 'لا أستطيع إلغاء حجز أو تغييره من هنا، ولم أغير شيئا. استخدم الرابط في رسالة التأكيد التي وصلتك عند الحجز، أو رد على تلك الرسالة.',
};

const NO_CALL = {
  en: 'All right, nobody will call you. You can go on asking me here.',
  ar: 'حسنا، لن يتصل بك أحد. يمكنك متابعة السؤال هنا.',
};

/** Asks to talk, when that could be, for another time, or takes up the offer of it. */
function wantsCall(turn: RoutineTurn): boolean {
  const { message } = turn;
  return (
    asksToTalk(message) ||
    asksForTimes(message) ||
    asksForTime(turn) ||
    picksUnlisted(turn) ||
    movesCall(turn) ||
    takesOffer(turn)
  );
}

const AROUND_A_TIME =
  /(?<!\p{L})(?:how|about|what|and|is|does|would|ok|so|instead|rather|maybe|و?ماذا|عن|و?هل|ينفع|طيب)(?!\p{L})/gu;

/** "How about Tuesday?" once a call was spoken of. */
function asksForTime({ message, earlier }: RoutineTurn): boolean {
  const spokenOf = earlier.some(({ tool }) => tool === getBookingLink.name);
  const { day, time } = wishedTime(message.text);
  const rest = message.normalized.replace(AROUND_A_TIME, ' ').replace(/\s+/g, ' ').trim();
  return spokenOf && (day ?? time) !== undefined && picksTime({ normalized: rest });
}

function meetingOf({ normalized }: OfflineMessage): { meetingType: string } {
  if (/\bwork ?shop\b|ورشه/.test(normalized)) return { meetingType: 'workshop' };
  if (/\bstrategy\b|استراتيجي/.test(normalized)) return { meetingType: 'strategy-call' };
  return { meetingType: 'consultation' };
}

const MAX_WORDS_OF_A_PICK = 7;

/** "The second one", where no times were listed that one could be picked of. */
function picksUnlisted({ message, place, picked, replied, lastCalls }: RoutineTurn): boolean {
  const isShort = message.normalized.split(' ').length <= MAX_WORDS_OF_A_PICK;
  const isOfCall = lastCalls.at(-1)?.tool === getBookingLink.name;
  return (
    isOfCall &&
    isShort &&
    place !== undefined &&
    picked === undefined &&
    !/^\d+\. /m.test(replied.at(-1) ?? '')
  );
}

/** What came of asking for the link, where the message asks for nothing else. */
function worded(turn: RoutineTurn, { result, arguments: given }: RoutineCall) {
  const { message } = turn;
  const { language } = message;
  const times = asksForTimes(message) ? NO_CALENDAR : picksUnlisted(turn) ? NONE_LISTED : undefined;
  const calendar = times ? `${times[language === 'ar' ? 'ar' : 'en']} ` : '';
  if (result?.success || result?.errorClass !== 'NOT_CONFIGURED') {
    const { reply } = getBookingLink.offline ?? {};
    const say = (language === 'ar' && reply?.ar) || reply?.en;
    return result?.success && say && wantsCall(turn)
      ? { reply: `${calendar}${say(result.data as never, given as never, message)}` }
      : undefined;
  }
  // A day of an earlier message may be about anything.
  const wished = wishedTime(message.text);
  const told = reachedBy(turn);
  const isReachable = (told.email ?? told.phone) !== undefined;
  const reached = isReachable ? told : { name: told.name, ...wished };
  const isKnown = [...Object.values(reached), turn.known.name].some((one) => one !== undefined);
  const isCall = wantsCall(turn);
  if (!isKnown) return isCall ? { reply: `${calendar}${cannotBook(language)}` } : undefined;
  if (!isReachable && !isCall && !asksForThatAlone(message)) return undefined;
  return { reply: `${calendar}${cannotBook(language, { asking: false })} ${thanks(turn, reached)}` };
}

const NONE_LISTED = {
  en: 'I have listed no times, as I do not see the calendar.',
  ar: 'لم أعرض عليك مواعيد لأنني لا أرى التقويم.',
};
const NO_CALENDAR = {
  en: 'I do not see the calendar, so I cannot list free times.',
  ar: 'لا أرى التقويم، فلا أستطيع عرض المواعيد المتاحة.',
};

/** "OK, book a call", "book it for Thursday", and no question beside it. */
function asksForThatAlone(message: OfflineMessage): boolean {
  return getBookingLink.offline?.applies?.(message) === true && !/[?؟]/.test(message.text);
}

/** An address or a number told after the link was given: noted, and the time is still chosen there. */
function beside(turn: RoutineTurn) {
  const { message, earlier, replied } = turn;
  const link = earlier.findLast(({ tool, result }) => tool === getBookingLink.name && result?.success);
  const { url } = (link?.result?.data ?? {}) as { url?: string };
  const told = reachedIn(message.text);
  const last = replied.at(-1) ?? '';
  if (!url || !last.includes(url) || /[?؟]/.test(message.text)) return undefined;
  // A time alone is an answer to the link; behind an address it goes on from there.
  const goesOn = Object.values(BESIDE).some((words) => last.includes(words));
  const name = told.name ?? (goesOn ? nameAnswered(message.text, last) : undefined);
  const address = told.email ?? told.phone;
  if (!address && !(goesOn && (name ?? told.day ?? told.time))) return undefined;
  const when = [told.day, told.time].filter(Boolean).join(' ');
  const noted = [name, address].filter(Boolean).join(message.language === 'ar' ? '، ' : ', ');
  return {
    reply:
      message.language === 'ar'
        ? `شكرا${noted ? `، سجلت ${noted}` : ''}. ${when ? `الموعد (${when}) ${BESIDE.ar}` : `الموعد ${BESIDE.ar}`}: ${url}\nلم أحجز شيئا.`
        : `Thank you${noted ? `, I have noted ${noted}` : ''}. ${when ? `The time (${when})` : 'The time'} ${BESIDE.en}: ${url}\nI have not booked anything.`,
  };
}
