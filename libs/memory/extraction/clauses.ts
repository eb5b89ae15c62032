/** With fewer words nothing is told. */
export const MIN_WORDS = 3;

/**
 * Where a sentence may go on with something of its own: a mark, or "and" with somebody who does something, unless somebody
 * stands before it ("my wife and I").
 */
const BETWEEN = new RegExp(
  [
    String.raw`\s*[,;،؛]\s+`,
    String.raw`(?<!\b(?:(?:my|our|his|her) \w+|i|we|you))\s+(?:and|but|also)\s+(?=(?:i|we|my|our)\b)`,
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
/** What a clause says for what is worth keeping; a "tag" asks whether what stands before it is so. */
export type Saying = 'tells' | 'searches' | 'asks' | 'tag' | 'neither';

interface Reading {
  /** What a clause says, at the beginning of a sentence or behind another clause. */
  saying: (clause: string, place: 'first' | 'later') => Saying;
  /** Folds letters and drops marks. */
  fold: (text: string) => string;
}

/**
 * What a sentence tells, in its own words: without the greeting, the search and the request before it, and without those
 * behind it. What stands between two things that are told stays, so that neither is torn from what it belongs to.
 */
export function tellingPart(sentence: string, { saying, fold }: Reading): string | undefined {
  const whole = sentence.replace(LEAD_IN, '');
  const clauses = clausesOf(whole).map((clause, at): Clause => {
    const says = saying(clause.text, at === 0 ? 'first' : 'later');
    const folded = fold(clause.text);
    const isReason = REASON.test(folded);
    return { ...clause, says, isReason, standsAlone: OF_ITS_OWN.test(folded) && !REFERS_BACK.test(folded) };
  });
  const from = beginningOf(clauses, saying);
  const last = clauses.findLastIndex(({ says, isReason }) => says === 'tells' || isReason);
  const end = indexOr(
    clauses,
    Math.max(from, last) + 1,
    ({ says }) => says !== 'tells' && says !== 'neither',
  );
  if (clauses[end]?.says === 'tag') return undefined;
  const kept = clauses.slice(from, end);
  const text = joined(kept);
  // "My father, please understand, cannot climb stairs": what is cut off there was no request.
  if (text !== '' && fold(text).split(' ').length < MIN_WORDS)
    return saying(whole, 'first') === 'tells' ? whole : undefined;
  const tells = kept.some(({ says }) => says === 'tells') || saying(text, 'first') === 'tells';
  return tells ? text.replace(LEAD_IN, '') : undefined;
}

interface Clause {
  text: string;
  /** What stands between it and the clause before. */
  join: string;
  says: Saying;
  isReason: boolean;
  /** Somebody is named in it and nothing in it points back: what does not is left out with the request before it. */
  standsAlone: boolean;
}

/** Behind the requests and searches with which a sentence begins. A search that goes on to tell something stays. */
function beginningOf(clauses: readonly Clause[], saying: Reading['saying']): number {
  let from = 0;
  for (;;) {
    const says = clauses[from]?.says;
    if (says === 'asks' || says === 'tag')
      from = indexOr(clauses, from + 1, (clause) => clause.standsAlone || clause.isReason);
    else if (says === 'searches') {
      const next = indexOr(
        clauses,
        from + 1,
        (clause) => clause.says === 'asks' || (clause.standsAlone && clause.says !== 'neither'),
      );
      if (saying(joined(clauses.slice(from, next)), 'first') === 'tells') return from;
      from = next;
    } else return from;
  }
}

/** The first from there on of which it is true, else the end. */
function indexOr(clauses: readonly Clause[], from: number, is: (clause: Clause) => boolean): number {
  const index = clauses.findIndex((clause, at) => at >= from && is(clause));
  return index < 0 ? clauses.length : index;
}

const joined = (clauses: readonly Clause[]) =>
  clauses.map(({ text, join }, at) => (at === 0 ? text : join + text)).join('');

/** Each with what stands between it and the one before. */
function clausesOf(sentence: string): Pick<Clause, 'text' | 'join'>[] {
  const clauses: Pick<Clause, 'text' | 'join'>[] = [];
  let [at, join] = [0, ''];
  for (const { 0: mark, index } of sentence.matchAll(BETWEEN)) {
    clauses.push({ text: sentence.slice(at, index), join });
    [at, join] = [index + mark.length, mark];
  }
  return [...clauses, { text: sentence.slice(at), join }].filter(({ text }) => text.trim() !== '');
}
