export { CURRENCY_WORDS, MULTIPLIERS, readMoney, readNumber } from './amounts.ts';
export { ageInWords } from './age-in-words.ts';
export { wantsCheaper, wantsPerson } from './asked-for.ts';
export { WISH_PHRASES } from './wishes.ts';
export { anySpelling } from './any-spelling.ts';
export { detectLanguage, detectLanguageAfter } from './language.ts';
export { hoursInDigits, minutesInArabic } from './clock-hours.ts';
export { picksTime } from './picked-time.ts';
export { MAX_READ_CHARACTERS } from './read-characters.ts';
export {
  ARABIC_TEENS,
  ARABIC_TEN,
  SPELLED_HUNDREDS,
  SPELLED_TENS,
  SPELLED_UNITS,
  withDigits,
} from './spelled-numbers.ts';
export { withWaterTold } from './water-or-hundred.ts';
export { normalizedWords, normalizeText, westernDigits } from './normalize-text.ts';
export { clauseBreaks } from './clause-breaks.ts';
export { isDenied, leftOut } from './left-out.ts';
export { takesBackWhatWasSaid, toBeForgotten } from './said-before.ts';
export { findPhrase, hasPhrase, isForm, phraseWords, type PhrasePlace } from './phrases.ts';
export { searchWords } from './search-words.ts';
export { beginsLimit } from './limit-words.ts';
export { TIME_WORDS } from './time-words.ts';
export { arabicForms, contentStems, isStopWord, stem } from './stems.ts';
export { type TextLanguage, languagesOf } from './language.ts';
export { dayIn, daysBetween, isTimeZone } from './day-in.ts';
export { jsonbText, REPLACEMENT } from './jsonb-text.ts';
