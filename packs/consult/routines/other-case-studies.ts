import type { OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { industryIn } from '../industries.ts';
import {
  searchInternalCaseStudies,
  type FoundCaseStudies,
} from '../tools/search-internal-case-studies.tool.ts';

const { name: SEARCH } = searchInternalCaseStudies;
/** What the search takes. */
const MAX_QUERY = 200;
/** Names no subject, so that all cases fit. */
const ANY_CASE = 'examples';

/** A call that finds cases for a message. */
export function searchFor({ text }: RoutineTurn['message']) {
  const industry = industryIn(text);
  return { tool: SEARCH, arguments: { query: text.slice(0, MAX_QUERY), ...(industry && { industry }) } };
}

/** What a search found, in the words of the tool; undefined where it failed. */
export function tellFound(
  { result, arguments: given }: RoutineCall,
  message: RoutineTurn['message'],
): string | undefined {
  const { reply } = searchInternalCaseStudies.offline ?? {};
  const say = (message.language === 'ar' && reply?.ar) || reply?.en;
  return result?.success && say ? say(result.data as never, given as never, message) : undefined;
}

const isEmpty = ({ result }: RoutineCall) =>
  result?.success === true && (result.data as FoundCaseStudies).caseStudies.length === 0;

/** Where no case fits, that comes first; those that there are stand behind it, and none is made up. */
export const showOtherCases: OfflineRoutine = ({ message, calls, offered }) => {
  const [first, second] = calls;
  if (!first || calls.some(({ tool }) => tool !== SEARCH) || !isEmpty(first)) return undefined;
  if (!second)
    return offered.includes(SEARCH)
      ? { calls: [{ tool: SEARCH, arguments: { query: ANY_CASE } }] }
      : undefined;
  const others = tellFound(second, message);
  if (others === undefined) return undefined;
  return {
    reply: isEmpty(second) ? others : `${NONE[languageOf(message)](whomIn(message.text))}\n${others}`,
  };
};

const NONE = {
  en: (whom: string | undefined) =>
    `I have no case study ${whom === undefined ? 'that fits' : `for ${whom}`}, and I will not make one up. These are the others that there are:`,
  ar: (whom: string | undefined) =>
    `لا توجد لدي دراسة حالة ${whom === undefined ? 'مناسبة' : `عن ${whom}`}، ولن أختلق واحدة. هذه هي الحالات الأخرى:`,
};

const languageOf = ({ language }: RoutineTurn['message']) => (language === 'ar' ? 'ar' : 'en');

/** Whom a case is asked for, at the end of what is asked. */
const FOR_WHOM = [
  /\b(?:for|from|about|in|with|helped|served) ((?:the |an? |other |some )?(?:[\p{L}\d&'’-]+ ){0,2}?[\p{L}\d&'’-]+)[\s\p{P}]*$/iu,
  /(?<!\p{L})(?:عن|في|من|مع|على) ((?:\p{L}+ ){0,2}?\p{L}+)[\s\p{P}]*$/u,
  /(?<!\p{L})ل(ل\p{L}{3,})[\s\p{P}]*$/u,
];
/** They stand for anybody, or for what is asked itself. */
const NOBODY =
  /^(?:the |an? |other |some )*(?:us|me|it|this|that|you|others?|(?:compan|business|industr|client|customer|case|example|project)\p{L}*|work|past)$|^(?:شركات?|قطاعات?|عملاء?|جهات?)(?: (?:أخرى|اخرى|آخرين))?$|^قبل$/iu;

function whomIn(text: string): string | undefined {
  for (const pattern of FOR_WHOM) {
    const whom = pattern.exec(text.trim())?.[1];
    // "للمطاعم" is لـ and المطاعم.
    if (whom !== undefined && !NOBODY.test(whom)) return pattern === FOR_WHOM[2] ? `ا${whom}` : whom;
  }
  return undefined;
}

const GOES_ON = new RegExp(
  String.raw`^(?:(?:and|so|ok|okay|but|also|then) )*(?:(?:(?:what|how) about|(?:do|did) you (?:also )?have|have you got|(?:is|are) there|any|anything|something|one|some|the same|show me|give me|got) )*(?:(?:any|anything|something|one|some|else|like that|similar) )*(?:(?<whom>for|from) |(?:in|about|with|of) )?(?:(?:the|an?) )?(?!(?:me|us|it|that|this|you|them|now)$)\p{L}+(?: \p{L}+){0,3}$`,
  'u',
);
const GOES_ON_ARABIC = /^(?:و|طيب |هل |ماذا عن |شو عن |لديكم |عندكم |في |من |عن |لل)(?:\S+ ?){1,6}$/u;
const MAX_WORDS = 10;

/** "Any for hotels?", "وماذا عن البنوك؟" behind a list of cases asks for such cases. */
export const goOnWithCases: OfflineRoutine = ({ agent, message, nothingFits, calls, lastCalls, offered }) => {
  if (!nothingFits || agent === 'admin' || !offered.includes(SEARCH)) return undefined;
  if (!lastCalls.some(({ tool, result }) => tool === SEARCH && result?.success)) return undefined;
  const { text, normalized } = message;
  if (normalized.split(' ').length > MAX_WORDS) return undefined;
  const found = GOES_ON.exec(normalized);
  const isOfIndustry = (found !== null || GOES_ON_ARABIC.test(normalized)) && industryIn(text) !== undefined;
  if (!isOfIndustry && found?.groups?.['whom'] === undefined) return undefined;
  const made = calls.find(({ tool }) => tool === SEARCH);
  if (!made) return { calls: [searchFor(message)] };
  const reply = tellFound(made, message);
  return reply === undefined ? undefined : { reply };
};
