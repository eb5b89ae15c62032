import { categoryByCues, importanceByCues, NOTING_PREFIXES } from './insight-cues.ts';
import { normalizedWords, normalizeText } from '#text';
import { MIN_WORDS, tellingPart, type Saying } from './clauses.ts';
import type { ExtractedInsights, ExtractionInput } from './extraction-schema.ts';

const MAX_CHARACTERS = 1_000;
const USUAL_IMPORTANCE = 5;

const PERSON = '(?:i|we|he|she|they|my \\w+|our \\w+|his \\w+|her \\w+)';
/** What people say of themselves and of those around them that is worth keeping. On folded text. */
const TELLING = [
  // Tastes and needs.
  `\\b${PERSON} (?:\\w+ )?(?:likes?|loves?|prefers?|enjoys?|adores?|hates?|dislikes?|cannot stand|can t stand|wants?|needs?|must|has to|have to|avoids?|refuses?)\\b`,
  `\\b${PERSON} (?:do|does|did|would|will) (?:not|never|n t) (?:\\w+ )?(?:like|want|need|buy|accept|live|move|sell)\\b`,
  `\\b(?:i|we) (?:don t|do not|won t|can t|cannot|never|d like|would like|d prefer|would prefer)\\b`,
  `\\bmy (?:favourite|favorite)\\b`,
  // Objections.
  `\\b(?:too|very) (?:expensive|small|big|far|noisy|dark|slow|old|risky)\\b`,
  `\\b(?:worried|afraid|concerned|not sure|doubt)\\b`,
  // Deadlines.
  `\\b(?:before|by|until) (?:the )?(?:end|start|beginning|next|this|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|easter|\\d)`,
  `\\b(?:deadline|moves?|moving|relocat\\w+) .*\\b(?:in|on|next|before|by)\\b`,
  // Reasons.
  `\\b(?:i|we|my|our|he|she|they)\\b.* (?:because|since my|since our|so that)\\b`,
  // People who have a say.
  `\\bmy (?:wife|husband|partner|brother|sister|father|mother|boss|lawyer|bank|son|daughter|team)\\b`,
  // Arabic, folded: ه for ة, ي for ى, ا for أ.
  '(?:^| )و?(?:احب|نحب|يحب|تحب|افضل|نفضل|يفضل|تفضل|اكره|نكره|يكره|تكره|اريد|نريد|احتاج|نحتاج|يحتاج|تحتاج|يجب|لا بد|ارفض|نرفض)(?: |$)',
  '(?:^| )(?:لا|لن) (?:احب|اريد|افضل|اقبل|نريد|نحب|نقبل|استطيع|يناسب\\S*)(?: |$)',
  '(?:^| )(?:غالي|غاليه|بعيد|بعيده|صغير جدا|صغيره جدا|قلق|قلقه|متردد|متردده|خايف)(?: |$)',
  '(?:^| )(?:قبل|حتي|خلال|بحلول) (?:نهايه|بدايه|شهر|الصيف|الشتاء|رمضان|العيد|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر|\\d)',
  '(?:^| )(?:بسبب|لان\\S*|لاني|لاننا)(?: |$)',
  '(?:^| )و?(?:زوجتي|زوجي|اخي|اختي|ابي|والدي|والدتي|امي|شريكي|مديري|ابني|ابنتي|اولادي)(?: |$)',
].map((pattern) => new RegExp(pattern, 'u'));

const WANTS_DONE =
  '(?:want|need|like|have) (?:you )?to (?:see|view|know|ask|talk|speak|book|schedule|cancel|change|check|get|hear|find|send|call|arrange|make an appointment)\\b';
/** Wishes of the moment, to be done and not to be kept: how a sentence begins that asks for something. */
const REQUEST = new RegExp(
  [
    `\\b${WANTS_DONE}`,
    '^(?:please|can|could|would|show|find|search|look|list|send|book|schedule|cancel|call|tell|give|what|which|where|who|why|how|is|are|do|does)\\b',
    // "When I retire, I want a garden" asks nothing.
    '^when\\b(?! (?:i|we|he|she|they|my|our|the)\\b)',
    '^(?:do|have) you\\b|^got any\\b',
    '^(?:اعرض|ارني|اريد ان (?:اري|اعرف|احجز|اسال)|ارسل|احجز|هل|ما|ماذا|متي|اين|كيف|كم|عندكم|لديكم)(?: |$)',
  ].join('|'),
  'u',
);

/**
 * Where a sentence turns to who reads it. Less than begins one, since "who hates noise", "when the children are at school"
 * and "doorman too" go on with what was told.
 */
const TURN_TO_READER = new RegExp(
  [
    `^(?:(?:and|but|so) )?(?:i|we)(?: (?:would|d|also|just|really))* ${WANTS_DONE}`,
    // By itself it is only polite: "I want a garden, please, with trees".
    '^(?:(?:and|but|so) )?(?:please|kindly) ',
    '^(?:(?:and|but|so) )?(?:(?:show|find|send) |(?:call|give|let|tell) (?:me|us)\\b|(?:book|schedule|arrange|cancel|list|check|search|look) (?:me|us|the|an?|it|them|some|all|any|what|whatever|if|for|your|this|these|those)\\b)',
    '^(?:(?:and|but|so) )?(?:can|could|would|will|do|did|have|are|may|should) (?:you|i|we)\\b|^(?:is|are) (?:there|it)\\b|^got any\\b',
    '^(?:(?:and|but|so) )?(?:what|how|how much|how many|when|where|which \\w+) (?:do|does|can|could|would|will|should|have|are) (?:you|i|we)\\b',
    '^(?:what|how much|how many) (?:is|are|does|do|would|will|can|could)\\b|^(?:what|how) about\\b|^any (?:ideas?|options?|suggestions?|recommendations?|advice|offers?|news)\\b',
    '^(?:many )?(?:thanks|thank you)(?: (?:so|very) much| a lot| in advance)?$',
    '^و?(?:(?:اعرض|ارني|ارسل|احجز|اخبرني|هل|عندكم|لديكم)(?: |$)|(?:من فضلك|لو سمحت) )',
    '^و?(?:اريد ان (?:اري|اعرف|احجز|اسال)|(?:ما|ماذا) (?:هو|هي|لديكم|عندكم|السعر|رايك|رايكم)|كم (?:السعر|سعر|ثمن))(?: |$)',
    '^شكرا(?: جزيلا| لك| لكم)*$',
  ].join('|'),
  'u',
);

/** "Call me only in an emergency" says how somebody wants it at all times. */
const STANDING_REQUEST =
  /^(?:(?:and|but|so) )?(?:please|kindly|show|find|send|call|give|let|tell|book|schedule|arrange|cancel|list|check|search|look)\b.* (?:only|instead|never|always|(?<!or )not)\b|^و?(?:اعرض|ارني|ارسل|احجز|اخبرني|من فضلك|لو سمحت) (?:.* )?فقط(?: |$)/u;

/** What is looked for now. Who looks is kept in what is told beside it: "we are looking for a flat because our lease ends". */
const WISH_OF_NOW =
  /^(?:(?:and|but|so) )?(?:(i|we) (?:(?:m|am|re|are) (?:(?:now|still|currently|just) )?(?:looking|searching|hunting)|(?:need|want) (?:your )?help)|looking|searching|hunting)\b|^(?:ا|ن)(?:بحث|دور) (?:عن|علي)(?= |$)/u;
/** أبحث is "I search", ابحث without the hamza "search!". */
const SEARCH_COMMAND = /^ابحث(?:\s|$)/u;

/** "…, right?", "…, don't I?", "…, صحيح؟" asks what stands before it. */
const TAG =
  /^(?:right|correct|true|yes|no|ok|okay|or not|(?:isn|aren|don|doesn|didn|won|wouldn|can|couldn|shouldn|mustn|haven|hasn) t (?:it|that|he|she|they|we|i|you)|(?:is|do|does|should|must) (?:it|that|he|she|they|we|i)(?: (?:right|correct|true|ok|okay))?|صح|صحيح|اليس كذلك)$/u;

/** What the last message tells, each sentence in its own words: nothing is made up. */
export function extractByRules({ messages }: Pick<ExtractionInput, 'messages'>): ExtractedInsights {
  const text = messages.at(-1)?.text ?? '';
  const told = sentencesOf(text)
    .filter((sentence) => sentence.length <= MAX_CHARACTERS && !asksWhatIf(sentence))
    .flatMap(
      (sentence) => tellingPart(withoutNoting(sentence), { saying: sayingOf, fold: normalizeText }) ?? [],
    );
  return {
    insights: told.slice(0, 8).map((sentence) => ({
      text: sentence,
      category: categoryByCues(sentence),
      importance: importanceByCues(sentence) ?? USUAL_IMPORTANCE,
      replaces: [],
      until: null,
    })),
  };
}

/** False for a message of which it is certain that it tells nothing of a person: no model has to be asked. */
export function mayTell(text: string): boolean {
  return sentencesOf(text).some((sentence) => {
    const words = normalizedWords(sentence);
    if (words.length < MIN_WORDS || isQuestion(sentence)) return false;
    return !isEnglish(sentence, words) || OF_PERSONS.test(words.join(' '));
  });
}

/**
 * Words of English that stand in requests. Some are words of other languages too (Dutch "of", Danish "for"), so that one
 * alone tells nothing (Danish "send", Portuguese "compare" and "generate", Swedish "log").
 */
const ONLY_ENGLISH = new Set(
  `the with near below show find please about this that there which what how does you your bedrooms flats houses villas apartments prices
   book schedule reschedule draft cancel tomorrow today tonight yesterday morning afternoon evening viewing viewings`.split(
    /\s+/,
  ),
);
const ENGLISH = new Set([
  ...ONLY_ENGLISH,
  ...`of for to at under over up are and give list search from by more it any some do can bedroom flat house villa apartment price
   send generate compare log offer deal deals contract lead contact`.split(/\s+/),
]);

function isEnglish(sentence: string, words: readonly string[]): boolean {
  if (!/^[\p{Script=Latin}\P{L}]*$/u.test(sentence)) return false;
  const known = words.filter((word) => ENGLISH.has(word));
  return known.some((word) => ONLY_ENGLISH.has(word)) || known.length > 1;
}

const OF_PERSONS =
  /\b(?:i|im|ive|id|we|my|mine|our|ours|me|us|he|she|they|his|her|hers|him|their|them|kids?|child|children|wife|husband|partner|family|parents?|mother|father|son|daughter|dogs?|cats?|wheelchair|too|must|because|before|until|deadline)\b/;

function sayingOf(clause: string, place: 'first' | 'later'): Saying {
  const folded = normalizeText(clause);
  if (isQuestion(clause)) return TAG.test(folded) ? 'tag' : 'asks';
  if (SEARCH_COMMAND.test(clause)) return 'asks';
  if (WISH_OF_NOW.test(folded)) {
    const sought = folded.replace(WISH_OF_NOW, '$1');
    return isTelling(sought) || /\b(?:must|because)\b/.test(sought) ? 'tells' : 'searches';
  }
  const asks =
    place === 'first' ? REQUEST.test(folded) : TURN_TO_READER.test(folded) && !STANDING_REQUEST.test(folded);
  if (asks) return 'asks';
  return isTelling(folded) ? 'tells' : 'neither';
}

const isTelling = (folded: string) =>
  folded.split(' ').length >= MIN_WORDS && TELLING.some((pattern) => pattern.test(folded));

/** "If I don't want the pool, can it go?" supposes it alone. */
function asksWhatIf(sentence: string): boolean {
  return (
    isQuestion(sentence) &&
    /^(?:and |but |so )?(?:if|when|whether|unless|suppose|what if)\b|^و?(?:لو|اذا|ان)(?: |$)/.test(
      normalizeText(sentence),
    )
  );
}

const isQuestion = (sentence: string) => /[?؟]\s*$/.test(sentence);

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?؟。])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** "Remember that …" is kept without the asking, as the tool keeps it: told twice it is one insight. */
function withoutNoting(sentence: string): string {
  const lower = sentence.toLowerCase();
  const prefix = NOTING_PREFIXES.find((noting) => lower.startsWith(`${noting} `));
  return prefix ? sentence.slice(prefix.length).trim() : sentence;
}
