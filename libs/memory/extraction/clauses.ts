/** Where a sentence may go on with something of its own: a mark, or "and" with somebody who does something. */
const BETWEEN = new RegExp(
  [
    String.raw`\s*[,;،؛]\s+`,
    String.raw`\s+(?:and|but|also)\s+(?=(?:i|we|my|our)\b)`,
    String.raw`\s+(?:ولكن|لكن)\s+`,
    String.raw`\s+و(?=(?:لا |لن )?(?:[أان]?[حف](?:ب|ضل)|[أانت]كره|[أان]ريد|[أان]حتاج|يجب|زوجتي|زوجي|[أا]خي|[أا]ختي|والد|[أا]ولادي|ابن)\S*(?:\s|$))`,
  ].join('|'),
  'giu',
);

/**
 * What a message begins with before it says anything. A mark has to stand behind it, or somebody who tells something: "so far
 * we like it" and "well water" begin with no such word.
 */
const LEAD_IN = (() => {
  const words = [
    String.raw`(?:hi|hello|hey)(?: \p{L}+)?|good (?:morning|afternoon|evening)|well|so|ok|okay|also|and|but|by the way|btw`,
    'just so you know|fyi|actually|to be honest|thanks|thank you',
    'مرحبا|[أا]هلا(?: وسهلا)?|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|بالمناسبة|للعلم|طيب|بصراحة',
  ].join('|');
  const somebody = String.raw`(?:i|we|my|our|he|she|they)\b|(?:لا |لن )?[أان](?:حب|فضل|كره|ريد|حتاج)\p{L}*\s|[أا]بحث |نبحث `;
  return new RegExp(String.raw`^(?:(?:${words})(?:\s*[,،!.]+\s*|\s+(?=${somebody})|$))+`, 'iu');
})();

const VERBS = [
  'is|are|was|has|have|must|will|would|can|cannot|does|do|did|doesn|never|really|needs?|wants?|likes?|loves?|prefers?',
  'enjoys?|adores?|hates?|dislikes?|avoids?|refuses?|decides?|works?|lives?|thinks?|says?|moves?|starts?|pays?',
].join('|');
/** Somebody who tells something, or of whom it is told; "so we need …" goes with its reason. On folded text. */
const OF_ITS_OWN = new RegExp(
  [
    `^(?:(?:and|but|also) )*(?:(?:i|we)\\b|(?:my|our) (?!\\w+ (?:who|that|which|whose|to)\\b)(?:\\w+ ){1,2}?(?:${VERBS})\\b)`,
    '^(?:و|لكن |ولكن )?(?:(?:لا|لن) )?(?:[ان]?(?:حب|فضل)|[انت]كره|[ان]ريد|[ان]حتاج|[ان]بحث|يجب)\\S*(?: |$)',
    '^و?(?:زوجتي|زوجي|اخي|اختي|والدي|والدتي|ابي|امي|اولادي|ابني|ابنتي) (?:لا )?[يت](?:حب|فضل|كره|ريد|حتاج|عمل|سكن|عيش)',
  ].join('|'),
  'u',
);
const REASON = /^(?:because|since|as) (?:i|we|my|our)\b/;
/** What cannot be understood without what stands before it. */
const REFERS_BACK =
  /\b(?:it|its|them|this|these|those|there|he|him|his|she|her|they|their|one|ones|too|either|same|then)\b|\S{2}(?:ها|هم|هناك)(?: |$)/;
/** A clause that goes on with the next one. */
const LEADS_ON =
  /^(?:as|since|because|if|unless|when|while|although|though|once|after|before|until)\b|^(?:لان|بما ان|اذا|عندما)/;
/** "My wife and" may go on with a second person. */
const ENDS_WITH_SOMEBODY = /\b(?:my|our|his|her) \w+$|\b(?:i|we|you)$/;

/** What a clause says for what is worth keeping; a "tag" asks whether what stands before it is so. */
export type Saying = 'tells' | 'searches' | 'asks' | 'tag' | 'neither';

interface Reading {
  /** What a clause says, at the beginning of a sentence or behind another clause. */
  saying: (clause: string, place: 'first' | 'later') => Saying;
  /** Folds letters and drops marks. */
  fold: (text: string) => string;
}

/**
 * The parts of a sentence that tell something, each in its own words. Only what asks is cut off, and what tells something by
 * itself stands alone: somebody is named in it and nothing in it points back. All else stays with what stands before it,
 * and is left out with it where that is a request.
 */
export function tellingParts(sentence: string, { saying, fold }: Reading): string[] {
  const parts: { text: string; says: Saying }[] = [];
  let behindRequest = false;
  for (const [at, { text, join }] of clausesOf(sentence.replace(LEAD_IN, '')).entries()) {
    const says = saying(text, at === 0 ? 'first' : 'later');
    const folded = fold(text);
    const standsAlone = OF_ITS_OWN.test(folded) && !REFERS_BACK.test(folded);
    const last = behindRequest ? undefined : parts.at(-1);
    if (says === 'tag' && last) parts.pop();
    if (says === 'tag' || says === 'asks') behindRequest = true;
    else if (last && !(standsAlone && isOver(last, says, join, fold(last.text)))) {
      last.text += join + text;
      last.says = saying(last.text, 'first');
    } else if (!behindRequest || standsAlone || REASON.test(folded)) {
      parts.push({ text, says });
      behindRequest = false;
    }
  }
  return parts.filter(({ says }) => says === 'tells').map(({ text }) => text.replace(LEAD_IN, ''));
}

/** Whether a part is whole where a clause follows that can stand alone. */
function isOver(part: { says: Saying }, next: Saying, join: string, folded: string): boolean {
  if (next === 'neither' || part.says === 'neither' || LEADS_ON.test(folded)) return false;
  return /[,;،؛]/.test(join) || !ENDS_WITH_SOMEBODY.test(folded);
}

/** Each with what stands between it and the one before. */
function clausesOf(sentence: string): { text: string; join: string }[] {
  const clauses: { text: string; join: string }[] = [];
  let [at, join] = [0, ''];
  for (const { 0: mark, index } of sentence.matchAll(BETWEEN)) {
    clauses.push({ text: sentence.slice(at, index), join });
    [at, join] = [index + mark.length, mark];
  }
  return [...clauses, { text: sentence.slice(at), join }].filter(({ text }) => text.trim() !== '');
}
