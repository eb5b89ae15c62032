import { categoryByCues, importanceByCues, NOTING_PREFIXES } from './insight-cues.ts';
import { normalizedWords, normalizeText } from '#text';
import type { ExtractedInsights, ExtractionInput } from './extraction-schema.ts';

const MAX_CHARACTERS = 1_000;
/** Shorter sentences contain no insight. */
const MIN_WORDS = 3;
const USUAL_IMPORTANCE = 5;

const PERSON = '(?:i|we|he|she|they|my \\w+|our \\w+|his \\w+|her \\w+)';
/** Statements of people about themselves and those around them. Matched against normalised text. */
const STATEMENTS = [
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

/** Sentences that are requests to the assistant, which are carried out and not stored. Matched against normalised text. */
const REQUEST = new RegExp(
  [
    '\\b(?:want|need|like|have) (?:you )?to (?:see|view|know|ask|talk|speak|book|schedule|cancel|change|check|get|hear|find|send|call|arrange|make an appointment)\\b',
    '\\b(?:need|want) (?:your )?help\\b',
    '^(?:please|can|could|would|show|find|search|look|list|send|book|schedule|cancel|call|tell|give|what|which|where|who|why|how|is|are|do|does)\\b',
    // "When I retire, I want a garden" is not a question.
    '^when\\b(?! (?:i|we|he|she|they|my|our|the)\\b)',
    '^(?:do|have) you\\b|^got any\\b',
    '^(?:اعرض|ارني|اريد ان (?:اري|اعرف|احجز|اسال)|ارسل|احجز|ابحث عن|هل|ما|ماذا|متي|اين|كيف|كم|عندكم|لديكم)(?: |$)',
  ].join('|'),
  'u',
);
/** Later parts of a sentence that address the reader. Stricter than at the beginning of a sentence, because "where my parents live" is not a question. */
const ADDRESSES_READER =
  /^(?:and |but |so )?(?:(?:please|show|find|send|call|give|tell|let|book|schedule|arrange|cancel) |(?:can|could|would|will|do|did|have|are) (?:you|we)\b|(?:what|how|when|where) (?:do|does|can|could|would|will|is|are|much|many)\b|any \w+$)|^و?(?:اعرض|ارني|ارسل|احجز|اخبرني|هل|عندكم|لديكم|ما لديكم|ما عندكم|كم|لو سمحت)(?: |$)/u;
const PARTS = /[,;،؛]/;

/** Extracts insights from the last message. Each is a whole sentence of the message, unchanged. */
export function extractByRules({ messages }: Pick<ExtractionInput, 'messages'>): ExtractedInsights {
  const statements = sentencesOf(messages.at(-1)?.text ?? '')
    .map(withoutNotingPrefix)
    .filter(isStatement);
  return {
    insights: statements.slice(0, 8).map((sentence) => ({
      text: sentence,
      category: categoryByCues(sentence),
      importance: importanceByCues(sentence) ?? USUAL_IMPORTANCE,
      replaces: [],
      until: null,
    })),
  };
}

/** Rejects sentences that contain a request, because a part of a sentence may not be true without the rest. */
function isStatement(sentence: string): boolean {
  if (sentence.length > MAX_CHARACTERS || isQuestion(sentence)) return false;
  const [first = '', ...later] = sentence.split(PARTS).map(normalizeText);
  const whole = normalizeText(sentence);
  return (
    whole.split(' ').length >= MIN_WORDS &&
    !REQUEST.test(first) &&
    !later.some((part) => ADDRESSES_READER.test(part)) &&
    STATEMENTS.some((pattern) => pattern.test(whole))
  );
}

/** False for a message that certainly contains no insight, so that no model is called for it. */
export function mayContainInsight(text: string): boolean {
  return sentencesOf(text).some((sentence) => {
    const words = normalizedWords(sentence);
    if (words.length < MIN_WORDS || isQuestion(sentence)) return false;
    return !isEnglish(sentence, words) || OF_PERSONS.test(words.join(' '));
  });
}

/**
 * English words that occur in requests. Some are also words of other languages (Dutch "of", Danish "for" and "send",
 * Portuguese "compare" and "generate", Swedish "log"), so a single one does not prove that a sentence is English.
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

const isQuestion = (sentence: string) => /[?؟]\s*$/.test(sentence);

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?؟。])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** Removes a prefix such as "Remember that …", as the tool does, so that both store the same insight. */
function withoutNotingPrefix(sentence: string): string {
  const lower = sentence.toLowerCase();
  const prefix = NOTING_PREFIXES.find((noting) => lower.startsWith(`${noting} `));
  return prefix ? sentence.slice(prefix.length).trim() : sentence;
}
