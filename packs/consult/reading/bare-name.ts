import { anySpelling, normalizeText } from '#text';
import { phoneIn, wishedTime } from './wished-call.ts';

/** A reply that asks for a name, or for whom to reach. */
const ASKS_NAME = anySpelling(
  /\byour (?:\w+ )?name\b[^.!\n]{0,80}\?|\bwho(?:m)? (?:am i|do i|is this|may i)\b[^.!\n]{0,80}\?|\b(?:tell|give|send|leave|share|write)\b[^.!?\n]{0,80}\byour (?:\w+ )?name\b|\bnumber reaches you\?|\bchosen by yourself on this page\b|(?:ما|اكتب|أخبرني|هل|أعطني|اترك)[^.!؟\n]{0,80}اسمك|نصل به إليك؟|تختاره بنفسك في هذه الصفحة/iu,
);
/** Nothing but a name is asked for: one in small letters is one, too. */
const ASKS_NAME_ALONE = anySpelling(
  /^(?![^]*(?:e-?mail address, and|and your e-?mail))[^]*(?:(?:have|what(?:'s| is)|tell me|ask) your (?:\w+ )?name\b[^.!\n]{0,80}\?|(?:^|\s)و?ما اسمك)/iu,
);
const MAX_WORDS = 4;
const MAX_WORDS_IN_SMALL_LETTERS = 2;
/** All around a name that an answer has besides it. */
const AROUND =
  /\b(?:my|name|is|i am|i'm|im|it's|this is|here|please|thanks?|thank you|sure|yes|ok|okay|and|e-?mail|mail|address|phone|number|at|on|the|for|to|me|you|can|reach|works?|is fine|would be|best)\b|(?<!\p{L})(?:اسمي|أنا|انا|بريدي|بريد|الإلكتروني|الالكتروني|إيميلي|ايميلي|رقمي|هاتفي|هو|و|من فضلك|شكرا|نعم|على|يوم|يناسبني)(?!\p{L})/giu;
/** With one of these an answer refuses, puts off or speaks of something else. */
const NO_NAME = new Set(
  `no not none never nothing nobody why what how who when where which hello hi hey good morning evening cancel stop later tomorrow
   today great fine perfect cool maybe prefer rather just looking skip private secret anonymous sorry whatever dont don do does did
   we i he she they it a an call workshop consulting price prices help bye show tell give move book invoices reports anytime any
   soon asap now week month day
   لا ليس اريد نريد لماذا متي كيف ماذا اين هل كم مرحبا اهلا السلام غدا لاحقا ربما لست لن ما مش مو تمام طيب حسنا ممتاز جيد مكالمه ورشه
   احجز اعرض اخبرني سعر الاسعار شي احد الان اسبوع شهر`
    .split(/\s+/)
    .map(normalizeText),
);

/** The name that a message gives as an answer to a reply that asked for it: "Maria", "Mara Lund, mara@lund.example". */
export function nameAnswered(text: string, reply = ''): string | undefined {
  return ASKS_NAME.test(reply) ? bareName(text, ASKS_NAME_ALONE.test(reply)) : undefined;
}

function bareName(text: string, inSmallLetters: boolean): string | undefined {
  if (/[?؟]/.test(text)) return undefined;
  const { day = '', time = '' } = wishedTime(text);
  const rest = [/(?<!\S)\S+@\S+/.exec(text)?.[0] ?? '', phoneIn(text) ?? '', day, time]
    .filter(Boolean)
    .reduce((left, part) => left.replace(part, ' '), text)
    .replace(AROUND, ' ')
    .replace(/[^\p{L}\p{M}'’ -]/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const words = rest.split(' ');
  if (rest === '' || words.length > MAX_WORDS || words.some((word) => NO_NAME.has(normalizeText(word))))
    return undefined;
  if (words.every((word) => /^(?:\p{Lu}|\p{Script=Arabic})/u.test(word))) return rest;
  const isShort = words.length <= MAX_WORDS_IN_SMALL_LETTERS && words.every((word) => word.length > 1);
  return inSmallLetters && isShort
    ? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
    : undefined;
}
