import { normalizedWords } from '#text';

/**
 * Words that take back what was just said: "wait no", "sorry", "I mean", "لا قصدي". "Rather than" has a phrase of its own. A
 * bare "no" stands between two marks: "no conditions", "house no. 400" and "there are no 300k flats" correct nothing.
 */
const CORRECTS =
  /(?<![\p{L}\p{N}'’])(?:wait,? no|no,? wait|oh no|no,? sorry|sorry,? no|no,? i mean(?:t)?|i mean(?:t)?|make that|sorry|scratch that|correction|or rather|rather(?!\s+than\b)|actually|[أا]?قصدي|[أا]قصد|قصدت|أعني|اعني|بل|عفوا|[آا]سفة?|(?<=[,،.;!?؟…–—-]\s*)(?:no(?=\s*[,!…–—-])|لا(?=\s*[,،!…–—-])))(?:[\s,،.:!…–—-]+|$)/giu;
/** May stand between those words and the new value: "sorry, make it about €340,000", "no, let's say on Thursday". */
const FILLER =
  /^(?:(?:wait|no|sorry|i mean(?:t)?|actually|rather|please|well|make (?:it|that)|let['’]?s (?:say|make it|do)|say|it['’]?s|it is|offer|counter|for|on|in|by|of|the|a|an|about|around|roughly|up to|at most|at least|max|under|below|over|from|between|to|at(?=\s+[€$£])|لا|من فضلك|خليها|خليه|اجعلها|اجعله|يعني|[أا]?قصدي|[أا]قصد|يوم|حوالي|حدود|بحدود|في حدود|نحو|حتى|لغاية|بقيمة|بمبلغ)(?![\p{L}\p{N}])[\s,،.:…–—-]*)+/iu;
/** Right behind what is told of something and takes no other's place: "no, Friday is a holiday", "sorry, 429k is the list price". */
const IS_TOLD_OF =
  /^(?:is|are|was|were|isn t|aren t|wasn t|would be|will be|s|too|also|as well|هو|هي|كان|كانت|ايضا|كمان)(?= |$)(?! better)/u;

/** A message that has corrected itself last: what stands before, and what behind, which begins with the new value. */
interface Correction {
  before: string;
  after: string;
}

/**
 * Where somebody takes back what was just said and names the new value right behind: "wait no, Thursday", "sorry, I mean 11".
 *
 * @param wordsOfValue how many words the value takes that the normalised words begin with; 0 where they begin with none.
 */
export function correctionIn(text: string, wordsOfValue: (after: string) => number): Correction | undefined {
  for (const { index, 0: words } of [...text.matchAll(CORRECTS)].toReversed()) {
    const before = text.slice(0, index);
    const after = text.slice(index + words.length).replace(FILLER, '');
    const taken = before.trim() === '' ? 0 : wordsOfValue(after);
    if (taken > 0 && !IS_TOLD_OF.test(normalizedWords(after).slice(taken).join(' ')))
      return { before, after };
  }
  return undefined;
}
