import { isForm, phraseWords } from '../phrases.ts';
import type { NumberMention, Numbers } from './number-mentions.ts';

/** The words of each parameter of a tool that takes a number. */
export type NumberSlots = readonly (readonly string[])[];

/** "A cog *of* 25", "25 *for the* cog": may stand between a number and its word. */
const LINKS = new Set(
  `of is are at as has have having with to be the a an about around roughly exactly should must will size count number on for in
   per my our its total
   من هو هي في عدده عددها مقداره مقدارها قدره قدرها حجمه حجمها يساوي تساوي بحجم بعدد عدد له لها علي حوالي تقريبا يكون تكون رقم`.split(
    /\s+/,
  ),
);
const JOINS = new Set(['and', 'or', 'plus', 'but', 'then', 'و', 'او', 'ثم']);
const MAX_LINKS = 4;

/** What it costs to read a number as that of a word, by how they stand to each other; the least wins. */
const COST = { before: 0, behind: 0.5, oneBetween: 0.6, linked: 0.7, perLink: 0.05, otherClause: 2 } as const;
const CLAUSE_BEHIND = 1;

/** Beyond these nobody writes a message; the search stays small. */
const MAX_MENTIONS = 12;
const MAX_SLOTS = 12;

/**
 * Which number belongs to which words: as many words as possible get one, none serves two, and each stands as near as
 * can be. "Chainring 50, cog 25" has the 50 before the cog, and yet it is the chainring's.
 *
 * @param mentions those of the numbers that may be taken.
 * @returns one for each slot, in their order; undefined where no number is near its words.
 */
export function assignNumbers(
  numbers: Numbers,
  mentions: readonly NumberMention[],
  slots: NumberSlots,
): (NumberMention | undefined)[] {
  const some = mentions.slice(0, MAX_MENTIONS);
  const costs = slots
    .slice(0, MAX_SLOTS)
    .map((words) => some.map((mention) => costOf(numbers, mention, words)));
  const chosen = cheapest(costs, 0, 0, new Map());
  return slots.map((_, slot) => some[chosen.picks[slot] ?? -1]);
}

interface Chosen {
  count: number;
  cost: number;
  /** Index of a mention for each slot from the one that was asked for on; -1 for none. */
  picks: number[];
}

function cheapest(
  costs: readonly (readonly (number | undefined)[])[],
  slot: number,
  taken: number,
  known: Map<string, Chosen>,
): Chosen {
  const own = costs[slot];
  if (!own) return { count: 0, cost: 0, picks: [] };
  const key = `${slot}:${taken}`;
  const before = known.get(key);
  if (before) return before;
  const without = cheapest(costs, slot + 1, taken, known);
  let best: Chosen = { ...without, picks: [-1, ...without.picks] };
  for (const [mention, cost] of own.entries()) {
    if (cost === undefined || (taken & (1 << mention)) !== 0) continue;
    const rest = cheapest(costs, slot + 1, taken | (1 << mention), known);
    const found = { count: rest.count + 1, cost: rest.cost + cost, picks: [mention, ...rest.picks] };
    if (found.count > best.count || (found.count === best.count && found.cost < best.cost)) best = found;
  }
  known.set(key, best);
  return best;
}

/** Undefined where the number is not near any of the words. */
function costOf(numbers: Numbers, mention: NumberMention, words: readonly string[]): number | undefined {
  const costs = words
    .map(phraseWords)
    .flatMap((phrase) => [...wordBehind(numbers, mention, phrase), ...wordBefore(numbers, mention, phrase)]);
  return costs.length === 0 ? undefined : Math.min(...costs);
}

/** "3 bedrooms", "3 large bedrooms", "25 for the cog". */
function wordBehind({ words, breaks }: Numbers, { end }: NumberMention, phrase: readonly string[]): number[] {
  const costs: number[] = [];
  let links = 0;
  let others = 0;
  let apart = 0;
  for (let at = end; at <= end + MAX_LINKS && at < words.length; at += 1) {
    if (breaks.has(at)) apart = COST.otherClause;
    if (phrase.length > 0 && phrase.every((part, offset) => isCounted(words[at + offset] ?? '', part))) {
      const joined = isJoined(words[at] ?? '', phrase[0] ?? '') ? COST.otherClause : 0;
      const far = links > 0 ? COST.linked + COST.perLink * links : 0;
      costs.push(
        (at === end ? COST.before : Math.max(far, others > 0 ? COST.oneBetween : 0)) +
          Math.max(apart, joined),
      );
      break;
    }
    const word = words[at] ?? '';
    if (JOINS.has(word)) apart = COST.otherClause;
    if (LINKS.has(word)) links += 1;
    else if ((others += 1) > 1) break;
  }
  return costs;
}

/** "Bedrooms: 4", "a cog of 25". */
function wordBefore(
  { words, breaks }: Numbers,
  { start }: NumberMention,
  phrase: readonly string[],
): number[] {
  let links = 0;
  let apart = breaks.has(start) ? CLAUSE_BEHIND : 0;
  for (let stop = start; stop > 0 && links <= MAX_LINKS; stop -= 1) {
    const from = stop - phrase.length;
    if (
      from >= 0 &&
      phrase.length > 0 &&
      phrase.every((part, offset) => isForm(words[from + offset] ?? '', part))
    )
      return [(links === 0 ? COST.behind : COST.linked + COST.perLink * links) + apart];
    if (!LINKS.has(words[stop - 1] ?? '')) break;
    links += 1;
    if (breaks.has(stop - 1)) apart = CLAUSE_BEHIND;
  }
  return [];
}

/** Arabic writes "and" onto the word. */
function isJoined(word: string, base: string): boolean {
  return word.startsWith('و') && !base.startsWith('و');
}

/** Behind eleven and more Arabic has the thing that is counted with an alef: 40 رغيفا, 15 عاما. */
export function isCounted(word: string, base: string): boolean {
  return isForm(word, base) || (/^[\u0600-\u06FF]{3,}$/.test(base) && isForm(word.replace(/ا$/, ''), base));
}
