import { normalizeText } from '#text';

/** What must not be remembered. */
export type RefusedContent = 'a card number' | 'an identity number';

const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;
/** Digits, single spaces between groups allowed; not the end of a longer number, and no international phone number. */
const CARD = new RegExp(
  `(?<![\\d+])(?!00)\\d(?: ?\\d){${MIN_CARD_DIGITS - 1},${MAX_CARD_DIGITS - 1}}(?!\\d)`,
  'g',
);

/** Words that announce a number of a document, then a number of at least five digits, letters before it allowed. */
const ANNOUNCED_IDENTITY =
  /(?<!\p{L})(?:passport|identity|id card|id no|id number|national id|residence permit|social security|ssn|جواز|هويه|الهويه|رقم وطني|الرقم الوطني|اقامه|الاقامه)(?: \p{L}+){0,3} \p{L}{0,3} ?\d{5,}/u;
/** United States social security number; Emirates ID. They are told by their form alone. */
const FORMED_IDENTITY = /(?<!\d)(?:\d{3} \d{2} \d{4}|784 ?\d{4} ?\d{7} ?\d)(?!\d)/;

/** Card numbers (by length and check digit) and identity numbers (by the words before them, or a form of their own) in a text. */
export function refusedContent(text: string): RefusedContent | undefined {
  const normalized = normalizeText(text);
  // An Emirates ID passes as a card number too; its own form says what it is.
  if (ANNOUNCED_IDENTITY.test(normalized) || FORMED_IDENTITY.test(normalized)) return 'an identity number';
  const numbers = normalized.match(CARD) ?? [];
  return numbers.some((digits) => passesLuhn(digits.replaceAll(' ', ''))) ? 'a card number' : undefined;
}

/** The check digit of ISO/IEC 7812: every second digit from the right doubled, digits summed, divisible by ten. */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
