const ARABIC = /\p{Script=Arabic}/gu;
const LETTER = /\p{L}/gu;
const SAMPLE_CHARACTERS = 400;

/** `ar` for text that is mostly in the Arabic script, which needs its own fonts and line height. */
export function languageOf(text: string): 'ar' | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const arabic = sample.match(ARABIC)?.length ?? 0;
  if (arabic === 0) return undefined;
  return arabic * 2 >= (sample.match(LETTER)?.length ?? 0) ? 'ar' : undefined;
}
