import type { OfflineMessage, RoutineTurn } from '#pack-kit';
import { wishedTime } from '../reading/wished-call.ts';
import { getBookingLink } from '../tools/get-booking-link.tool.ts';

const FREE = String.raw`(?:free|available|open|suit\w*|possible|left|work)`;
const TIMES = String.raw`(?:time ?slots?|slots?|times|openings?|availabilit\w+|appointments?|dates|days|hours|(?:${FREE} )(?:times?|dates?|days?|hours?|slots?|appointments?))`;
/** "When are you free next week?", and not "when does it pay off?". */
const WHEN_FREE = String.raw`(?:${FREE}|works|suits|best|good|be|have|got|take|a|an|any|some|time|slot|in|around|there|to|do|can|you|me|us|we|for|with|call|calls|talk|speak|meet|chat|meeting|next|this|week|month|today|tomorrow|on|please)`;
const ASKS_TIMES = new RegExp(
  [
    String.raw`^(?:(?:so|ok|okay|and|hi|hello|please|can|could|would|you|i|we|me|us) )*(?:what|which|any|show|list|see|send|give|do you have|have you got|are there)(?: (?:me|us|are|is|the|your|some|other|any|all|of))* ${TIMES}(?: (?:do|have|has|are|is|you|the consultant|got|there|for|a|an|the|me|us|to|${FREE}|call|meeting|chat|talk|consultation|workshop|next|this|week|month|tomorrow|on|in))*$`,
    String.raw`^(?:(?:so|ok|okay|and) )*(?:when|what (?:day|time|date)s?) (?:is|are|do|does|would|could|can|works?|suits?) (?:you|the consultant|he|she|they|it|for you)(?: ${WHEN_FREE})*$`,
    String.raw`\b(?:your|the consultant s|(?:see|show|open|check|send|share|look at|is)(?: (?:me|us))? the) (?:calendar|availability|free slots?|opening hours|office hours)\b`,
    String.raw`(?:مواعيد|اوقات|ايام)\p{L}*(?: \p{L}+)? (?:ال)?(?:متاح|متوفر|فاضي|فارغ|عندكم|لديكم|لديك|عندك)\p{L}*|(?:متاح|متوفر)\p{L}* (?:من )?(?:ال)?(?:مواعيد|اوقات)|^(?:ما|شو|وش|ايش|اعرض|هات) (?:هي )?(?:لي )?(?:ال)?(?:مواعيد|اوقات)\p{L}*`,
  ].join('|'),
  'u',
);
/** Times of others: what a visitor's customers book, or a system keeps. */
const OF_OTHERS =
  /\b(?:our|my|their|customers?|clients?|patients?|users?|guests?|hours (?:a|per) (?:week|day|month)|lose|waste|crm|system|bot|app)\b|عملا|زباين|مرضي|نظام|نضيع|نخسر/u;

/** "What time slots do you have?": which times are free, of whatever call. */
export function asksForTimes({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return ASKS_TIMES.test(normalized) && !OF_OTHERS.test(normalized);
}

const MOVES =
  /(?<!\p{L})(?:move|change|shift|postpone|reschedule|push|switch|delay|put|bring|cancel|call off|make)(?!\p{L})|(?<!\p{L})(?:غير|غيري|انقل|اجل|اجلي|حول|الغ|الغي|بدل|قدم|نقل|تغيير|تاجيل|الغا)(?!\p{L})/u;
const CALL =
  /\b(?:call|meeting|appointment|booking|consultation|session|slot)\b(?! (?:notes?|cent(?:er|re)s?|data|minutes|logs?|requests?|systems?|reminders?|process\w*|lists?|rooms?)\b)|مكالم|موعد|اجتماع|لقا|حجز/u;
const OTHER_THINGS =
  /\b(?:rate|hours|people|prices?|syllabus|memo|mail|summary|proposal|diagram|data|invoices?|files?)\b|سعر|ساعات|موظف|منهج|مذكره|بريد|ملخص|فواتير/u;
/** Where no call was spoken of: "cancel my call", and not "the meeting makes us late". */
const MOVES_ONE =
  /\breschedul|\b(?:move|change|shift|postpone|push|switch|delay|cancel|call off)(?: (?:back|up|off))? (?:my|our|the) (?:\p{L}+ )?(?:call|meeting|appointment|booking|consultation|session|slot)\b|موعد|مكالم/u;
const MAX_WORDS = 12;

/** "Move it to Friday", "I need to reschedule my call": another time for what was spoken of, though nothing is booked here. */
export function movesCall({ message, earlier }: RoutineTurn): boolean {
  const { normalized, text } = message;
  if (!MOVES.test(normalized) || OTHER_THINGS.test(normalized)) return false;
  if (normalized.split(' ').length > MAX_WORDS) return false;
  const { day, time } = wishedTime(text);
  const isSpokenOf = earlier.some(({ tool }) => tool === getBookingLink.name);
  const namesCall = CALL.test(normalized);
  return isSpokenOf ? namesCall || (day ?? time) !== undefined : namesCall && MOVES_ONE.test(normalized);
}

/** Asked where a solution is not told (`salesConstraint`). */
export const OFFERS_TALK = {
  en: 'Would you like to talk about it with the consultant?',
  ar: 'هل تود أن تتحدث عن ذلك مع المستشار؟',
};

/** "Yes" to the question whether to talk to the consultant. */
export function takesOffer({ smallTalk, message, replied }: RoutineTurn): boolean {
  const last = replied.at(-1) ?? '';
  const isOffered = last.includes(OFFERS_TALK.en) || last.includes(OFFERS_TALK.ar);
  return isOffered && smallTalk === 'agreement' && !REFUSES.test(message.normalized);
}

const REFUSES = /\b(?:no|nope|not)\b|(?<!\p{L})لا(?!\p{L})/u;
