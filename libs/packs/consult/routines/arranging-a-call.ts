import {
  picksTime,
  type OfflineMessage,
  type OfflineRoutine,
  type RoutineCall,
  type RoutineTurn,
} from '#tools';
import { readProfile } from '../reading/profile.ts';
import { phoneIn, wishedTime } from '../reading/wished-call.ts';
import { asksToTalk } from './asking-to-talk.ts';
import { ASKS_WHOM, cannotBook, getBookingLink } from '../tools/get-booking-link.tool.ts';

/** By what the reply is told apart that has noted whom to reach. */
const NOTED = { en: 'Nothing is booked yet', ar: 'لم يُحجز شيء بعد' };
const ASKS_ADDRESS = {
  en: 'Which e-mail address or telephone number reaches you?',
  ar: 'ما البريد الإلكتروني أو رقم الهاتف الذي نصل به إليك؟',
};
/** Where the day is known. */
const ASKS_WHO = {
  en: 'Tell me your name and your e-mail address, and I note them for the consultant.',
  ar: 'اكتب لي اسمك وبريدك الإلكتروني لأسجلهما للمستشار.',
};
const ASKS_NAME = { en: 'May I have your name, too?', ar: 'وما اسمك من فضلك؟' };
/** By what the reply is told apart that notes something beside the link. */
const BESIDE = { en: 'is chosen by yourself on this page', ar: 'تختاره بنفسك في هذه الصفحة' };
const MAX_WORDS_OF_A_NAME = 4;
/** All around a name that an answer has besides it. */
const AROUND_A_NAME =
  /\b(?:my|name|is|i am|i'm|im|it's|this is|here|please|thanks?|thank you|sure|yes|ok|okay|and|e-?mail|mail|address|phone|number|at|on|the|for|to|me|you|can|reach|works?|is fine|would be|best)\b|(?<!\p{L})(?:اسمي|أنا|انا|بريدي|بريد|الإلكتروني|الالكتروني|إيميلي|ايميلي|رقمي|هاتفي|هو|و|من فضلك|شكرا|نعم|على|يوم|يناسبني)(?!\p{L})/giu;

interface Reached {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  day?: string | undefined;
  time?: string | undefined;
}

/** Who would like to talk gets the booking link; without one, name and address are asked for and noted. */
export const arrangeCall: OfflineRoutine = (turn) => {
  const { message, calls, agent } = turn;
  if (agent === 'admin' || turn.byStaff) return undefined;
  const [made, ...others] = calls;
  if (made) return made.tool === getBookingLink.name && others.length === 0 ? worded(turn, made) : undefined;
  const pending = noted(turn) ?? beside(turn);
  if (pending) return pending;
  if (!asksToTalk(message) && !asksForTime(turn)) return undefined;
  return { calls: [{ tool: getBookingLink.name, arguments: meetingOf(message) }] };
};

const AROUND_A_TIME =
  /(?<!\p{L})(?:how|about|what|and|is|does|would|ok|so|و?ماذا|عن|و?هل|ينفع|طيب)(?!\p{L})/gu;

/** "How about Tuesday?" once the link was given. */
function asksForTime({ message, earlier }: RoutineTurn): boolean {
  const given = earlier.some(({ tool, result }) => tool === getBookingLink.name && result?.success);
  const { day, time } = wishedTime(message.text);
  const rest = message.normalized.replace(AROUND_A_TIME, ' ').replace(/\s+/g, ' ').trim();
  return given && (day ?? time) !== undefined && picksTime({ normalized: rest });
}

function meetingOf({ normalized }: OfflineMessage): { meetingType: string } {
  if (/\bwork ?shop\b|ورشه/.test(normalized)) return { meetingType: 'workshop' };
  if (/\bstrategy\b|استراتيجي/.test(normalized)) return { meetingType: 'strategy-call' };
  return { meetingType: 'consultation' };
}

/** What came of asking for the link, where the message asks for nothing else. */
function worded(turn: RoutineTurn, { result, arguments: given }: RoutineCall) {
  const { message } = turn;
  if (result?.success || result?.errorClass !== 'NOT_CONFIGURED') {
    const { reply } = getBookingLink.offline ?? {};
    const say = (message.language === 'ar' && reply?.ar) || reply?.en;
    return result?.success && say && (asksToTalk(message) || asksForTime(turn))
      ? { reply: say(result.data as never, given as never, message) }
      : undefined;
  }
  // A day of an earlier message may be about anything.
  const wished = wishedTime(message.text);
  const told = reachedBy(turn);
  const isReachable = (told.email ?? told.phone) !== undefined;
  const reached = isReachable ? told : { name: told.name, ...wished };
  const isKnown = [...Object.values(reached), turn.known.name].some((one) => one !== undefined);
  if (!isKnown) return asksToTalk(message) ? { reply: cannotBook(message.language) } : undefined;
  if (!isReachable && !asksToTalk(message) && !asksForThatAlone(message)) return undefined;
  return { reply: `${cannotBook(message.language, { asking: false })} ${thanks(turn, reached)}` };
}

/** "OK, book a call", "book it for Thursday", and no question beside it. */
function asksForThatAlone(message: OfflineMessage): boolean {
  return getBookingLink.offline?.applies?.(message) === true && !/[?؟]/.test(message.text);
}

/** The answer to the question whom to reach. */
function noted(turn: RoutineTurn) {
  const { message, replied } = turn;
  const last = replied.at(-1) ?? '';
  const language = languageOf(message);
  const asked = [ASKS_WHOM, ASKS_WHO, ASKS_NAME, ASKS_ADDRESS, NOTED].some(
    (one) => last.includes(one[language]) || last.includes(one.en) || last.includes(one.ar),
  );
  if (!asked || /[?؟]/.test(message.text.replace(/\?\s*$/, ''))) return undefined;
  const told = reachedIn(message.text);
  const name = told.name ?? (asksWhom(last) ? bareName(message.text) : undefined);
  if (!told.email && !told.phone && !told.day && !told.time && !name) return undefined;
  return { reply: thanks(turn, { ...reachedBy(turn), ...definedOf({ ...told, name }) }) };
}

/** The reply asks for a name, or for whom to reach. */
function asksWhom(reply = ''): boolean {
  return [ASKS_WHOM, ASKS_WHO, ASKS_NAME, ASKS_ADDRESS].some(
    ({ en, ar }) => reply.includes(en) || reply.includes(ar),
  );
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
  const name = told.name ?? (goesOn ? bareName(message.text) : undefined);
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

/** Says what is noted, and asks for what is still missing. */
function thanks({ message, known }: RoutineTurn, reached: Reached): string {
  const arabic = message.language === 'ar';
  const { email, phone } = reached;
  const name = reached.name ?? (typeof known.name === 'string' ? known.name : undefined);
  const when = [reached.day, reached.time].filter(Boolean).join(arabic ? '، ' : ', ');
  const parts = [email, phone, when].filter(Boolean).join(arabic ? '، ' : ', ');
  const to = name ? (arabic ? ` ${name}` : `, ${name}`) : '';
  if (!email && !phone) {
    const so = when ? (arabic ? ` سجلت ${when}.` : ` I have noted ${when}.`) : '';
    const asks = name ? ASKS_ADDRESS : when ? ASKS_WHO : ASKS_WHOM;
    return arabic ? `شكرا${to}.${so} ${asks.ar}` : `Thank you${to}.${so} ${asks.en}`;
  }
  const missing = name ? '' : ` ${arabic ? ASKS_NAME.ar : ASKS_NAME.en}`;
  return arabic
    ? `شكرا${to}، سجلت للمستشار: ${parts}. ${NOTED.ar}؛ يجد المستشار ذلك في هذه المحادثة ويؤكد لك الموعد بنفسه.${missing}`
    : `Thank you${to}. I have noted for the consultant: ${parts}. ${NOTED.en}; the consultant finds this in the conversation and confirms the time with you.${missing}`;
}

/** All that was told so far of whom to reach and when; what was told last counts. */
function reachedBy({ said, replied, message }: RoutineTurn): Reached {
  return [...said, message.text]
    .map((text, index) => {
      const told = reachedIn(text);
      return definedOf({
        ...told,
        name: told.name ?? (asksWhom(replied[index - 1]) ? bareName(text) : undefined),
      });
    })
    .reduce<Reached>((all, one) => ({ ...all, ...one }), {});
}

function reachedIn(text: string): Reached {
  const { name, email } = readProfile(text);
  return { name, email, phone: phoneIn(text), ...wishedTime(text) };
}

function definedOf(reached: Reached): Reached {
  return Object.fromEntries(Object.entries(reached).filter(([, value]) => value !== undefined));
}

/** "Mara Lund" as an answer, with or without an address beside it. */
function bareName(text: string): string | undefined {
  const { day = '', time = '' } = wishedTime(text);
  const rest = [readAddress(text), phoneIn(text) ?? '', day, time]
    .filter(Boolean)
    .reduce((left, part) => left.replace(part, ' '), text)
    .replace(AROUND_A_NAME, ' ')
    .replace(/[^\p{L}\p{M}'’ -]/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const words = rest.split(' ');
  const isName =
    rest !== '' &&
    words.length <= MAX_WORDS_OF_A_NAME &&
    words.every((word) => /^(?:\p{Lu}|\p{Script=Arabic})/u.test(word));
  return isName ? rest : undefined;
}

const readAddress = (text: string) => /\S+@\S+/.exec(text)?.[0] ?? '';

const languageOf = ({ language }: OfflineMessage) => (language === 'ar' ? 'ar' : 'en');
