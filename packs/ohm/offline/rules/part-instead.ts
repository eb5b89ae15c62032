import { anySpelling } from '#text';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { doSameWork, isPartAlone, partsAlike, partsNamedIn } from '../../schema/parts/find-parts.ts';

/** A message that has a part used in the place of something else. */
export interface PartInstead {
  /** The words that name what comes, and nothing else. */
  comes: string;
  /** The same, with what is to be added besides: "use a Pico instead and add an OLED". */
  by: string;
  /** What it is to take the place of, as far as it is said; undefined for "instead" alone. */
  goes: string | undefined;
  /** What was said before it: "remove the LED, use a buzzer instead". */
  before: string;
}

const NO_WORDS = String.raw`[^\p{L}\p{N}]*`;
const FILLED = String.raw`(?:(?:ok(?:ay)?|yes|yeah|no|hm+|well|actually|please|pls|so|but|then|and|now|sorry|طيب|حسنا|لا|نعم|من فضلك|لو سمحت)[\s,،!.]+)*`;
/** Who proposes or decides: "should we use", "why use" and "what if we use" ask about it, and change nothing. */
const WHO = String.raw`(?:(?:can|could|may) (?:i|we|you) (?:please |just |also )*|(?:i think )?(?:i|we|you) should |(?:i|we) (?:(?:would |really )?(?:like|love) to |(?:have )?decided to |(?:want|prefer|need|have) to |will |would |(?:am|are) going to )?|(?:i|we)['’](?:d (?:(?:like|love|prefer) to )?|ll |(?:m|re) going to )|(?:let['’]?s|let us) |please )?(?:just |rather )?`;
const USED = String.raw`(?:use|using|take|try|put in|get|have|want|prefer|like|choose|pick|go(?:ing)? (?:with|for)|switch to|make it|how about|with|(?:build|make|do|run) (?:it|this|that) with)`;
const WHO_AR = String.raw`(?:(?:هل )?(?:يمكن|ممكن)\p{L}* (?:أن )?|(?:أريد|نريد|أفضل|نفضل|قررت|قررنا|بدي|أبغى) (?:أن )?|دعنا |خلينا )?(?:(?:استخدم|نستخدم|أستخدم|استخدام|استعمل|نستعمل|خذ|نأخذ|جرب|نجرب|ضع|نضع|حط) )?`;
const PART = String.raw`(?<comes>(?:[^.,;:!?،؛؟]|\.(?=\d)){1,60}?)`;
/** What may follow without making it another message: thanks, a reason, or what is to be added. */
const BEHIND = String.raw`(?:${NO_WORDS}|[\s,]+(?:please|pls|then|now|thanks|thank you|من فضلك|لو سمحت)${NO_WORDS}|[\s,]+(?:because|since|as|so|it|they|لأن\p{L}*) .*|,?\s+and (?:also )?(?<more>(?:add|include)\b.*))$`;
const OTHER = String.raw`(?:instead of|in place of|rather than)`;
const ALONE_AR = String.raw`(?:بدلا? (?:من|عن) ذلك|بدالها|بدلها|عوضا عن ذلك|بدل ذلك)`;

/** "A Pico instead of the ESP32 would be cheaper" is no wish. */
const GOES = String.raw`(?<goes>(?:(?!\b(?:would|will|is|are|was|could|should|gives?|makes?|saves?|helps?|means?|costs?)\b)[^.,;!?،؛؟]){1,60}?)`;

const FORMS = [
  String.raw`(?:${WHO}${USED} )?${PART} instead(?! of)${BEHIND}`,
  String.raw`instead,? ${WHO}${USED} ${PART}${BEHIND}`,
  String.raw`(?:i think )?(?:i|we)(?:['’]d| would)? rather (?:use|take|have|go with|get) ${PART}(?: than (?<goes>[^.,;!?]+))?${BEHIND}`,
  String.raw`(?:${WHO}${USED} )?${PART} ${OTHER} ${GOES}${BEHIND}`,
  String.raw`${WHO_AR}${PART} ${ALONE_AR}${BEHIND}`,
  String.raw`${WHO_AR}${PART} بدلا? (?:من|عن) (?!ذلك)${GOES}${BEHIND}`,
].map((form) =>
  anySpelling(new RegExp(String.raw`^${NO_WORDS}(?:(?<before>[^]*?)[,،;:–]\s+)?${FILLED}${form}`, 'iu')),
);

/** "When it rains, use the buzzer instead" is what the device does; "is there a reason, or …" is asked. */
const CONDITION = anySpelling(
  /\b(?:if|when\w*|while|once|after|before|during|unless|until|at|in the|on|what|why|how|which|should|is there)\b|(?<!\p{L})(?:إذا|عندما|لما|لو|متى|بعد|قبل|أثناء|في|هل|لماذا|ليش|ماذا)(?!\p{L})/iu,
);

const MAX_SENTENCE_CHARACTERS = 300;
/** "Remove the LED and use a buzzer instead" says two things. */
const AND_USES = / and (?=(?:then )?(?:use|take|try|put in|go with)\b)/i;

/** The part that is to be used instead of something, where a message says just that; undefined for any other. */
export function partInstead(text: string): PartInstead | undefined {
  if (!SPEAKS_OF_ANOTHER.test(text)) return undefined;
  const sentences = text.split(/(?<=[.!?؟\n])\s+/);
  for (const [at, written] of sentences.entries()) {
    const sentence = written.trim().replace(AND_USES, ', ');
    if (sentence.length > MAX_SENTENCE_CHARACTERS) continue;
    for (const form of FORMS) {
      const { comes, before = '', goes, more = '' } = form.exec(sentence)?.groups ?? {};
      if (comes === undefined || CONDITION.test(before) || !isPartAlone(comes)) continue;
      const later = sentences.slice(at + 1).filter((one) => ADDED_LATER.test(one));
      const earlier = [...sentences.slice(0, at), before].join('\n');
      return { comes, by: [comes, more, ...later].join('\n').trim(), goes, before: earlier };
    }
  }
  return undefined;
}
const ADDED_LATER = /^\W*(?:and |also |please )*(?:add|include)\b/i;

/** The board that a message decides on before there is a list: all of a message that does not speak of another's place. */
export function boardDecidedIn(text: string): string {
  return SPEAKS_OF_ANOTHER.test(text) ? (partInstead(text)?.comes ?? '') : text;
}
const SPEAKS_OF_ANOTHER = anySpelling(
  /\b(?:instead|in place of|rather)\b|(?<!\p{L})(?:بدلا?|بدلها|بدالها|عوضا)(?!\p{L})/iu,
);

/** A part that is decided on, and noted where there is no list: "instead of" only of boards, of which there is one. */
export function partDecidedIn(text: string): string | undefined {
  const instead = partInstead(text);
  if (!instead) return undefined;
  const isOfBoards = partsNamedIn(instead.comes).every(({ category }) => category === 'mcu');
  return instead.goes === undefined || isOfBoards ? instead.by : undefined;
}

/** What does the work of a part that is not in the list yet: the board, or the only one that can. */
export function ofTheSameWork(comes: string, known: Bom['components']): string[] {
  // A "display" may be the one that is there.
  if (partsAlike(comes).some(({ id }) => known.some((one) => one.id === id))) return [];
  return partsNamedIn(comes).flatMap((part) => {
    const alike = known.filter((one) => doSameWork(part, one));
    return part.category === 'mcu' || alike.length === 1 ? alike.map(({ id }) => id) : [];
  });
}

/** "A Pico instead of the Arduino", by whatever name the board of the list was called. */
export function boardInstead(text: string, known: Bom['components']): string[] {
  const { comes = '', goes = '' } = partInstead(text) ?? {};
  const areBoards = [comes, goes].every((one) =>
    partsNamedIn(one).some(({ category }) => category === 'mcu'),
  );
  return areBoards ? ofTheSameWork(comes, known) : [];
}
