import { normalizedWords } from './normalize-text.ts';
import { isForm, type PhrasePlace } from './phrases.ts';

const phrases = (list: string) => list.split(/[,،]/).map(normalizedWords);

/** What leaves out the place behind it. "No" and لا alone answer: "no, Larnaca" is wanted. */
const BEFORE = phrases(
  `instead of, rather than, not, except, except for, excepting, excluding, other than, apart from, aside from, outside,
   outside of, anywhere but, everywhere but, anything but, all but, any area but, any place but, any town but, any city but,
   any district but, every area but, all areas but, don't want, do not want, doesn't want, does not want, don't like,
   do not like, doesn't like, does not like, don't need, don't show, do not show, wouldn't live, would not live, can't live,
   wouldn't want, would not want, not interested in, not keen on, not a fan of, hate, dislike, avoid, exclude, skip,
   leave out, rule out, ruled out, without, never, forget, forget about, scrap, انس، تجاهل، بدلا من، بدلا عن، بدل، عوضا عن، إلا، ما عدا، عدا، باستثناء، غير، سوى،
   بخلاف، خارج، ليس، ليست، مو، مش، مب، لا نريد، لا أريد، لا يريد، لا تريد، لا يريدون، ما نبي، ما أبي، ما نبغى، ما أبغى،
   ما نريد، ما أريد، ما بدي، ما بدنا، مش عايز، مش عايزين، مش عاوز، لا نرغب، لا أرغب، لا نحب، لا أحب، ما نحب، ما أحب، أكره، نكره،
   تجنب، استبعد، بدون، من دون`,
);
const BEHIND = phrases(
  `is out, is excluded, is not for us, is not for me, isn't for us, isn't for me, is not an option, isn't an option,
   is no option, doesn't suit us, doesn't suit me, لا تناسبنا، لا تناسبني، ما تناسبنا، ما تناسبني، لا تعجبنا، لا تعجبني،
   مستبعدة، ليست خيارا`,
);
/** May stand between: "we don't want to live anywhere near Aradippou". */
const BETWEEN = new Set(
  normalizedWords(
    `in at around near by to the any anything something anywhere live be of area areas town city village region for me us even
     في ب منطقة مدينة قرية السكن نسكن أسكن العيش نعيش أن شيء شي أي عن حي`,
  ),
);
const MAX_BETWEEN = 6;
/** Have a name of their own behind them: "the area of Aradippou", "منطقة أراديبو". "Outside the city in Larnaca" is within it. */
const NAMED_NOUNS = new Set(
  normalizedWords('area areas town city village region منطقة المنطقة مدينة المدينة قرية القرية حي الحي'),
);
const NAMED_BY = new Set(['of', 'around', 'near']);
const ARABIC = /^[\u0600-\u06FF]/;
/** "We live outside Limassol" and "if not, Larnaca" say nothing of what is wanted. */
const TOLD_OF_OTHERS: Record<string, ReadonlySet<string>> = {
  outside: new Set(
    `live lives living lived stay staying work working based located am m are re is s was were currently now
     right just`.split(/\s+/),
  ),
  خارج: new Set(normalizedWords('أعيش نعيش أسكن نسكن ساكن ساكنين يعيش تعيش يسكن تسكن أعمل نعمل نحن أنا')),
  not: new Set(['if', 'or']),
};
const DENIALS = new Set(['t', 'dont', 'not', 'cannot', 'never', 'without', 'لا']);
/** "Why not Larnaca?" proposes it, and "just outside Larnaca" is near it. */
const TURNS_ROUND = new Set(['why', 'just', 'right', 'whether', 'لماذا', 'ليش', 'لم', 'ليه']);
const JOINS = new Set(['or', 'nor', 'and', 'او', 'و', 'ولا']);

/**
 * Which of the places of a message it does not want, and with which words it says so: "anywhere but Aradippou", "not in
 * Paphos or Limassol".
 *
 * @param words normalised.
 * @param places where they stand, in the order of the message.
 * @param breaks before which of the words a clause ends: "I don't like the area. Larnaca is nicer" wants Larnaca.
 * @returns for each place the words by which it is left out, with its own; undefined where it is not.
 */
export function leftOut(
  words: readonly string[],
  places: readonly PhrasePlace[],
  breaks: ReadonlySet<number>,
): (PhrasePlace | undefined)[] {
  const found: (PhrasePlace | undefined)[] = [];
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    const goesOn =
      before && found[index - 1] && isJoined(words, { start: before.end, end: place.start }, breaks);
    found.push(goesOn ? place : leftOutAlone(words, place, breaks));
  }
  return found;
}

/** Whether what follows the normalised words is denied by the last of them: "do not" before "forget Larnaca" wants it. */
export function isDenied(before: readonly string[]): boolean {
  return DENIALS.has(before.at(-1) ?? '');
}

function leftOutAlone(
  words: readonly string[],
  { start, end }: PhrasePlace,
  breaks: ReadonlySet<number>,
): PhrasePlace | undefined {
  const behind = breaks.has(end) ? undefined : BEHIND.find((phrase) => standsAt(words, phrase, end));
  if (behind) return { start, end: end + behind.length };
  for (let at = start; at > 0 && start - at <= MAX_BETWEEN && !breaks.has(at); at -= 1) {
    const ending = BEFORE.filter((phrase) => standsAt(words, phrase, at - phrase.length));
    const longest = Math.max(0, ...ending.map(({ length }) => length));
    if (longest > 0) {
      const from = at - longest;
      const head = words[from - 1] ?? '';
      const isToldOfOthers = TOLD_OF_OTHERS[words[from] ?? '']?.has(head);
      const turns = TURNS_ROUND.has(head) || isDenied(words.slice(0, from)) || isToldOfOthers;
      return turns ? undefined : { start: from, end };
    }
    if (!BETWEEN.has(words[at - 1] ?? '') || isNounOfItsOwn(words, at - 1, start)) return undefined;
  }
  return undefined;
}

/** "The city", as against "the city of" and "مدينة" right before the name. */
function isNounOfItsOwn(words: readonly string[], at: number, start: number): boolean {
  const [noun = '', next = ''] = words.slice(at, at + 2);
  if (!NAMED_NOUNS.has(noun)) return false;
  return ARABIC.test(noun) ? at + 1 < start : !NAMED_BY.has(next);
}

/**
 * With "or", "nor" or "and" alone; a comma has no word: "not Paphos, Limassol" wants Limassol, and so does "not Paphos, and
 * Limassol is fine".
 */
function isJoined(
  words: readonly string[],
  { start, end }: PhrasePlace,
  breaks: ReadonlySet<number>,
): boolean {
  const between = words.slice(start, end);
  const goesOn = between.some((word) => word === 'or' || word === 'nor' || word === 'او');
  if (!goesOn && [...breaks].some((at) => at >= start && at <= end)) return false;
  const joins = between.some((word) => JOINS.has(word)) || (words[end] ?? '').startsWith('و');
  return joins && between.every((word) => JOINS.has(word) || BETWEEN.has(word));
}

function standsAt(words: readonly string[], phrase: readonly string[], at: number): boolean {
  return at >= 0 && phrase.every((part, offset) => isForm(words[at + offset] ?? '', part));
}
