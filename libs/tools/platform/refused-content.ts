import { normalizeText } from '#text';

/** Kinds of content that must not be stored as an insight. */
export type RefusedContent = 'a card number' | 'an identity number';

const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;
/** Digits with optional single spaces. Excludes parts of longer numbers and international phone numbers. */
const CARD = new RegExp(
  `(?<![\\d+])(?!00)\\d(?: ?\\d){${MIN_CARD_DIGITS - 1},${MAX_CARD_DIGITS - 1}}(?!\\d)`,
  'g',
);

/** A word for an identity document, followed by a number of at least five digits with optional letters before it. */
const ANNOUNCED_IDENTITY =
  /(?<!\p{L})(?:passport|identity|id card|id no|id number|national id|residence permit|social security|ssn|جواز|هويه|الهويه|رقم وطني|الرقم الوطني|اقامه|الاقامه)(?: \p{L}+){0,3} \p{L}{0,3} ?\d{5,}/u;
/** US social security numbers and Emirates IDs, which are recognized by their format alone. */
const FORMED_IDENTITY = /(?<!\d)(?:\d{3} \d{2} \d{4}|784 ?\d{4} ?\d{7} ?\d)(?!\d)/;

/** Detects card numbers (by length and check digit) and identity numbers (by the words before them or their format). */
export function refusedContent(text: string): RefusedContent | undefined {
  const normalized = normalizeText(text);
  // An Emirates ID can also pass as a card number, so identity numbers are checked first.
  if (ANNOUNCED_IDENTITY.test(normalized) || FORMED_IDENTITY.test(normalized)) return 'an identity number';
  const numbers = normalized.match(CARD) ?? [];
  return numbers.some((digits) => passesLuhn(digits.replaceAll(' ', ''))) ? 'a card number' : undefined;
}

/** Checks the Luhn check digit of ISO/IEC 7812: doubles every second digit from the right; the digit sum is divisible by 10. */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
