import { normalizedWords, westernDigits } from './normalize-text.ts';
import { arabicForms } from './stems.ts';
import { TIME_WORDS } from './dates/time-words.ts';

const list = (words: string): ReadonlySet<string> => new Set(normalizedWords(words));

/** Words that compare a price, an amount or a number, or say that one follows: "under", "between", "فوق", "حتى". */

/** Words for limits that are parts of names as well, so that their amount has to follow more closely: "Max Budget 300k". */

/** Of these a name has none in small letters, whatever follows. */

/** "About": حوالي is a place in Kuwait as well, and one with a limit of its own: "شقق في حوالي بأقل من 90 ألف". */

/** What may stand between such a word and its number. */
const BETWEEN = list('a an the of or is be to at half quarter');
const AMOUNTS = list(
  `one two three four five six seven eight nine ten twenty thirty forty fifty hundred thousand million millions billion half
   than euro euros eur usd dollar dollars aed dirham dirhams month months week weeks day days year years
   مئة مائة مئتي ألف آلاف مليون مليونين ملايين نصف يورو دولار درهم دراهم شهر شهرين أشهر سنة سنتين أسبوع أسبوعين يوم`,
);
/** More words than this are no comparison any more. */
const MAX_WORDS_BEFORE_AMOUNT = 4;

/** The word without what is written onto it, but none that has the article: الأعلى is "the upper". */
function withoutArticle(word: string): string[] {
  return /^[وفبك]?(?:ال|لل)/.test(word) ? [] : arabicForms(word);
}

function leadsToAmount(text: string, mayStandBetween: (word: string) => boolean): boolean {
  for (const word of normalizedWords(text).slice(0, MAX_WORDS_BEFORE_AMOUNT)) {
    if (isAmount(word)) return true;
    if (!BETWEEN.has(word) && !withoutArticle(word).some(mayStandBetween)) return false;
  }
  return false;
}

/** "300k", "€300k", "AED80k", "two", "euros"; a time is one as well: "in under a month". */
function isAmount(word: string): boolean {
  return /^(?:\P{L}*|aed|eur|usd)\d/u.test(westernDigits(word)) || AMOUNTS.has(word) || TIME_WORDS.has(word);
}
