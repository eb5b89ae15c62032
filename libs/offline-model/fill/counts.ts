import type { Fill } from '#pack-kit';
import {
  hasPhrase,
  isForm,
  phraseList,
  phraseWords,
  distanceTo,
  nearestTo,
  dualsOf,
  readNumbers,
  type NumberMention,
  assignNumbers,
  isCounted,
  type NumberSlots,
} from '#text';

const AT_LEAST = phraseList(
  'at least, minimum, min, or more, plus, and up, على الأقل, كحد أدنى, أو أكثر, فأكثر',
);
const NO_FEWER_THAN = phraseList(
  'لا يقل عن, لا تقل عن, no less than, not less than, no fewer than, not fewer than, not under, not below',
);

type IntFill = Omit<Extract<Fill, { from: 'int' }>, 'from'>;
type NumFill = Omit<Extract<Fill, { from: 'num' }>, 'from'>;

/**
 * A whole number next to one of the words: "three bedrooms", "3+ beds", "غرفتين".
 *
 * @param others words of the tool's other number parameters, whose numbers are excluded.
 */
export function readIntFill(
  text: string,
  fill: IntFill,
  others: NumberSlots = [],
): number | string | undefined {
  const numbers = readNumbers(text);
  const { words } = numbers;
  const plain = numbers.mentions.filter(isPlain);
  const [own, ...theirs] = assignNumbers(numbers, plain, [fill.words, ...others]);
  const left = plain.filter((mention) => !theirs.includes(mention));
  const found =
    own ?? dual(words, fill.words) ?? one(words, fill.words) ?? (fill.lone ? lone(left) : undefined);
  if (!found || !Number.isInteger(found.value)) return undefined;
  const around = words.slice(Math.max(0, found.start - 2), found.end + 4);
  const before = words.slice(Math.max(0, found.start - 3), found.start);
  const atLeast = found.plus || hasPhrase(around, AT_LEAST) || hasPhrase(before, NO_FEWER_THAN);
  const atMost = !atLeast && isAtMost(words, found);
  if (fill.bound === 'exact' && (atLeast || atMost)) return undefined;
  if (fill.bound === 'min' && !atLeast) return undefined;
  if (fill.bound === 'max' && !atMost) return undefined;
  if (!fill.asText) return found.value;
  return atLeast && fill.bound === undefined ? `${found.value}+` : String(found.value);
}

const AT_MOST_BEFORE = phraseList(
  'at most, no more than, not more than, not over, not above, not exceeding, up to, maximum, لا يزيد عن, لا تزيد عن, لا يتجاوز, لا تتجاوز',
);
const AT_MOST_BEHIND = ['at most', 'or less', 'or fewer', 'على الأكثر', 'كحد أقصى', 'أو أقل'];
const WORDS_BEHIND = 4;

function isAtMost(words: readonly string[], { start, end }: Found): boolean {
  const before = AT_MOST_BEFORE.map(phraseWords);
  if (before.some((phrase) => phrase.every((part, at) => words[start - phrase.length + at] === part)))
    return true;
  return hasPhrase(words.slice(end, end + WORDS_BEHIND), AT_MOST_BEHIND);
}

type Found = Pick<NumberMention, 'value' | 'start' | 'end' | 'plus'>;

/** Numbers that are neither money nor percentages. */
export function isPlain({ percent, currency, multiplied }: NumberMention): boolean {
  return !percent && !currency && !multiplied;
}

/** The number that no other parameter takes, if there is exactly one. */
function lone(mentions: NumberMention[]): Found | undefined {
  const [only, ...others] = mentions;
  return others.length === 0 ? only : undefined;
}

/** The value 1 without a numeral: "A single bedroom", "شقة بغرفة نوم". Only unambiguously singular Arabic words count. */
function one(words: string[], beside: readonly string[]): Found | undefined {
  for (const phrase of beside.map(phraseWords)) {
    const [noun = '', ...rest] = phrase;
    const start = words.findIndex((word, at) => {
      if (!rest.every((part, offset) => words[at + 1 + offset] === part)) return false;
      const before = words[at - 1] ?? '';
      return noun.endsWith('ه')
        ? word.replace(/^و/, '') === `ب${noun}` || (word === noun && before === 'ذات')
        : before === 'single' && isForm(word, noun);
    });
    if (start >= 0) return { value: 1, start, end: start + phrase.length, plus: false };
  }
  return undefined;
}

function dual(words: string[], beside: readonly string[]): Found | undefined {
  for (const phrase of beside.map(phraseWords)) {
    const [noun = '', ...rest] = phrase;
    const whole = dualsOf(noun);
    const construct = rest.length > 0 ? dualsOf(noun, { construct: true }) : [];
    const start = words.findIndex((word, at) => {
      if (whole.some((form) => isForm(word, form))) return true;
      const goesOn = rest.every((part, offset) => words[at + 1 + offset] === part);
      return goesOn && construct.some((form) => isForm(word, form));
    });
    if (start >= 0) return { value: 2, start, end: start + 1, plus: false };
  }
  return undefined;
}

const UNIT_WORDS: Record<Exclude<NumFill['unit'], 'percent'>, string[]> = {
  hours: ['hour', 'hr', 'hrs', 'h', 'ساعة', 'ساعات'],
  days: ['day', 'يوم', 'أيام'],
  weeks: ['week', 'أسبوع', 'أسابيع'],
  months: ['month', 'شهر', 'أشهر', 'شهور'],
  years: ['year', 'yr', 'yrs', 'سنة', 'سنوات', 'سنين', 'عام', 'أعوام'],
  minutes: ['minute', 'min', 'دقيقة', 'دقائق'],
  people: ['person', 'people', 'employee', 'user', 'شخص', 'أشخاص', 'موظف', 'موظفين'],
};
/** Units as multiples of other units: a week is 7 days. */
const LARGER: Partial<Record<NumFill['unit'], { unit: keyof typeof UNIT_WORDS; times: number }>> = {
  months: { unit: 'years', times: 12 },
  days: { unit: 'weeks', times: 7 },
  minutes: { unit: 'hours', times: 60 },
};

/**
 * A number with its unit; with `near`, the number next to those words.
 *
 * @param others the `near` words of the tool's other percentage parameters, whose numbers are excluded.
 */
export function readNumFill(text: string, fill: NumFill, others: NumberSlots = []): number | undefined {
  const { words, mentions } = readNumbers(text);
  if (fill.unit === 'percent') {
    const percents = mentions.filter((mention) => mention.percent);
    if (!fill.near) return percents[0]?.value;
    const nearer = (mention: NumberMention) => {
      const own = distanceTo(words, fill.near ?? [], mention) ?? Infinity;
      return others.every((near) => own <= (distanceTo(words, near, mention) ?? Infinity));
    };
    return nearestTo(words, fill.near, percents.filter(nearer))?.value;
  }
  const own = withUnit(words, mentions, UNIT_WORDS[fill.unit], fill.near);
  if (own !== undefined) return own;
  const larger = LARGER[fill.unit];
  const several = larger && withUnit(words, mentions, UNIT_WORDS[larger.unit], fill.near);
  return several === undefined ? undefined : several * larger!.times;
}

function withUnit(
  words: string[],
  mentions: NumberMention[],
  unit: string[],
  near?: string[],
): number | undefined {
  const phrases = unit.map(phraseWords);
  const isUnit = (word: string) => phrases.some(([base = '']) => isCounted(word, base));
  const counted: Found[] = mentions.filter((mention) => !mention.percent && isUnit(words[mention.end] ?? ''));
  const two = dual(words, unit);
  if (two) counted.push(two);
  // "a year", "an hour"
  const article = words.findIndex(
    (word, index) => (word === 'a' || word === 'an') && isUnit(words[index + 1] ?? ''),
  );
  if (article >= 0) counted.push({ value: 1, start: article, end: article + 1, plus: false });
  if (!near) return counted[0]?.value;
  return counted.find(
    (found) => distanceTo(words, near, { start: found.start, end: found.end + 1 }) !== undefined,
  )?.value;
}
