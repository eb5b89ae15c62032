import { normalizedWords, westernDigits } from './normalize-text.ts';
import { withDigits } from './numbers/spelled-numbers.ts';
import { arabicForms } from './stems.ts';
import { TIME_WORDS } from './dates/time-words.ts';

const list = (words: string): ReadonlySet<string> => new Set(normalizedWords(words));

/** Words that compare a price, an amount or a number, or say that one follows: "under", "between", "فوق", "حتى". */
const COMPARING = list(
  `under below beneath over above less fewer more least most than upto to from between within around about approximately
   roughly nearly exceeding exceed starting no not at
   أعلى تحت فوق دون بين حتى لغاية لا بما من عن ابتداء بدءا نحو`,
);
/** Words for limits that are parts of names as well, so that their amount has to follow more closely: "Max Budget 300k". */
const LIMITS = list(
  `lower up max maximum min minimum cap capped limit limited ceiling cost costs costing price prices priced pricing budget
   budgets أدنى أقصى أقصاه أقصاها حدود سقف مبلغ قيمة`,
);
/** Of these a name has none in small letters, whatever follows. */
const NEVER_IN_NAMES = list(
  `to than from no not less more exceeding cheap cheaper cheapest expensive dearer affordable
   أقل أرخص أكثر أزيد أغلى بحد كحد لحد يتجاوز تتجاوز يتعدى تتعدى يزيد تزيد يقل تقل سعر سعره سعرها أسعار أسعارها ثمن ثمنه ثمنها
   قيمته قيمتها تكلفة تكلفته تكلفتها إيجاره إيجارها ميزانية ميزانيتي ميزانيتنا رخيص رخيصة غالية مناسبة تقريبا`,
);
/** "About": حوالي is a place in Kuwait as well, and one with a limit of its own: "شقق في حوالي بأقل من 90 ألف". */
const ABOUT = list('حوالي قرابة زهاء');
/** What may stand between such a word and its number. */
const BETWEEN = list('a an the of or is be to at half quarter');
const AMOUNTS = list(
  `one two three four five six seven eight nine ten twenty thirty forty fifty hundred thousand million millions billion half
   than euro euros eur usd dollar dollars aed dirham dirhams month months week weeks day days year years
   مئة مائة مئتي ألف آلاف مليون مليونين ملايين نصف يورو دولار درهم دراهم شهر شهرين أشهر سنة سنتين أسبوع أسبوعين يوم`,
);
/** More words than this are no comparison any more. */
const MAX_WORDS_BEFORE_AMOUNT = 4;

/**
 * Whether a word behind "in Berlin" belongs to a limit and not to the name: as it is written, with the text that follows it.
 * Many names have such a word ("Cap Greco", "Lower Manhattan", "Newcastle under Lyme", "الوادي الأعلى"): it is one of a limit
 * where an amount, a currency, a time or "than" follows, or where no name has it.
 */
export function beginsLimit(written: string, after: string): boolean {
  const [word = ''] = normalizedWords(written);
  const forms = withoutArticle(word);
  if (!/^\p{Lu}/u.test(written) && forms.some((form) => NEVER_IN_NAMES.has(form))) return true;
  if (forms.some((form) => ABOUT.has(form))) return leadsToAmount(withDigits(after), (next) => next === 'ال');
  if (forms.some((form) => COMPARING.has(form) || NEVER_IN_NAMES.has(form)))
    return leadsToAmount(after, (next) =>
      [COMPARING, LIMITS, NEVER_IN_NAMES, ABOUT].some((words) => words.has(next)),
    );
  return (
    forms.some((form) => LIMITS.has(form)) &&
    leadsToAmount(after, (next) => LIMITS.has(next) || ABOUT.has(next))
  );
}

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
