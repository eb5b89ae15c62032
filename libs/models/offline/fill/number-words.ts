/** Numbers in words, normalised. */
export const NUMBER_WORDS: Record<string, number> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20,
  thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
  واحد: 1, واحده: 1, اثنان: 2, اثنين: 2, اثنتان: 2, اثنتين: 2, ثلاث: 3, ثلاثه: 3, اربع: 4, اربعه: 4, خمس: 5, خمسه: 5,
  ست: 6, سته: 6, سبع: 7, سبعه: 7, ثمان: 8, ثماني: 8, ثمانيه: 8, تسع: 9, تسعه: 9, عشر: 10, عشره: 10, عشرون: 20, عشرين: 20,
  ثلاثون: 30, ثلاثين: 30, اربعين: 40, خمسين: 50, ميه: 100, مايه: 100, ميتين: 200, مايتين: 200,
}; // prettier-ignore

/** The dual of an Arabic noun means two of it: غرفة gives غرفتين, شهر gives شهرين. The word is normalised. */
export function dualsOf(word: string): string[] {
  if (!/^[\u0600-\u06FF]{3,}$/.test(word)) return [];
  const base = word.endsWith('ه') ? `${word.slice(0, -1)}ت` : word;
  return [`${base}ين`, `${base}ان`];
}
