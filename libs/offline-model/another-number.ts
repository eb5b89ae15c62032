import { withDigits } from '#text';
import { type Fill } from '#pack-kit';
import type { OfflineTool } from './hints.ts';
import { readMessage, type ReadMessage } from './message.ts';

/** "And for 60?", "what about 60?", "if we were 60?", "make it 60": a number, and nothing that it counts. */
const NUMBER_ALONE =
  /^(?:(?:and|so|ok|okay|but|then|now|please|well|hm+|or|طيب|حسنا|تمام) )*(?:(?:what|how) (?:about|if|for)|and|for|if|with|among|amongst|between|at|say|suppose|assume|make it|rather|instead|و?(?:ماذا عن|اذا|لو|مع|علي|بين|ل|ب))(?: (?:for|with|among|amongst|between|at|if|it|this|that|there|we|they|is|was|were|are|had|have|only|just|about|عن|علي|بين|كان|كانت|كانوا|كنا))* ?\d+(?: (?:then|instead|please|only|rather|من فضلك|فقط))?$/u;
/** Arabic writes "and", "for" and "with" onto the number. */
const ARABIC_JOINED = /^و?(?:ل|ب)?\d+$/u;
/** A number in words, with what Arabic writes onto it: "وستين", "ولستين". */
const ARABIC_WORD = /^(\s*)(و?[لب]?)(\p{L}.*)$/su;
/** Of people, whatever else the tool counts: an amount is shared with them, among them, between them. */
const OF_PEOPLE = /(?:^| )(?:we|they|with|among|amongst|between|كنا|كانوا|و?(?:مع|علي|بين)) /u;
const PEOPLE = ['people', 'persons', 'guests', 'اشخاص', 'أشخاص', 'شخص'];

/**
 * The message with the word for what its number counts, where the tool that was called last counts one thing only;
 * undefined where it leaves open what it counts.
 */
export function withCountedWord(
  message: ReadMessage,
  spec: OfflineTool | undefined,
): ReadMessage | undefined {
  if (spec?.sideEffect !== 'none') return undefined;
  const text = inDigits(message.text);
  const { normalized } = readMessage(text, message.language);
  if (!NUMBER_ALONE.test(normalized) && !(ARABIC_JOINED.test(normalized) && /\p{L}/u.test(normalized)))
    return undefined;
  const fills = Object.values(spec.hints?.fill ?? {}).flatMap(codesOf);
  const [words, ...others] = fills.flatMap((fill) => (fill.from === 'int' ? [fill.words] : []));
  if (!words || others.length > 0) return undefined;
  const ofPeople = OF_PEOPLE.test(normalized) && words.some((word) => PEOPLE.includes(word));
  // An amount may stand alone as well.
  if (!ofPeople && fills.some((fill) => fill.from === 'money' || fill.from === 'num')) return undefined;
  const isArabic = (word: string) => /\p{Script=Arabic}/u.test(word);
  const word = words.find((one) => isArabic(one) === (message.language === 'ar')) ?? words[0];
  if (word === undefined) return undefined;
  // The number is set apart from what is written onto it.
  return readMessage(text.replace(/(\D?)(\d+)/, `$1 $2 ${word}`), message.language);
}

/** With its numbers in digits: "a dozen" is 12, "وستين" is و60. */
function inDigits(written: string): string {
  const text = withDigits(written).replaceAll(/\ban? (?=\d)/giu, '');
  const [, space = '', joined = '', rest = ''] = ARABIC_WORD.exec(text) ?? [];
  if (joined === '' || /\d/.test(text)) return text;
  const bare = withDigits(rest);
  return /^\d/.test(bare) ? `${space}${joined}${bare}` : text;
}

function codesOf(fill: Fill): Fill[] {
  return fill.from === 'first' ? fill.of.flatMap(codesOf) : [fill];
}
