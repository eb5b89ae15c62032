import { hasPhrase, normalizedWords } from '#text';
import { correctionIn } from './corrected.ts';
import { isNoMoreThan } from './no-more-than.ts';
import { readNumbers, type NumberMention } from './number-mentions.ts';

/** An amount of money with the bound that the words beside it make of it. */
export interface Amount extends NumberMention {
  direction?: 'max' | 'min';
}

const phrases = (list: string) => list.split(/[,،]/).map((phrase) => normalizedWords(phrase).join(' '));
const oneOf = (list: string) => `(?:${phrases(list).join('|')})`;

/** Right before an amount that does not hold: "not 300k", "isn't 300k". "Not over 300k" is a limit. */
const DENIED = new RegExp(
  `(?:^| )${oneOf(
    `not, isn't, is not, aren't, wasn't, instead of, rather than, in place of, forget, forget about, ignore, scrap, ليس، ليست، وليس، وليست، مو، مش، مب، ما عندي، ما عندنا، بدل، بدلا من، بدلا عن، عوضا عن، انس، تجاهل`,
  )}(?: ${oneOf('about, around, exactly, really, just, only, at, the, ب، حوالي')})?$`,
  'u',
);
/** Before an amount that held once, with its limit between: "no longer up to 300k". */
const NO_LONGER = new RegExp(
  `(?:^| )${oneOf('no longer, لم تعد, لم يعد, لم نعد, ما عادت, ما عاد')}(?: \\S+){0,3}$`,
  'u',
);
/** Behind such an amount: "300k any more". */
const ANY_MORE = new RegExp(
  `^${oneOf('any more, anymore, any longer, no longer, no more now, بعد الان, بعد اليوم')}(?= |$)`,
  'u',
);
/** Before an amount of which "now" tells another one: "it was 300k, now 340k". */
const ONCE = new RegExp(
  `(?:^| )${oneOf('was, were, used to be, had been, had, كان، كانت')}(?: ${oneOf('about, around, up to, at, حوالي')})?$`,
  'u',
);
const NOW = [
  'now',
  'new',
  'today',
  'الآن',
  'والآن',
  'حاليا',
  'صار',
  'صارت',
  'أصبح',
  'أصبحت',
  'وصارت',
  'وأصبحت',
];
/** "Went up from 300k to 340k": the second of the two holds, as against "from 300k to 340k". */
const CHANGED = new RegExp(
  `(?:^| )(?:went|gone|moved?|rose|risen|raised?|increased?|lowered?|reduced?|dropped|cut|changed?|up|down|ارتفع\\S*|زاد\\S*|ازداد\\S*|رفع\\S*|خفض\\S*|نزل\\S*|تغير\\S*|غير\\S*|عدل\\S*)(?: (?!range)\\S+){0,3} (?:from|من)$`,
  'u',
);
const LOWEST = ['minimum', 'least', 'lowest', 'الأدنى', 'أدنى'];
const WORDS_BESIDE = 6;
/** An amount with one of these behind it is another one than that before it: "400k, no, 40k deposit". */
const OF_ANOTHER = [
  'deposit',
  'down',
  'discount',
  'fee',
  'fees',
  'commission',
  'list price',
  'listed',
  'asking',
  'minimum',
  'عربون',
  'العربون',
  'دفعة',
  'الدفعة',
  'مقدم',
  'خصم',
  'عمولة',
  'المعلن',
  'المطلوب',
  'الأدنى',
];
const WORDS_OF_ANOTHER = 4;
/** What is less than a thousand goes on in the unit of the amount whose place it takes: "not 300k but 340". */
const LEAST_IN_ITS_OWN_UNIT = 1_000;

/**
 * The amounts without those that the message itself takes back ("not 300k but 340k", "300k, sorry, 340k"). What takes the
 * place of one keeps its bound and its unit, where it has none of its own.
 *
 * @param amounts in the order of the message, with their bounds.
 */
export function withoutReplaced(
  text: string,
  words: readonly string[],
  amounts: readonly Amount[],
): Amount[] {
  const replaced = new Map<Amount, Amount | undefined>();
  for (const [index, amount] of amounts.entries())
    if (isTakenBack(words, amounts, index))
      // What is told behind it, else what stood before it: "340k instead of 300k".
      replaced.set(amount, amounts[index + 1] ?? amounts[index - 1]);
  for (const amount of correcting(text, words, amounts)) {
    const old = correctedBy(
      amount,
      amounts.filter((one) => one.start < amount.start && !replaced.has(one)),
    );
    if (old) replaced.set(old, amount);
  }
  return amounts
    .filter((amount) => !replaced.has(amount))
    .map((amount) => {
      const old = amounts.find((one) => replaced.get(one) === amount);
      return old ? inPlaceOf(words, old, amount) : amount;
    });
}

/** The amount that stands right behind a word of correction, or both ends of a range there. */
function correcting(text: string, words: readonly string[], amounts: readonly Amount[]): Amount[] {
  const correction = correctionIn(text, (after) => {
    const [first] = readNumbers(after).mentions;
    return first?.start === 0 ? first.end : 0;
  });
  if (!correction) return [];
  const start = words.length - readNumbers(correction.after).words.length;
  const [first, next] = amounts.filter((amount) => amount.start >= start);
  if (first?.start !== start) return [];
  const isRange = first.direction === 'min' && next?.direction === 'max' && next.start - first.end <= 1;
  const corrected = isRange ? [first, next] : [first];
  const { end } = corrected.at(-1)!;
  const ends = [...readNumbers(text).breaks].filter((at) => at >= end);
  const behind = words.slice(end, Math.min(end + WORDS_OF_ANOTHER, ...ends));
  return hasPhrase(behind, OF_ANOTHER) ? [] : corrected;
}

function isTakenBack(words: readonly string[], amounts: readonly Amount[], index: number): boolean {
  const { start, end } = amounts[index]!;
  const from = Math.max(amounts[index - 1]?.end ?? 0, start - WORDS_BESIDE);
  const before = words.slice(from, start).join(' ');
  const next = amounts[index + 1];
  const behind = words.slice(end, next?.start ?? words.length).join(' ');
  if (isNoMoreThan(words.slice(amounts[index - 1]?.end ?? 0, start))) return false;
  if (DENIED.test(before) || NO_LONGER.test(before) || ANY_MORE.test(behind)) return true;
  if (!next) return false;
  if (CHANGED.test(before) && /^(?:up |down )?(?:to|الي|ل)$/.test(behind)) return true;
  const aroundNext = words.slice(end, next.end + 2);
  return ONCE.test(before) && hasPhrase(aroundNext, NOW);
}

/** The last one before a correction that has the bound of the new one, or of which any has none. */
function correctedBy({ direction }: Amount, before: readonly Amount[]): Amount | undefined {
  return before.findLast(
    (old) => direction === undefined || old.direction === undefined || old.direction === direction,
  );
}

function inPlaceOf(words: readonly string[], old: Amount, amount: Amount): Amount {
  const isOfSameUnit = old.multiplied && !amount.multiplied && amount.value < LEAST_IN_ITS_OWN_UNIT;
  const factor = isOfSameUnit ? unitOf(old.value) : 1;
  const direction = boundOf(words, old, amount);
  return {
    ...amount,
    value: amount.value * factor,
    multiplied: amount.multiplied || isOfSameUnit,
    ...(direction && { direction }),
  };
}

/** "From" before what was given up ("raised from 300k", "بدلا من 300 ألف") makes no lowest price of it. */
function boundOf(words: readonly string[], old: Amount, { direction }: Amount): Amount['direction'] {
  if (!['from', 'من'].includes(words[old.start - 1] ?? '')) return direction ?? old.direction;
  const isLowest = hasPhrase(words.slice(Math.max(0, old.start - WORDS_BESIDE), old.start), LOWEST);
  return isLowest ? 'min' : direction;
}

/** "Between 150 and 200k" means 150,000. */
export function unitOf(value: number): number {
  return value >= 1_000_000 ? 1_000_000 : 1_000;
}
