/** Numbers in words, normalised. */
export const NUMBER_WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  واحد: 1,
  واحده: 1,
  اثنان: 2,
  اثنين: 2,
  اثنتان: 2,
  اثنتين: 2,
  ثلاث: 3,
  ثلاثه: 3,
  اربع: 4,
  اربعه: 4,
  خمس: 5,
  خمسه: 5,
  ست: 6,
  سته: 6,
  سبع: 7,
  سبعه: 7,
  ثمان: 8,
  ثماني: 8,
  ثمانيه: 8,
  تسع: 9,
  تسعه: 9,
  عشر: 10,
  عشره: 10,
  عشرون: 20,
  عشرين: 20,
  ثلاثون: 30,
  ثلاثين: 30,
  اربعون: 40,
  اربعين: 40,
  خمسون: 50,
  خمسين: 50,
  ستون: 60,
  ستين: 60,
  سبعون: 70,
  سبعين: 70,
  ثمانون: 80,
  ثمانين: 80,
  تسعون: 90,
  تسعين: 90,
  ميه: 100,
  مايه: 100,
  ميتين: 200,
  ميتان: 200,
  ميتي: 200,
  ميتا: 200,
  مايتين: 200,
  مايتان: 200,
  مايتي: 200,
  مايتا: 200,
  ...hundreds({ ثلاث: 3, اربع: 4, خمس: 5, ست: 6, سبع: 7, ثمان: 8, ثماني: 8, تسع: 9 }),
};

/** Before عشر: خمسة عشر is fifteen. */
export const TEEN_UNITS: Record<string, number> = {
  احد: 1,
  احدي: 1,
  اثنا: 2,
  اثني: 2,
  اثنتا: 2,
  اثنتي: 2,
  ...Object.fromEntries(
    Object.entries(NUMBER_WORDS).filter(
      ([word, value]) => value > 2 && value < 10 && /^\p{Script=Arabic}/u.test(word),
    ),
  ),
};
export const TEN_WORDS = new Set(['عشر', 'عشره']);

/** ثلاثمئة and its like are written as one word. */
function hundreds(digits: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(digits).flatMap(([word, digit]) =>
      ['ميه', 'مايه'].map((hundred) => [word + hundred, digit * 100] as const),
    ),
  );
}

/** Words that are an amount without a number before them: "أقل من مليون", "ألفي يورو". Normalised. */
export const AMOUNTS_ALONE: Record<string, number> = {
  الف: 1e3,
  الفين: 2e3,
  الفان: 2e3,
  الفي: 2e3,
  مليون: 1e6,
  مليونين: 2e6,
  مليونان: 2e6,
  مليوني: 2e6,
  مليونا: 2e6,
  مليار: 1e9,
};

/** Parts of the amount behind them ("نصف مليون"), and with a و of the one before ("مليون ونصف"). */
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
