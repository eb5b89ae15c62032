import { ARABIC_TEENS, SPELLED_HUNDREDS, SPELLED_TENS, SPELLED_UNITS } from './spelled-numbers.ts';

/** Numbers in words, normalised. */
export const NUMBER_WORDS: Record<string, number> = {
  one: 1,
  واحد: 1,
  واحده: 1,
  ...SPELLED_UNITS,
  ...SPELLED_TENS,
  ...SPELLED_HUNDREDS,
  ميتي: 200,
  ميتا: 200,
  مايتي: 200,
  مايتا: 200,
  ...hundreds({ ثلاث: 3, اربع: 4, خمس: 5, ست: 6, سبع: 7, ثمان: 8, ثماني: 8, تسع: 9 }),
};

/** Before عشر: خمسة عشر is fifteen. */
export const TEEN_UNITS: Record<string, number> = {
  ...ARABIC_TEENS,
  ...Object.fromEntries(
    Object.entries(NUMBER_WORDS).filter(
      ([word, value]) => value > 2 && value < 10 && /^\p{Script=Arabic}/u.test(word),
    ),
  ),
};

/** Hundreds such as ثلاثمئة are written as one word. */
function hundreds(digits: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(digits).flatMap(([word, digit]) =>
      ['ميه', 'مايه'].map((hundred) => [word + hundred, digit * 100] as const),
    ),
  );
}

/** Words that are an amount without a number before them: "أقل من مليون", "ألفي يورو". Normalised. */
export const AMOUNTS_ALONE: Record<string, number> = {
  ...Object.fromEntries('الفين الفان الفي'.split(' ').map((word) => [word, 2e3])),
  ...Object.fromEntries('مليونين مليونان مليوني مليونا'.split(' ').map((word) => [word, 2e6])),
  الف: 1e3,
  مليون: 1e6,
  مليار: 1e9,
};

/** Fractions of the following amount ("نصف مليون"), and, with a و, of the preceding one ("مليون ونصف"). */
export const FRACTIONS: Record<string, number> = { نصف: 0.5, ربع: 0.25, half: 0.5, quarter: 0.25 };

/**
 * The dual of an Arabic noun means two of it: غرفة gives غرفتين, شهر gives شهرين. In `construct`, right before the noun
 * that it belongs to, it loses its last letter: غرفتي نوم. Alone that form means something else (شهري: monthly). The
 * word is normalised.
 */
export function dualsOf(word: string, { construct = false } = {}): string[] {
  if (!/^[\u0600-\u06FF]{3,}$/.test(word)) return [];
  const base = word.endsWith('ه') ? `${word.slice(0, -1)}ت` : word;
  const whole = [`${base}ين`, `${base}ان`];
  return construct ? [...whole, `${base}ي`, `${base}ا`] : whole;
}
