// What the own process of a pack needs of tools: errors, text and readers of arguments, without Nest and TypeORM.
export { anySpelling } from '../text/any-spelling.ts';
export { wantsCheaper } from '../text/asked-for.ts';
export { hasPhrase } from '../text/phrases.ts';
export { countText, enumWithSynonyms, listOf, moneyText } from '../text/argument-readers.ts';
export { isDenied } from '../text/left-out.ts';
export { beginsLimit } from '../text/limit-words.ts';
export { normalizedWords, normalizeText } from '../text/normalize-text.ts';
export { MAX_READ_CHARACTERS } from '../text/read-characters.ts';
export { arabicForms } from '../text/stems.ts';
export { TIME_WORDS } from '../text/time-words.ts';
export { ToolError } from '../tool.errors.ts';
export { withDigits } from '../text/spelled-numbers.ts';
