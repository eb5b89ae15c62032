export { CURRENCY_WORDS, MULTIPLIERS, readMoney, readNumber, readPercent } from './money/amounts.ts';
export { ageInWords } from './age-in-words.ts';
export { anySpelling } from './any-spelling.ts';
export { detectLanguage, detectLanguageAfter } from './language.ts';
export { MAX_READ_CHARACTERS } from './read-characters.ts';
export { withDigits } from './numbers/spelled-numbers.ts';
export { normalizedWords, normalizeText, westernDigits } from './normalize-text.ts';
export { findPhrase, hasPhrase, isForm, phraseList, phraseWords, type PhrasePlace } from './phrases.ts';
export { searchWords } from './search-words.ts';
export { DAY_WORDS, TIME_WORDS } from './dates/time-words.ts';
export { arabicForms, contentStems, isStopWord, stem } from './stems.ts';
export { type TextLanguage, languagesOf } from './language.ts';
export { editDistance } from './edit-distance.ts';
export { redactText, REDACTED } from './redaction/redact-text.ts';
export { isSecretName } from './redaction/secret-names.ts';
export { looseJson, parsedJson } from './loose-json.ts';
export { dayIn, daysBetween } from './dates/day-in.ts';
export { isTimeZone } from './dates/time-zone.ts';
export { jsonbText, REPLACEMENT } from './jsonb-text.ts';
export { remembered } from './remembered.ts';
export { NUMBER_WORDS, dualsOf } from './numbers/number-words.ts';
export { isCounted, assignNumbers, type NumberSlots } from './numbers/number-slots.ts';
export { distanceTo, nearestTo } from './numbers/near.ts';
export { readNumbers, type NumberMention } from './numbers/number-mentions.ts';
export {
  dayAfter,
  daysApart,
  isMoment,
  localTime,
  momentOf,
  startOfDay,
  zonedTime,
} from './dates/zoned-time.ts';
export { readDatetimeFill } from './dates/moment-in-text.ts';
export { readAmount, readMoneyFill, readPlainAmount, type MoneyFill } from './money/money-in-text.ts';
