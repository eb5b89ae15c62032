import { anySpelling } from '#text';
import { partsAlike, partsNamedIn } from '../../schema/parts/find-parts.ts';

/** "Without a screen", "and no display", "not an OLED", to where the sentence goes on with something else. */
const LEFT_OUT =
  /\b(?:without|w\/o|minus|no(?! (?:more|less|longer|one|need to|matter|idea)\b)|no need for|not(?= (?:an?|the|any|with) )|not with|(?:i |we )?(?:don'?t|do not) (?:need|want|add|include|use|have)(?! to\b))\s+((?:(?!(?:and|but|with|on|for|that|which|so|just|only|please|pls|from|when|if|by|it|because)\b)[\p{L}\d/-]+[ \t]*){1,5})((?:,?\s*(?:and no|or|nor|and without) (?:an? |any |the )?[\p{L}\d-]+(?: (?!and|but|with|on|for|that|please)[\p{L}\d-]+){0,2})*)/giu;
const LEFT_OUT_AR = anySpelling(
  /(?<!\p{L})و?(?:بدون|بلا|من دون|دون|من غير|بغير|لا (?:أريد|نريد|أحتاج|نحتاج|تضف|تضيف)|ما (?:بدي|أريد|أبغى|أحتاج)|لا داعي ل|بلاش|(?<=(?:بدون|بلا|دون|غير|لا أريد) [^.!؟\n]*)(?:ولا|أو))\s+(?:أي |إلى |ل)?([\p{L}\d-]+(?:\s+(?!ولا |أو |(?:مع|على|في|لكن|بل|بس|ثم|عن|حتى|عند)(?!\p{L})|و(?!زن|حد|اي )|ي\p{L}{3})[\p{L}\d-]+){0,2})/giu,
);
/** "When there is no motion", "if it runs without water": what happens then is told, and nothing is left out. */
const HAPPENS = anySpelling(
  /\b(?:when(?:ever)?|if|once|until|while|unless|in case|as soon as|after|there(?:'s|s| is| are| was)?|detects?|notices?|senses?|sees?|has|have(?! to\b))\s[^.,;!?\n]*$|(?<!\p{L})(?:عندما|إذا|لما|حين|كلما|لو|يوجد|كان|هناك)(?!\p{L})[^.،,؛!؟\n]*$/iu,
);
/** What is measured may be missing without any part being so. */
const MEASURED =
  /^(?:(?:the|any|an?) )?(?:motion|movement|light|water|moisture|humidity|temperature|smoke|gas|sound|distance|rain|leaks?|plants?|soil|alarm|delay|(?:ال)?(?:حركه?ة?|ضوء|ماء|حرارة|رطوبة|دخان|غاز|صوت|مطر|تسرب|إنذار))\W*$/iu;

/** What is not there yet may be wanted all the more. */
const HAS_NOT = /^(?:i |we )?(?:don'?t|do not) have\b/iu;
/** "An expensive display" is not wanted; another one may be. */
const SUCH =
  /\b(?:(?:big|large|long|short|small|bright|loud|strong|fast|heavy|cheap|fanc|simple|thick|thin|wide|high|low)(?:e?r|est|ier)?|fancy|huge|giant|tiny|mini|little|tall|bulky|pricey|costly|quiet|weak|slow|good|better|best|great|nice|bad|ugly|complicated|complex|plain|basic|old|new|modern|colou?r(?:ed)?|graphic(?:al)?|red|green|blue|yellow|white|second|third|extra|additional|another|more|\d+[- ]?(?:inch|cm|mm)|\p{L}{3,}(?:ive|ous|ful|able|ible|ish))$/iu;
const SUCH_AR = anySpelling(
  /^\s*(?:ال)?(?:كبير|صغير|غال|رخيص|ملون|قوي|ساطع|عال|طويل|عريض|معقد|جديد|قديم|ثاني|أخرى|آخر|إضافي|زائد|ثمين|مكلف|باهظ|فاخر|حديث|بسيط|أكبر|أصغر|أغلى|أفضل|أحسن)\p{L}{0,2}(?!\p{L})/iu,
);

/** Of parts only such as these are meant, and not the part itself: "no big display", "لا أريد شاشة كبيرة". */
function namesOnlySuch(words: string): boolean {
  const all = words.trim().split(/\s+/);
  const end = all.findIndex((_, at) => partsNamedIn(all.slice(0, at + 1).join(' ')).length > 0) + 1;
  if (end === 0) return false;
  const start = all.findLastIndex((_, at) => partsNamedIn(all.slice(at, end).join(' ')).length > 0);
  return SUCH.test(all.slice(0, start).join(' ')) || SUCH_AR.test(all.slice(end).join(' '));
}

/** "The big display" is one that there is. */
const DEFINITE = anySpelling(/^(?:the|my|our|this|that|these|those)\b|^ال/iu);

/** A text without what it does not want to be so: "I don't want an expensive display" leaves out no display. */
export function withoutUnwantedSuch(text: string): string {
  const cut = (found: string, words: string) => (!DEFINITE.test(words) && namesOnlySuch(words) ? ' ' : found);
  return text.replaceAll(LEFT_OUT, cut).replaceAll(LEFT_OUT_AR, cut);
}

interface Told {
  /** The text without what it leaves out. */
  rest: string;
  /** Ids of the parts that it leaves out. */
  leftOut: string[];
}

/** A text apart from the parts that it wants left out: "a thermometer without a screen". */
export function toldWithout(text: string): Told {
  const leftOut: string[] = [];
  const cut = (found: string, words: string, before: string): string => {
    if (HAPPENS.test(before) || MEASURED.test(words.trim())) return found;
    const alike = partsAlike(words);
    if (alike.length === 0) return found;
    if (HAS_NOT.test(found)) return ' ';
    if (namesOnlySuch(words)) return found;
    leftOut.push(...alike.map(({ id }) => id));
    return ' ';
  };
  const english = text.replaceAll(LEFT_OUT, (found, words: string, more: string, at: number) =>
    cut(found, `${words} ${more}`, text.slice(0, at)),
  );
  const rest = english.replaceAll(LEFT_OUT_AR, (found, words: string, at: number) => {
    const own = shortestOf(words);
    const kept = namesOnlySuch(words) ? found : cut(found, own, english.slice(0, at));
    return kept === found ? found : ` ${words.slice(own.length)}`;
  });
  return { rest, leftOut };
}

/** Arabic goes on without a sign: as few words as name a part, and the type behind it. */
function shortestOf(words: string): string {
  const all = words.split(/(?<=\S)(?=\s)/);
  const count = all.findIndex((_, at) => partsNamedIn(all.slice(0, at + 1).join('')).length > 0) + 1;
  const isType = /^\s*[a-z\d-]+$/i.test(all[count] ?? '');
  return count === 0 ? words : all.slice(0, isType ? count + 1 : count).join('');
}

/** Ids that texts leave out, the earliest first, and that none names later. */
export function leftOutOf(texts: readonly string[]): ReadonlySet<string> {
  const out = new Set<string>();
  for (const text of texts) {
    const { rest, leftOut } = toldWithout(text);
    for (const id of leftOut) out.add(id);
    for (const { id } of partsNamedIn(rest)) out.delete(id);
  }
  return out;
}
