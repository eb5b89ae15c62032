import { anySpelling, type OfflineRoutine, type RoutineTurn } from '#tools';
import { industryName } from '../industries.ts';
import { readProfile, type ToldProfile } from '../reading/profile.ts';
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
  en: 'Which work takes your team the most time, how many hours a week, and how many people do it? Then I can say what that costs. I can also show examples, name prices, or',
  ar: 'ما العمل الذي يستهلك أكبر وقت من فريقكم، وكم ساعة أسبوعيا، وكم شخصا يقوم به؟ عندها أستطيع أن أقول كم يكلفكم ذلك. وأستطيع أيضا أن أعرض أمثلة، أو أذكر الأسعار، أو',
};

/** The question stands right above: it is not asked once more, and what is not known here is for the consultant. */
function askedBefore(turn: RoutineTurn, opening: string): string {
  const arabic = turn.message.language === 'ar';
  const isTold =
    TELLS_OF_THEMSELVES.test(turn.message.text) || Object.keys(readProfile(turn.message.text)).length > 0;
  if (isTold)
    return `${opening} ${arabic ? 'كم ساعة أسبوعيا يأخذ ذلك، وكم شخصا يقوم به؟' : 'How many hours a week does that take, and how many people do it?'}`;
  return arabic
    ? `لا أعرف ذلك هنا، وهو سؤال للمستشار: أستطيع أن ${offeredCall(turn)}.`
    : `That I do not know here; it is a question for the consultant: I can ${offeredCall(turn)}.`;
}

/** A statement of themselves and their work, and no question. */
const TELLS_OF_THEMSELVES = anySpelling(
  /^(?!(?:can|could|will|would|should|do|does|did|is|are|what|how|when|where|who|which|why|tell|show|give|send|please|هل|ماذا|ما|كيف|متى|أين|من|كم|لماذا)(?!\p{L}))(?=[^?؟]*$)(?=(?:\S+\s+){3}).*(?:\b(?:we|our|us|i|my|i'm|i've|we're|we've)\b|(?<!\p{L})(?:نحن|لدينا|عندنا|شركتنا|فريقنا|عملنا|أنا|لدي|عندي|تصلنا|نستقبل)(?!\p{L}))/iu,
);

/** What asks for no tool is a visitor who tells of themselves, or does not know yet what to ask for: the talk goes on. */
export const getToKnow: OfflineRoutine = (turn) => {
  const { agent, message, nothingFits, replied } = turn;
  if (!nothingFits || agent === 'admin') return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const told = readProfile(message.text);
  const parts = Object.entries(NAMED[language]).flatMap(([field, title]) => {
    const value = told[field as keyof ToldProfile];
    if (typeof value !== 'string') return [];
    return [`${title}: ${field === 'industry' ? industryName(value, language) : value}`];
  });
  const noted = parts.join(language === 'ar' ? '، ' : ', ');
  const unsure = TELLS_OF_THEMSELVES.test(message.text)
    ? { en: 'I see, thank you for telling me.', ar: 'فهمت، شكرا على التوضيح.' }
    : {
        en: 'I am not sure yet how I can help with that.',
        ar: 'لست متأكدا بعد كيف أستطيع المساعدة في ذلك.',
      };
  const opening =
    parts.length === 0 ? unsure : { en: `Thank you, I have noted ${noted}.`, ar: `شكرا، سجلت ${noted}.` };
  if (replied.at(-1)?.includes(QUESTION[language])) return { reply: askedBefore(turn, opening[language]) };
  return { reply: `${opening[language]} ${QUESTION[language]} ${offeredCall(turn)}.` };
};
