import { isForm, phraseWords, dualsOf, isCounted } from '#text';

interface Counted {
  value: number;
  start: number;
  end: number;
}

/** Whole numbers, both of them meant. */
export interface CountRange {
  low: number;
  high: number;
}

const OR = new Set(['or', 'to', 'till', 'او', 'الي', 'ولا', 'حتي']);
const AND = new Set(['and', 'و']);
const BETWEEN = new Set(['between', 'بين']);
/** What may stand behind a number that leaves its word out: "2 bedrooms or 3 in Paphos". */
const BEHIND =
  /^(?:in|at|near|for|under|below|up|with|please|is|are|would|will|max|maximum|and|but|في|ب\S*|تحت|ل\S+|و\S*|لو|من)$/;
/** Nobody looks for more of anything that is counted so. */
const MOST = 20;

/**
 * The range that a count stands in: "1 or 2 beds", "2-3 bedrooms", "between 2 and 4 rooms", "غرفة أو غرفتين". Undefined where
 * it stands alone.
 *
 * @param counted the number that belongs to the words.
 * @param numbers those of the message that are neither money nor per cent.
 */
export function rangeAround(
  words: readonly string[],
  counted: Counted,
  numbers: readonly Counted[],
  beside: readonly string[],
): CountRange | undefined {
  const nouns = beside.map(phraseWords);
  const all = [counted, ...numbers, ...wordsAlone(words, nouns)].filter(({ value }) =>
    Number.isInteger(value),
  );
  for (const other of all) {
    const [low, high] = other.start < counted.start ? [other, counted] : [counted, other];
    if (low.value >= high.value || high.value > MOST || low.end > high.start) continue;
    const named = nounBehind(words, low.end, nouns);
    const gap = words.slice(named, high.start);
    const [link = ''] = gap;
    const joins = OR.has(link) || (AND.has(link) && BETWEEN.has(words[low.start - 1] ?? ''));
    if (gap.length !== 1 || !joins) continue;
    const behind = words[high.end];
    const isOfThem =
      counted === high ||
      nounBehind(words, high.end, nouns) > high.end ||
      behind === undefined ||
      BEHIND.test(behind);
    if (isOfThem) return { low: low.value, high: high.value };
  }
  return undefined;
}

/** The index behind the counted noun that stands there; where none does, the same index. */
function nounBehind(words: readonly string[], at: number, nouns: readonly (readonly string[])[]): number {
  const lengths = nouns
    .filter(
      (noun) => noun.length > 0 && noun.every((part, offset) => isCounted(words[at + offset] ?? '', part)),
    )
    .map(({ length }) => length);
  return at + Math.max(0, ...lengths);
}

/** "غرفة" and "غرفتين" count by themselves: one and two. */
function wordsAlone(words: readonly string[], nouns: readonly (readonly string[])[]): Counted[] {
  const arabic = nouns.flatMap(([noun = '']) => (noun.endsWith('ه') ? [noun] : []));
  return words.flatMap((word, start): Counted[] => {
    const one = arabic.some((noun) => word === noun || word === `ب${noun}`);
    const two = arabic.some((noun) => dualsOf(noun).some((form) => isForm(word, form)));
    if (!one && !two) return [];
    const end = words[start + 1] === 'نوم' ? start + 2 : start + 1;
    return [{ value: two ? 2 : 1, start, end }];
  });
}
