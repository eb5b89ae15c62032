import type { OfflineMessage, RoutineTurn } from '#pack-kit';
import { nameAnswered } from '../reading/bare-name.ts';
import { readProfile } from '../reading/profile.ts';
import { phoneIn, wishedTime } from '../reading/wished-call.ts';
import { ASKS_WHOM } from '../tools/get-booking-link.tool.ts';

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

export interface Reached {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  day?: string | undefined;
  time?: string | undefined;
}

/** The answer to the question whom to reach. */
export function noted(turn: RoutineTurn) {
  const { message, replied } = turn;
  const last = replied.at(-1) ?? '';
  const language = languageOf(message);
  const asked = [ASKS_WHOM, ASKS_WHO, ASKS_NAME, ASKS_ADDRESS, NOTED].some(
    (one) => last.includes(one[language]) || last.includes(one.en) || last.includes(one.ar),
  );
  if (!asked || /[?؟]/.test(message.text.replace(/\?\s*$/, ''))) return undefined;
  const told = reachedIn(message.text);
  const name = told.name ?? nameAnswered(message.text, last);
  if (!told.email && !told.phone && !told.day && !told.time && !name) return undefined;
  return { reply: thanks(turn, { ...reachedBy(turn), ...definedOf({ ...told, name }) }) };
}

/** Says what is noted, and asks for what is still missing. */
export function thanks({ message, known }: RoutineTurn, reached: Reached): string {
  const arabic = message.language === 'ar';
  const { email, phone } = reached;
  const name = reached.name ?? (typeof known.name === 'string' ? known.name : undefined);
  const when = withCapitals([reached.day, reached.time].filter(Boolean).join(arabic ? '، ' : ', '));
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

const DAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/g;

/** "next tuesday", as it is typed in a chat. */
function withCapitals(when: string): string {
  return when.replace(DAYS, (day) => day.charAt(0).toUpperCase() + day.slice(1));
}

/** All that was told so far of whom to reach and when; what was told last counts. */
export function reachedBy({ said, replied, message }: RoutineTurn): Reached {
  return [...said, message.text]
    .map((text, index) => {
      const told = reachedIn(text);
      return definedOf({
        ...told,
        name: told.name ?? nameAnswered(text, replied[index - 1]),
      });
    })
    .reduce<Reached>((all, one) => ({ ...all, ...one }), {});
}

export function reachedIn(text: string): Reached {
  const { name, email } = readProfile(text);
  return { name, email, phone: phoneIn(text), ...wishedTime(text) };
}

function definedOf(reached: Reached): Reached {
  return Object.fromEntries(Object.entries(reached).filter(([, value]) => value !== undefined));
}

const languageOf = ({ language }: OfflineMessage) => (language === 'ar' ? 'ar' : 'en');
