import { anySpelling } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { industryName } from '../industries.ts';
import { withoutContact } from '../reading/contact.ts';
import { lostHoursIn } from '../reading/lost-hours.ts';
import { readProfile, type ToldProfile } from '../reading/profile.ts';
import { stillAsked } from './counting-answers.ts';
import { offeredCall } from './offered-call.ts';

/** As a person is told what was understood of them. */
const NAMED: Record<'en' | 'ar', Partial<Record<keyof ToldProfile, string>>> = {
  en: {
    name: 'your name',
    email: 'your e-mail address',
    company: 'your company',
    role: 'your role',
    industry: 'your industry',
    website: 'your website',
    teamRoles: 'your team',
    techStack: 'your technology',
    painPoint: 'your problem',
    currentState: 'how far you are with AI',
  },
  ar: {
    name: 'اسمك',
    email: 'بريدك الإلكتروني',
    company: 'شركتك',
    role: 'دورك',
    industry: 'قطاعك',
    website: 'موقعكم',
    teamRoles: 'فريقك',
    techStack: 'تقنياتك',
    painPoint: 'مشكلتك',
    currentState: 'أين وصلتم مع الذكاء الاصطناعي',
  },
};

/** Goes on with what leads to a call. */
const QUESTION = {
  en: {
    thenSays: 'Then I can say what that costs.',
    also: 'I can also show examples, name prices, or',
    only: 'I can show examples, name prices, or',
  },
  ar: {
    thenSays: 'عندها أستطيع أن أقول كم يكلفكم ذلك.',
    also: 'وأستطيع أيضا أن أعرض أمثلة، أو أذكر الأسعار، أو',
    only: 'أستطيع أن أعرض أمثلة، أو أذكر الأسعار، أو',
  },
};

/** The question stands right above: it is not asked once more, and what is not known here is for the consultant. */
function askedBefore(turn: RoutineTurn, opening: string): string {
  const arabic = turn.message.language === 'ar';
  const isTold = tellsOfWork(turn.message.text) || Object.keys(readProfile(turn.message.text)).length > 0;
  if (isTold) return [opening, stillAsked(turn)].filter(Boolean).join(' ');
  return arabic
    ? `لا أعرف ذلك هنا، وهو سؤال للمستشار: أستطيع أن ${offeredCall(turn)}.`
    : `That I do not know here; it is a question for the consultant: I can ${offeredCall(turn)}.`;
}

/** A statement of themselves and their work, and no question. */
const TELLS_OF_THEMSELVES = anySpelling(
  /^(?!(?:can|could|will|would|should|do|does|did|is|are|what|how|when|where|who|which|why|tell|show|give|send|please|هل|ماذا|ما|كيف|متى|أين|من|كم|لماذا)(?!\p{L}))(?=[^?؟]*$)(?=(?:\S+\s+){3}).*(?:\b(?:we|our|us|i|my|i'm|i've|we're|we've)\b|(?<!\p{L})(?:نحن|لدينا|عندنا|شركتنا|فريقنا|عملنا|أنا|لدي|عندي|تصلنا|نستقبل)(?!\p{L}))/iu,
);

/** Of themselves, or how many they are and what time they lose, in however few words: "we are 12". */
function tellsOfWork(text: string): boolean {
  return TELLS_OF_THEMSELVES.test(text) || (!/[?؟]/.test(text) && Object.keys(lostHoursIn(text)).length > 0);
}

/** Of those who are asked: nothing else here is known of them. */
const ASKS_OF_COMPANY =
  /^(?:(?:and|so|but|ok|okay|hi|hello) )*(?:(?:are|were) you|(?:do|does|did|have|has) (?:you|your \p{L}+)|(?:how|what|which|who|when|where|why)(?: \p{L}+){0,4} (?:do|does|did|are|is|have|has|were) (?:you|your \p{L}+)|who (?:would|will|does) (?:\p{L}+ )?(?:do|deliver|run|teach|lead|give|hold|build)|is your|(?:how|what|who) (?:is|are) your)\b(?!.*\b(?:help|we|us|our|me|my|think|recommend|suggest|mean)\b)|^و?(?:هل )?(?:لديكم|عندكم|انتم) |^و?(?:كم|متي|ما|من) \p{L}+كم(?!\p{L})/u;

function partsOf(told: Readonly<Record<string, unknown>>, language: 'en' | 'ar'): string[] {
  return Object.entries(NAMED[language]).flatMap(([field, title]) => {
    const value = told[field];
    if (typeof value !== 'string') return [];
    return [`${title}: ${field === 'industry' ? industryName(value, language) : value}`];
  });
}

const LAST_QUESTION = /([^.!?؟\n]+[?؟])\s*$/u;

/** Who writes, told where something else was asked, is noted; the question stands. */
export const noteWhoWrites: OfflineRoutine = ({ agent, message, replied, calls, byStaff }) => {
  if (agent === 'admin' || byStaff || calls.length > 0) return undefined;
  const { text } = message;
  const told = readProfile(text);
  const question = LAST_QUESTION.exec(replied.at(-1) ?? '')?.[1]?.trim();
  if (
    !question ||
    !(told.name ?? told.email) ||
    /\p{L}/u.test(withoutContact(text).replace(/\band\b/giu, ''))
  )
    return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const { name: _name, ...rest } = told;
  const parts = partsOf(told.name === undefined ? told : rest, language);
  const noted = parts.join(language === 'ar' ? '، ' : ', ');
  const named = told.name ? (language === 'ar' ? ` ${told.name}` : `, ${told.name}`) : '';
  const thanks =
    language === 'ar'
      ? `شكرا${named}.${noted ? ` سجلت ${noted}.` : ''}`
      : `Thank you${named}.${noted ? ` I have noted ${noted}.` : ''}`;
  return { reply: `${thanks} ${question}` };
};

const ASKS_WHAT_IS_NOTED =
  /\bwhat (?:else )?(?:do|did|have) you (?:(?:already|actually|now|still|currently) )?(?:know|remember|note|noted|store|stored|save|saved|have|learn|learned|got|keep)(?: (?:down|stored|noted|saved|on record|so far))? (?:about|of|on) (?:me|us|my company|our company)$|\bwhat (?:information|data|details) (?:do|have) you (?:have|got|keep|hold|store|stored) (?:about|on|of) (?:me|us)$|\bdo you (?:still )?(?:remember|know) (?:me|us|who i am|my name)$|^(?:و)?(?:ماذا|ما الذي|شو|ايش|وش|هل) (?:تعرف|تعرفون|تتذكر|تذكر|سجلت|تتذكرون)(?: \p{L}+)? ?(?:عني|عنا|علي|اسمي)$|^(?:هل )?(?:تتذكرني|تذكرني|تعرفني)$/u;

/** "What do you know about me?": all that was noted, here and in talks before. */
export const tellNoted: OfflineRoutine = ({ agent, message, said, known, calls, byStaff }) => {
  if (agent === 'admin' || byStaff || calls.length > 0) return undefined;
  if (!ASKS_WHAT_IS_NOTED.test(message.normalized)) return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const told = said.map(readProfile).reduce((all, one) => ({ ...all, ...one }), {});
  const noted = partsOf({ ...told, ...known }, language).join(language === 'ar' ? '، ' : ', ');
  if (noted) return { reply: language === 'ar' ? `سجلت ${noted}.` : `I have noted ${noted}.` };
  return {
    reply:
      language === 'ar'
        ? 'لم أسجل عنك شيئا بعد.'
        : 'Nothing is noted of you yet: neither your name nor your company.',
  };
};

/** What asks for no tool is a visitor who tells of themselves, or does not know yet what to ask for: the talk goes on. */
export const getToKnow: OfflineRoutine = (turn) => {
  const { agent, message, nothingFits, replied } = turn;
  if (!nothingFits || agent === 'admin') return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const parts = partsOf({ ...readProfile(message.text) }, language);
  const noted = parts.join(language === 'ar' ? '، ' : ', ');
  const unsure = tellsOfWork(message.text)
    ? { en: 'I see, thank you for telling me.', ar: 'فهمت، شكرا على التوضيح.' }
    : {
        en: 'I am not sure yet how I can help with that.',
        ar: 'لست متأكدا بعد كيف أستطيع المساعدة في ذلك.',
      };
  const opening =
    parts.length === 0 ? unsure : { en: `Thank you, I have noted ${noted}.`, ar: `شكرا، سجلت ${noted}.` };
  if (parts.length === 0 && ASKS_OF_COMPANY.test(message.normalized))
    return { reply: askedBefore(turn, opening[language]) };
  const asked = stillAsked(turn);
  if (asked !== undefined && replied.at(-1)?.includes(asked))
    return { reply: askedBefore(turn, opening[language]) };
  const costs = asked && `${asked} ${QUESTION[language].thenSays}`;
  return {
    reply: [opening[language], costs, QUESTION[language][costs ? 'also' : 'only'], `${offeredCall(turn)}.`]
      .filter(Boolean)
      .join(' '),
  };
};
