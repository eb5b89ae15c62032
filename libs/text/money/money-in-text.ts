import { arabicForms } from '../stems.ts';
import { findPhrase } from '../phrases.ts';
import { MAX_AMOUNT_CHARACTERS, readMoney } from './amounts.ts';
import { normalizedWords } from '../normalize-text.ts';
import { distanceTo, nearestTo } from '../numbers/near.ts';
import { readNumbers, type NumberMention, type Numbers } from '../numbers/number-mentions.ts';
import { assignNumbers, type NumberSlots } from '../numbers/number-slots.ts';

const phrases = (list: string) => list.split(/[,،]/).map(normalizedWords);
const MAX_BEFORE = phrases(
  `no more than, not more than, not over, not above, less than, lower than, cheaper than, up to, upto, at most, under, below, within,
   max, maximum, capped at, not exceeding, أقل من، أرخص من، أدنى من، حتى، لغاية، لا يتجاوز، لا تتجاوز، لا يزيد عن، لا تزيد عن، لا يزيد على، لا تزيد على، أقصاه، أقصاها، بحدود، حدود، دون،
   تحت، كحد أقصى، الأقصى، القصوى، سقف`,
);
const MIN_BEFORE = phrases(
  `no less than, not less than, not under, not below, more than, at least, over, above, from, starting at, minimum, min, ليس أقل من، ليست أقل من،
   مش أقل من، مو أقل من، مب أقل من، أكثر من، ابتداء من،
   لا يقل عن، لا تقل عن، على الأقل، فوق، من`,
);
/** Words after which an amount without other direction words is a maximum. */
const BUDGET_BEFORE = phrases(
  'budget, ceiling, cap, limit, afford, spend, ميزانية، ميزانيتي، ميزانيته، ميزانيتها، ميزانيتنا',
);
const MAX_BEHIND = phrases(
  'or less, or under, or below, max, maximum, at most, tops, كحد أقصى، أو أقل، فأقل',
);
const MIN_BEHIND = phrases('or more, and up, and above, plus, minimum, upwards, كحد أدنى، أو أكثر، فأكثر');
const LONGEST_BEHIND = Math.max(...[...MAX_BEHIND, ...MIN_BEHIND].map(({ length }) => length));
/** Words between the ends of a range. `TO` works alone, `JOINERS` only after "from" or "between". */
const TO = new Set(['to', 'الي']);
const JOINERS = new Set([...TO, ...'and|till|until|up to|حتي|و|ل|لغايه|لحد|لين|لحتي'.split('|')]);

/** A number before one of these words is a count or measure, not money. */
const UNITS = new Set(
  `bedroom bedrooms bed beds room rooms bath baths bathroom bathrooms year years yr yrs month months week weeks day days hour
   hours minute minutes people persons guests flats flat apartments villas houses properties listings units floor floors sqm
   m m2 m² k km metre metres meter meters percent times o'clock years' year's
   غرفه غرف غرفتين حمام حمامات سنه سنوات سنين عام اعوام شهر اشهر شهور اسبوع اسابيع يوم ايام ساعه ساعات دقيقه دقايق شخص اشخاص
   متر امتار شقه شقق فيلا فلل منزل منازل طابق`.split(/\s+/),
);
const MAX_WORDS_BETWEEN = 3;
/** Maximum distance in words: "50k down", "a deposit of 50k". */
const MAX_DISTANCE_OF_ANOTHER = 1;

/** An amount of money with its bound, which the adjacent words determine. */
export interface Amount extends NumberMention {
  direction?: 'max' | 'min';
}

export interface MoneyFill {
  bound: 'max' | 'min' | 'any';
  near?: string[];
  notNear?: string[];
  lone?: boolean;
}

export function readMoneyFill(text: string, fill: MoneyFill): number | undefined {
  const { words, amounts: all } = readAmounts(text);
  const { notNear } = fill;
  const amounts = notNear
    ? all.filter((amount) => (distanceTo(words, notNear, amount) ?? Infinity) > MAX_DISTANCE_OF_ANOTHER)
    : all;
  if (fill.near) return nearestTo(words, fill.near, amounts)?.value;
  if (fill.bound === 'any')
    return (amounts.find((amount) => isSurelyMoney(words, amount)) ?? amounts[0])?.value;
  const directed = amounts.find((amount) => amount.direction === fill.bound);
  if (directed) return directed.value;
  return fill.lone ? amounts.find((amount) => amount.direction === undefined)?.value : undefined;
}

/**
 * "Split 60 between 4 people": the only remaining number, even a small one, if an amount is required.
 *
 * @param slots words of the tool's parameters that take other numbers.
 */
export function readPlainAmount(text: string, slots: NumberSlots): number | undefined {
  const numbers = readNumbers(text);
  const plain = numbers.mentions.filter(({ percent }) => !percent);
  const others = assignNumbers(numbers, plain, slots);
  const [only, ...more] = plain.filter(
    (mention) => !others.includes(mention) && !isYear(mention) && !isCountOfThings(numbers.words, mention),
  );
  return more.length === 0 ? only?.value : undefined;
}

function isCountOfThings(words: string[], { end }: NumberMention): boolean {
  return arabicForms(words[end] ?? '').some((form) => UNITS.has(form));
}

/** Letters, digits, spaces and marks within amounts. Other signs, such as "<" and "-", change what an amount means. */
const AMOUNT_IN_WORDS = /^(?:[\p{L}\p{M}\p{N}\p{Sc}\p{Cf}\s.,٫٬،'’]|(?<=\p{L})-(?=\p{L}))*$/u;

/** The amount of which the text consists, in words too: "half a million euros", "مليون ونصف". */
export function readAmount(text: string): number | undefined {
  const money = readMoney(text);
  const isPlain = text.length <= MAX_AMOUNT_CHARACTERS && AMOUNT_IN_WORDS.test(text);
  if (money !== undefined || !isPlain) return money;
  const { words, mentions } = readNumbers(text);
  const [only] = mentions;
  const isAll = only?.start === 0 && only.end === words.length && !only.percent && !only.plus;
  return isAll ? only.value : undefined;
}

/** All valid amounts of a message, with their directions. */
export function readAmounts(text: string): { words: string[]; amounts: Amount[] } {
  const numbers = readNumbers(text);
  const { words, mentions } = numbers;
  const amounts: Amount[] = mentions
    .map((mention, index) => inUnitOf(numbers, mention, mentions[index - 1]))
    .filter((mention, index) => isMoney(words, mention) || opensRange(words, mention, mentions[index + 1]));
  for (const [index, amount] of amounts.entries()) {
    const next = amounts[index + 1];
    if (next && joined(words, amount, next)) {
      shareUnit(amount, next);
      amount.direction = 'min';
      next.direction = 'max';
    } else {
      amount.direction ??= directionOf(numbers, amount, amounts[index - 1]?.end ?? 0);
    }
  }
  const told = amounts.filter((amount) => amount.direction !== undefined || !isYear(amount));
  return { words, amounts: told };
}

/** "100 to 150k", "100k to 150": the unit of one end applies to both if the range then ascends. */
function shareUnit(low: Amount, high: Amount): void {
  if (low.multiplied === high.multiplied) return;
  const [plain, whole] = low.multiplied ? [high, low] : [low, high];
  if (plain.value >= 1_000) return;
  // "900 to 1.2 million" are thousands; "800 to 1.2k" is a rent.
  const scaled = [unitOf(whole.value), 1_000].map((unit) => plain.value * unit);
  plain.value =
    scaled.find((value) => (plain === low ? value <= high.value : value >= low.value)) ?? plain.value;
}

/** "Less than 150 thousand and more than 100": the unit of the first bound applies to the second one. */
function inUnitOf(numbers: Numbers, mention: NumberMention, before: NumberMention | undefined): Amount {
  const { value, multiplied, percent, currency } = mention;
  const counts = isCountOfThings(numbers.words, mention);
  if (!before?.multiplied || multiplied || percent || currency || counts || value < 10 || value >= 1_000)
    return { ...mention };
  const first = directionOf(numbers, before, 0);
  const second = directionOf(numbers, mention, before.end);
  const scaled = value * unitOf(before.value);
  const fits =
    (first === 'max' && second === 'min' && scaled <= before.value) ||
    (first === 'min' && second === 'max' && scaled >= before.value);
  return fits ? { ...mention, value: scaled, multiplied: true } : { ...mention };
}

/** Distinguishes amounts from house and telephone numbers: "432,000" is an amount like "432k". */
function isSurelyMoney(words: string[], { currency, multiplied, value, start }: Amount): boolean {
  const isOfASum = value >= 10_000 && value < 10_000_000;
  return currency || multiplied || isOfASum || /\d,\d{3}/.test(words[start] ?? '');
}

function isMoney(words: string[], mention: NumberMention): boolean {
  if (mention.percent) return false;
  if (mention.currency || mention.multiplied) return true;
  // "three" and "2" are rarely money.
  return mention.value >= 100 && !isCountOfThings(words, mention);
}

/** "between 50 and 60k": the first number is an amount because the second one is. */
function opensRange(words: string[], first: NumberMention, second: NumberMention | undefined): boolean {
  return second !== undefined && !first.percent && second.multiplied && joined(words, first, second);
}

function isYear({ value, currency, multiplied }: NumberMention): boolean {
  return !currency && !multiplied && Number.isInteger(value) && value >= 1900 && value < 2100;
}

/** "between a and b", "from a to b", "a to b"; "a and b" alone are two amounts. */
function joined(words: string[], first: NumberMention, second: NumberMention): boolean {
  const between = words.slice(first.end, second.start).join(' ');
  // "و200", "ل150": in Arabic the word is attached to the number.
  const attached = between === '' && /^[ول]/.test(words[second.start] ?? '');
  if (!attached && !JOINERS.has(between)) return false;
  const before = words.slice(Math.max(0, first.start - 2), first.start);
  return TO.has(between) || before.some((word) => ['between', 'from', 'بين', 'من'].includes(word));
}

function directionOf({ words, breaks }: Numbers, amount: NumberMention, from: number): Amount['direction'] {
  const behind = words.slice(amount.end, amount.end + LONGEST_BEHIND);
  const follows = (phrase: string[]) => {
    // "Over 500,000 euros, at most 4 bedrooms": the phrase belongs to the next number.
    const isOfNext = breaks.has(amount.end) && /^\d/.test(words[amount.end + phrase.length] ?? '');
    return !isOfNext && findPhrase(behind, phrase)?.start === 0;
  };
  if (MAX_BEHIND.some(follows)) return 'max';
  if (amount.plus || MIN_BEHIND.some(follows)) return 'min';
  const before = words.slice(Math.max(from, amount.start - MAX_WORDS_BETWEEN - 3), amount.start);
  const max = lastEnd(before, MAX_BEFORE);
  const min = lastEnd(before, MIN_BEFORE);
  if (max !== undefined || min !== undefined) return (max ?? 0) >= (min ?? 0) ? 'max' : 'min';
  return lastEnd(before, BUDGET_BEFORE) === undefined ? undefined : 'max';
}

/** End of the last matching phrase. If several end at the same word ("no more than", "more than"), the order of the lists decides. */
function lastEnd(words: string[], list: string[][]): number | undefined {
  let best: number | undefined;
  for (const phrase of list) {
    for (let place = findPhrase(words, phrase); place; place = findPhrase(words, phrase, place.start + 1)) {
      if (words.length - place.end <= MAX_WORDS_BETWEEN) {
        // Prefers the longer of two phrases that end at the same word, because it is more specific.
        best = Math.max(best ?? 0, place.end + phrase.length / 100);
      }
    }
  }
  return best;
}

/** "Between 150 and 200k" means 150,000. */
function unitOf(value: number): number {
  return value >= 1_000_000 ? 1_000_000 : 1_000;
}
