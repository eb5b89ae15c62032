import { anySpelling, normalizedWords, westernDigits } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { pointsAtHome } from '../home-spoken-of.ts';
import { namesPlace } from '../../places.ts';
import { namesHome } from '../requests.ts';
import { idsIn } from './property-facts.ts';

const NO_SHOP = String.raw`(?! (?:stores?|shops?|supermarkets?|codes?|chains?)\b)`;
/** "Flats with the lowest price", "sort by lowest price": how a list goes. */
const NO_ORDER = String.raw`(?<!\b(?:with|by|at|from|for|in) (?:the |their )?)`;
/** "Is the price negotiable?", "would they take less?", "هل السعر قابل للتفاوض؟". */
const BARGAINS = anySpelling(
  new RegExp(
    [
      String.raw`\bnegotiab\w*|\bnegotiat\w+|\bhaggl\w*|\bbargaining\b|\b(?:to|can|could|we|i|will|they) bargain\b`,
      String.raw`\b(?:any|some|a|get|give|have|offer)(?: \w+){0,2} discount\b${NO_SHOP}|\bdiscount(?:ed)?\b${NO_SHOP}.*\?`,
      String.raw`${NO_ORDER}\b(?:best|final|lowest|last|bottom|fixed|firm)(?: possible| asking)? price\b|\bprice (?:is )?(?:firm|fixed|final)\b|\b(?:is|are)\b.*\bprices? (?:firm|fixed|final|flexible)\b`,
      String.raw`\b(?:they|he|she|owners?|sellers?|vendors?|landlords?|you)\b.*\b(?:take|accept|settle for|go) (?:a (?:bit|little) )?(?:less|lower)\b(?! (?:floors?|deposits?|storeys?)\b)`,
      String.raw`\b(?:come|bring|get|go|knock)(?: \w+){0,3} (?:down|off)\b.*\bprice\b|\bprice\b.*\b(?:come|go|brought|be) (?:down|lowered|reduced)\b|\b(?:lower|reduce|drop) the (?:price|rent)\b|\b(?:price|rent) (?:flexible|flexibility)\b|\broom for\b.*\bprice\b`,
      String.raw`للتفاوض|تفاوض|يفاوض|أفاوض|نفاوض|مفاوضة|خصم|تخفيض(?:ات)?|(?:ينزل|تنزل|تنزلون|ينزلون|نزل|يخفض|تخفض|تخفضون|يخفضون|تخفيض|تنزيل|إنزال|ينقص)(?: \S+){0,2} (?:في |ب)?(?:ال)?(?:سعر|إيجار)|آخر سعر|أقل سعر (?:ممكن|نهائي)|سعر نهائي|السعر (?:نهائي|ثابت|مرن)|مجال (?:في|لل)`,
    ].join('|'),
    'iu',
  ),
);
const SUM = String.raw`(?:about |around |only )?[€$£]?\s?(?:\d[\d.,]*\s?(?:k|m|thousand|million|euros?|eur|€|ألف|مليون|يورو)(?!\p{L})|\d{3}[\d.,]*)(?!\s*(?:%|٪|percent|\p{L}*\s?(?:months?|years?|days?|people|persons?|guests?|pets?|dogs?|cats?|metres?|meters?|m2|sqm|شهر|شهور|أشهر|سنة|سنوات|أشخاص)(?!\p{L})))`;
/** "Would they take 400k?", "هل يقبل المالك ٣٨٠ ألف؟": what a sum would come to is as little on record. */
const PROPOSES_SUM = anySpelling(
  new RegExp(
    String.raw`\b(?:they|he|she|(?:the )?(?:owners?|sellers?|vendors?|landlords?)|you) (?:\w+ ){0,2}?(?:take|accept|settle for|agree (?:to|on)|go for|let (?:it|them|that) go for|sell (?:it |that )?for) ${SUM}|(?<!\p{L})(?:ي|ت)(?:قبل|رضى|وافق)\p{L}*(?: (?:المالك|البائع|صاحب\p{L}*|صاحبها))?(?: على| ب)? ?ب?ـ?\s?${SUM}`,
    'iu',
  ),
);
/** A sum or a deal is named: that is an offer, and another tool's. */
const OFFERS = /\d{2,}|\bdeal-|\boffers?\b|\bcounter/i;
const ON_A_DEAL = /\bdeal-|\boffers?\b|\bcounter/i;
const IDS = /\bprop-\d+/gi;
const MAX_WORDS = 14;

/** "What is the lowest price?": of one home it bargains, of a list or of a kind of homes it asks for the cheapest. */
const LOWEST = anySpelling(/\b(?:lowest|best)(?: possible)? price\b|أقل سعر/giu);
const THEIRS = /\b(?:your|you|they|owners?|sellers?)\b/i;

function asksForTheCheapest({ message, replied }: RoutineTurn): boolean {
  const { text } = message;
  if (BARGAINS.test(text.replace(LOWEST, ' ')) || pointsAtHome(message) || THEIRS.test(text)) return false;
  if (!isOfLowest(text)) return false;
  const told = replied.map(idsIn).findLast((ids) => ids.length > 0) ?? [];
  return namesHome(normalizedWords(text)) || told.length !== 1;
}

const isOfLowest = (text: string) => text.replace(LOWEST, '') !== text;

/** Listings have the price that is asked; what the owner would take is not on record, and nobody promises it. */
export const askingPrices: OfflineRoutine = (turn) => {
  const { message, calls } = turn;
  const { text, language } = message;
  const words = normalizedWords(text);
  if (calls.length > 0 || words.length > MAX_WORDS || namesPlace(words)) return undefined;
  const withoutIds = westernDigits(text).replace(IDS, ' ');
  if (PROPOSES_SUM.test(withoutIds) && !ON_A_DEAL.test(text)) return { reply: ofProposedSum(turn) };
  if (!BARGAINS.test(text) || OFFERS.test(withoutIds) || asksForTheCheapest(turn)) return undefined;
  return {
    reply:
      language === 'ar'
        ? 'الأسعار المعروضة هي ما يطلبه المالك، وليس في السجل ما قد يقبله، فلا أعد بتخفيض. أي مبلغ تقترحه ينقله المكتب إلى المالك: اذكر العقار والمبلغ واكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.'
        : 'Prices are what the owners ask; what one would accept is not on record, and I cannot promise a reduction. The office takes a sum that you propose to the owner: name the home and the sum, and say that you would like to speak with a person, and I leave them a note.',
  };
};

/** The office puts a sum to the owner; which home it is for is asked where several were told of. */
function ofProposedSum({ message, replied }: RoutineTurn): string {
  const named = idsIn(message.text);
  const told = named.length > 0 ? named : (replied.map(idsIn).findLast((ids) => ids.length > 0) ?? []);
  const isKnown = told.length === 1;
  if (message.language === 'ar')
    return `السعر المعروض هو ما يطلبه المالك، وليس في السجل هل يقبل هذا المبلغ. العرض ينقله المكتب إلى المالك: ${isKnown ? '' : 'اذكر أي عقار تقصد و'}اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة بالعقار والمبلغ.`;
  return `The price is what the owner asks; whether they would take that sum is not on record. The office puts an offer to the owner: ${isKnown ? '' : 'say which home you mean, and '}${isKnown ? 'say ' : ''}that you would like to speak with a person, and I leave them a note with the home and the sum.`;
}
