import { isForm, phraseWords } from '../phrases.ts';
import type { NumberMention, Numbers } from './number-mentions.ts';

/** The words of each parameter of a tool that takes a number. */
export type NumberSlots = readonly (readonly string[])[];

/** "A cog *of* 25", "25 *for the* cog": words allowed between a number and its word. */
const LINKS = new Set(
  `of is are at as has have having with to be the a an about around roughly exactly should must will size count number on for in
   per my our its total
   من هو هي في عدده عددها مقداره مقدارها قدره قدرها حجمه حجمها يساوي تساوي بحجم بعدد عدد له لها علي حوالي تقريبا يكون تكون رقم`.split(
    /\s+/,
  ),
);
const JOINS = new Set(['and', 'or', 'plus', 'but', 'then', 'و', 'او', 'ثم']);
const MAX_LINKS = 4;

/** Costs of assigning a number to a word, by their relative position; the lowest total wins. */
const COST = { before: 0, behind: 0.5, oneBetween: 0.6, linked: 0.7, perLink: 0.05, otherClause: 2 } as const;
const CLAUSE_BEHIND = 1;

/** Limits that keep the search small; messages rarely exceed them. */
const MAX_MENTIONS = 12;
const MAX_SLOTS = 12;

/**
 * Assigns numbers to slots: as many slots as possible get a number, no number serves two slots, and the total distance is
 * minimal. In "Chainring 50, cog 25" the 50 is next to the cog but belongs to the chainring.
 *
 * @param mentions numbers that can be assigned.
 * @returns one entry per slot, in order; undefined if no number is near the words of the slot.
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
  /** Index of the mention for each slot from the requested one on; -1 for none. */
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

/** Cost of assigning a number to a slot; undefined if it is not near any of the words. */
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

/** In Arabic, "and" is attached to the word. */
function isJoined(word: string, base: string): boolean {
  return word.startsWith('و') && !base.startsWith('و');
}

/** After 11 and above, the counted noun has a final alef in Arabic: 40 رغيفا, 15 عاما. */
export function isCounted(word: string, base: string): boolean {
  return isForm(word, base) || (/^[\u0600-\u06FF]{3,}$/.test(base) && isForm(word.replace(/ا$/, ''), base));
}
