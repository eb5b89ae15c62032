export { CURRENCY_WORDS, MULTIPLIERS, readMoney, readNumber } from './money/amounts.ts';
export { ageInWords } from './age-in-words.ts';
export { wantsCheaper, wantsPerson } from './asked-for.ts';
export { anySpelling } from './any-spelling.ts';
export { detectLanguage, detectLanguageAfter } from './language.ts';
export { hoursInDigits, minutesInArabic } from './dates/clock-hours.ts';
export { picksTime } from './dates/picked-time.ts';
export { MAX_READ_CHARACTERS } from './read-characters.ts';
export {
  ARABIC_TEENS,
  ARABIC_TEN,
  SPELLED_HUNDREDS,
  SPELLED_TENS,
  SPELLED_UNITS,
  withDigits,
} from './numbers/spelled-numbers.ts';
export { withWaterTold } from './numbers/water-or-hundred.ts';
export { normalizedWords, normalizeText, westernDigits } from './normalize-text.ts';
export { clauseBreaks } from './clause-breaks.ts';
export { isDenied, leftOut } from './left-out.ts';
export { takesBackWhatWasSaid, toBeForgotten } from './said-before.ts';
export { findPhrase, hasPhrase, isForm, phraseWords, type PhrasePlace } from './phrases.ts';
export { searchWords } from './search-words.ts';
export { beginsLimit } from './limit-words.ts';
export { DAY_WORDS, TIME_WORDS } from './dates/time-words.ts';
export { arabicForms, contentStems, isStopWord, stem } from './stems.ts';
export { type TextLanguage, languagesOf } from './language.ts';
export { dayIn, daysBetween, isTimeZone } from './dates/day-in.ts';
export { jsonbText, REPLACEMENT } from './jsonb-text.ts';
export { NUMBER_WORDS, dualsOf } from './numbers/number-words.ts';
export { isCounted, assignNumbers, type NumberSlots } from './numbers/number-slots.ts';
export { distanceTo, nearestTo } from './numbers/near.ts';
export { readNumbers, type NumberMention } from './numbers/number-mentions.ts';
export { addDays, dateOf, weekdayOf, type WallTime, wallTimeAt } from './dates/zoned-time.ts';
export { readDatetimeFill } from './dates/moment-in-text.ts';
export { readMoneyFill, readPlainAmount, type MoneyFill } from './money/money-in-text.ts';
