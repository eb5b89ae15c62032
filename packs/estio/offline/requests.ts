import { hasPhrase, normalizedWords, westernDigits, anySpelling } from '#text';
import { namesPlace, placesNamed } from '../places.ts';
import { asksToSeeOne } from './seeing.ts';

/** Words beside a number of bedrooms. */
export const BEDROOM_WORDS = [
  'bedroom',
  'bed',
  'bedrooms',
  'room',
  'rooms',
  'غرفة نوم',
  'غرف نوم',
  'غرفة',
  'غرف',
];

const SEARCH_WORDS = [
  'find',
  'search',
  'show me',
  'looking for',
  'look for',
  'listing',
  'anything new',
  'market',
  'price per',
  'سعر المتر',
  'report',
  'alert',
  'ابحث',
  'أبحث',
  'اعرض',
  'أريد شقة',
  'عقارات',
  'السوق',
  'شقة',
  'شقق',
  'فيلا',
  'فلل',
];
/** What people live in, and the words by which it is offered. */
const PROPERTY_NOUNS = [
  'for sale',
  'to buy',
  'to rent',
  'for rent',
  'للبيع',
  'للإيجار',
  'home',
  'flat',
  'apartment',
  'villa',
  'house',
  'townhouse',
  'studio',
  'rental',
  'penthouse',
  'bungalow',
  'mansion',
  'castle',
  'property',
  'منزل',
  'بيت',
  'استوديو',
  'بيوت',
  'منازل',
  'عقار',
];
const HOME_KINDS = ['شقة', 'شقق', 'فيلا', 'فلل'];
const ASKING_WORDS = [
  'want',
  'need',
  'looking',
  'would like',
  'interested',
  'can you',
  'could you',
  'do you have',
  'is there',
  'are there',
  'any',
  'anything',
  'give me',
  'list',
  'what',
  'which',
  'where',
  'please',
  'find',
  'show',
  'send',
];
/** A sentence that begins like this tells something, unless it has an asking word. */
const TELLING_BEGINNING = /^(?:i|we|he|she|it|they|my|our|his|her|its|their|the|this|that)\b/;

/** Words that name a place or a kind of home. */
export function namesHome(words: string[]): boolean {
  return namesPlace(words) || hasPhrase(words, [...PROPERTY_NOUNS, ...HOME_KINDS]);
}

/** A message that asks for listings: a word of searching, or a property noun in a question or request. */
export function asksForListings(text: string): boolean {
  if (hasPhrase(normalizedWords(text), SEARCH_WORDS)) return true;
  return sentencesOf(text).some((sentence) => {
    const words = normalizedWords(sentence);
    return hasPhrase(words, PROPERTY_NOUNS) && isRequest(sentence, words);
  });
}

const TIMES = anySpelling(
  /\b(?:when|what times?|which times?|what days?|which days?|times?|diary|diaries|calendars?)\b.*\b(?:free|open|available|fit|suits?|come|show)\b|\b(?:is|are)\b.*\bfree\b.*\b(?:today|tomorrow|week|morning|afternoon|evening|\w+day|at)\b|\bfree (?:times?|slots?)\b|\b(?:earliest|soonest|next|first) (?:available |free |possible )?(?:times?|slots?|appointments?|dates?)\b|(?:أقرب|أول|أبكر) (?:وقت|موعد)|(?:وقت|أوقات|مواعيد|المواعيد|متى|متي).*(?:فارغ|متاح|متفرغ|فاضي|يناسب|نزور|نعاين|لمعاينة)|المواعيد المتاحة/i,
);

/** "When is the next available flat?": a home, and no time. */
const NEXT_HOME = anySpelling(
  /\b(?:next|first|earliest|soonest) (?:available |free |possible )?(?:\d[- ]?bed(?:room)? )?(?:flats?|apartments?|villas?|houses?|homes?|townhouses?|studios?|propert(?:y|ies)|rentals?|listings?)\b(?! (?:viewing|visit|appointment)s?)(?=\s*(?:available|free|in\b|for\b|to\b|on the market|[?.!]|$))|(?:أول|أقرب) (?:شقة|فيلا|بيت|منزل|عقار) (?:متاح|فارغ|متوفر)/iu,
);

/** A message that asks when somebody is free. */
export function asksForTimes(text: string): boolean {
  return TIMES.test(text) && !NEXT_HOME.test(text);
}

/** A message that wants a viewing put into the calendar. */
export function asksToBook(text: string): boolean {
  return /\b(?:book|arrange|schedule|reserve|fix|set(?: up)?)\b|احجز|رتب|حدد موعد/i.test(text);
}

const MISSING =
  /\b(?:missing|lacks?|lacking|outstanding|incomplete|(?:do|does|will) (?:we|i|it|they) (?:still )?need|still needs?|still needed|ready for|have everything|all the facts|what else)\b|ينقص|ناقص|نواقص|المطلوب|يكتمل/i;
const PAPERS = anySpelling(
  /\b(?:contracts?|agreements?|paperwork|papers|lease|signing|deal-\d+)\b|عقد|صفقة|الأوراق/i,
);

const NOTES = anySpelling(/\b(?:missing deed|about the missing|log|note|record)\b|ملاحظة|سجل/i);

/** A message that asks what a contract still lacks, as against one that wants it drawn up. */
export function asksWhatIsMissing(text: string): boolean {
  return MISSING.test(text) && PAPERS.test(text) && !NOTES.test(text);
}

const STILL_NEEDED =
  /\b(?:missing|lacks?|lacking|outstanding|incomplete|needs?|needed|required?|requirements|hold(?:s|ing) (?:it|this) up)\b|ينقص|ناقص|نواقص|مطلوب|يلزم/iu;
const ASKS_WHAT = anySpelling(
  /[?؟]\s*$|^(?:(?:and|so|ok|okay|but|then|well) )*(?:what|which|is|are|does|do)\b|^و?(?:ما|ماذا|وش|ايش|شو|هل)(?!\p{L})/iu,
);
const MAX_WORDS_ABOUT_WHAT_WAS_REFUSED = 8;

/** "What is missing there?", "so what do you still need?": of whatever the conversation is about. */
export function asksWhatElseIsMissing(text: string): boolean {
  const words = normalizedWords(text);
  return (
    words.length <= MAX_WORDS_ABOUT_WHAT_WAS_REFUSED &&
    STILL_NEEDED.test(text) &&
    ASKS_WHAT.test(text.trim()) &&
    !NOTES.test(text) &&
    !namesHome(words)
  );
}

/** A fragment such as "2 bedroom rentals in Larnaca" is a request too. */
function isRequest(sentence: string, words: string[]): boolean {
  return /[?؟]/.test(sentence) || hasPhrase(words, ASKING_WORDS) || !TELLING_BEGINNING.test(words.join(' '));
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?؟\n]+[.!?؟]?/g) ?? [];
}

const COMPARES_PRICES = anySpelling(
  /\b(?:compar\w*|versus|vs|difference)\b|\b(?:which|where|is|are)\b.*\b(?:cheaper|cheapest|dearer|pricier|more expensive|most expensive|better value)\b|\b(?:cheaper|dearer|pricier|more expensive) than\b|\bmarkets?\b|\btrends?\b|\b(?:average|median|typical) prices?\b|\bprices? (?:in|of|between|level|per)\b|قارن|مقارنة|الفرق|أيهما|(?:أرخص|أغلى) من|أين (?:الأسعار )?(?:أرخص|أغلى)|السوق|متوسط|أسعار|سعر المتر/iu,
);

/** "Limassol or Larnaca, not sure which is better": of places, and no doubt about a home. */
const WEIGHS_PLACES = anySpelling(
  /\bwhich(?: (?:one|of (?:them|the two|these)|place|area|town|city))?(?: \w+)? (?:is|are|would be|do you (?:think|recommend)|should)\b|\b(?:better|best|nicer|smarter|wiser)\b|\b(?:can(?:no|['’])t decide|torn between|undecided|not sure (?:whether|if|which|about)|which to choose)\b|\bor\b.*\bnot sure\b|محتار|أيهما|أيهم|ما الأفضل|أين الأفضل|أي منهما/iu,
);

/** A message that asks for the prices of several places side by side, and for no listings. */
export function comparesMarkets(text: string): boolean {
  const words = normalizedWords(text);
  const weighs = WEIGHS_PLACES.test(text) && !hasPhrase(words, [...PROPERTY_NOUNS, ...HOME_KINDS]);
  return (
    (COMPARES_PRICES.test(text) || weighs) &&
    !LIMIT.test(westernDigits(text)) &&
    placesNamed(words).length > 1
  );
}

const MARKET = anySpelling(
  /\bhow(?:'s|’s| is| are| was| were)\b.*\b(?:market|prices)\b|\b(?:what(?:'s|’s| is) the|the) (?:property |housing |real estate )?market (?:like|doing|now|today|these days)\b|\bmarket\b.*\b(?:like|doing|going|looking)\b|\bprices\b.*\b(?:rising|falling|going (?:up|down)|moved|moving)\b|\bhow much\b.*\b(?:on average|average|usually|typically)\b|\b(?:average|typical|median|usual) (?:price|rent|cost)s?\b|متوسط (?:ال)?(?:سعر|أسعار|إيجار)|(?:كيف|شلون|ايش|وش|ما) (?:وضع |حال |حالة |أخبار )?(?:السوق|سوق العقار\S*|الأسعار)/iu,
);

/** How the market of a place does. */
export function asksOfMarket(text: string): boolean {
  return MARKET.test(text) && !LIMIT.test(westernDigits(text)) && namesPlace(normalizedWords(text));
}

const WISH_WORDS = [
  'budget',
  'ceiling',
  'my limit',
  'can spend',
  'can afford',
  'changed their mind',
  'changed her mind',
  'changed his mind',
  'changed my mind',
  'instead of',
  'mark',
  'lead status',
  'ميزانية',
  'ميزانيتي',
  'ميزانيته',
  'ميزانيتها',
  'غير المنطقة',
  'أحتاج',
  'يحتاج',
  'تحتاج',
];

const HOME_WORDS = [
  ...BEDROOM_WORDS,
  ...PROPERTY_NOUNS,
  'anything',
  'something',
  'somewhere',
  'option',
  'room',
  'available',
  'شي',
  'خيارات',
];
/** Ids of rows, which stand for more than a home: an offer on a deal, a viewing of a property. */
const ID = /\b(?:prop|deal|offer|contract|viewing|CY-[A-Z]{2})-\d+/i;
/** What is done with a home, and is neither a search nor a wish. */
const OTHER_BUSINESS = [
  'offer',
  'viewing',
  'visit',
  'appointment',
  'book',
  'schedule',
  'contract',
  'agreement',
  'sign',
  'mortgage',
  'loan',
  'instalment',
  'installment',
  'interest',
  'invoice',
  'mail',
  'email',
  'statistics',
  'عرض سعر',
  'معاينة',
  'زيارة',
  'موعد',
  'احجز',
  'عقد',
  'توقيع',
  'قرض',
  'قسط',
  'فائدة',
  'بريد',
];

/** The home that somebody lives in is none that is looked for: "I hate the noise in front of our house". */
const OWN_HOME =
  /\b(?:my|our|his|her|their) (?:(?:old|own|current|present|last|parents['’]?|parent['’]s|neighbou?r['’]?s['’]?) )?(?:house|home|flat|apartment|villa|studio|townhouse|place)\b/giu;

/** A message that describes a home by its place, its rooms or its kind, or asks for any. */
export function describesHome(text: string): boolean {
  const words = normalizedWords(text.replaceAll(OWN_HOME, ' '));
  if (ID.test(text) || hasPhrase(words, OTHER_BUSINESS)) return false;
  return namesPlace(words) || hasPhrase(words, HOME_WORDS);
}

/** A price or a limit that is all there is: the answer to a question. */
const MAX_WORDS_OF_AN_ANSWER = 5;

/** "Max 320 thousand", "بحدود 300 ألف". */
const LIMIT = anySpelling(
  /\b(?:max(?:imum)?|up to|no more than|not more than|at most|under|below|less than)\s*[€$]?\s*\d[\d.,]*\s*(?:k\b|thousand|million|m\b|euros?|€)|(?:بحدود|حتى|أقصاه|لا يتجاوز|أقل من)\s*\d[\d.,]*\s*(?:ألف|الف|مليون|يورو)/iu,
);

/** A statement about the home that somebody looks for, or a bare amount as the answer to a question about it. */
export function tellsOfHome(text: string): boolean {
  if (/[?؟]/.test(text) || ID.test(text)) return false;
  const words = normalizedWords(text);
  if (hasPhrase(words, OTHER_BUSINESS)) return false;
  return (
    describesHome(text) ||
    LIMIT.test(westernDigits(text)) ||
    (/\d/.test(text) && words.length <= MAX_WORDS_OF_AN_ANSWER)
  );
}

/** A message that wants something written for a customer, not found. */
export function asksForWriting(text: string): boolean {
  return WRITING.test(text);
}

const WRITING = anySpelling(
  /\b(?:draft|write|reply to|prepare an? (?:\w+ )?(?:message|e-?mail|answer|reply|note))\b|اكتب|رسالة|ردا/i,
);

/**
 * "I don't need a mortgage, I pay cash": what is named is none that is asked for. The offline model leaves out the loan by
 * itself; here the search for homes beside it must stay one.
 */
const NEEDS_NO_LOAN = anySpelling(
  /\b(?:(?:don['’]?t|do not|doesn['’]?t|does not|won['’]?t|no) (?:really |even )?(?:need|want|require)(?: for)?|without|no) (?:an? |any |the )?(?:mortgages?|loans?|financ\w+|instal?lments?)\b|(?:لا|ما|مو|مش|بدون|من دون)(?: (?:أحتاج|نحتاج|يحتاج|تحتاج|محتاج|أريد|نريد|أبي|نبي|بدي|بدنا|أبغى))?(?: (?:إلى|أي))? (?:ال)?(?:قرض|تمويل|قسط|أقساط)\p{L}*/giu,
);

/** A message that names homes and wants something else done than finding them: a loan, figures, a mail, a document. */
export function asksForOtherTask(message: string): boolean {
  const text = message.replaceAll(NEEDS_NO_LOAN, ' ');
  return (
    asksForWriting(text) ||
    asksForTimes(text) ||
    asksWhatIsMissing(text) ||
    asksToSeeOne(text) ||
    OFFICE_RECORDS.test(text) ||
    OTHER_TASKS.test(text) ||
    asksOfInstalments(text)
  );
}

/** What is done about a property, as against what is known of it. */
export const OTHER_BUSINESS_OF_A_PROPERTY = anySpelling(
  /\b(?:viewings?|view it|visit|appointment|book|schedule|arrange|reserve|offer|bid|contract|agreement|sign|deal-\d+|mortgage|loan|instal?lments?|monthly payment|interest|finance|report|sheet|print|hand-?out|brochure|alert|draft|write|send|mail|reply|log|note|remember|record|similar|compar\w*|other|like (?:it|this|that)|see (?:it|this|that|prop)|free|slots?|calendar|tomorrow|today)\b|معاينة|مشاهدة|زيارة|موعد|احجز|عرض سعر|عقد|توقيع|قرض|قسط|تقرير|اكتب|أرسل|سجل|ملاحظة|غدا|اليوم|مثل/iu,
);

/** Records of the office, which are listed by another tool than homes. */
const OFFICE_RECORDS = anySpelling(
  /\b(?:list|show|give|find|search|which|what|how many)\b.*\b(?:tools?|tool calls?|failures|conversations|turns|insights|activities|feature requests|pipeline)\b|(?:أدوات|الأدوات|محادثات|المحادثات|أنشطة)/i,
);

const OTHER_TASKS = anySpelling(
  /(?<!\bon the )(?<!\boff the )\bmarket\b(?! for)|\bpay\b.*\b(?:monthly|(?:a|per|each|every) month)\b.*(?:\d{5,}|\d{2,3}[.,]\d{3}|\d{2,}\s?k\b)|\b(?:instal?lments?|mortgage|loan|prices? .*\bmoved|price trend|average price|price per (?:square |sq\.? ?)?met(?:er|re)|market trends?|seller'?s market|time to sell|fact sheet|comparison report|mail \w+|alert to|an alert)\b|القسط|قسط|القرض|قرض|اتجاه|متوسط سعر|سعر المتر|تقرير|تنبيه|أبلغ/i,
);

/** "What would it cost me a month with 20% down?": of a loan, as against a rent a month with a deposit. */
const BY_THE_MONTH = anySpelling(
  /\b(?:monthly|(?:a|per|each|every) month)\b|\brepay\w*|شهريا|شهرية|الشهري|(?:بال|في ال|كل )شهر|أقساط|تقسيط/iu,
);
const TERMS_OF_A_LOAN = anySpelling(
  /\d\s?(?:%|٪|percent\b|per cent\b|k\b|thousand\b)?\s+(?:as (?:a )?)?(?:down|upfront|up front)\b(?!\s+(?:the|from|to)\b)|\b(?:down ?payment|mortgage|monthly (?:re)?payments?|repay\w*)\b|\b(?:over|for|in)\s+(?:\d{1,2}|ten|fifteen|twenty|thirty|forty|twenty[- ]five)\s+(?:years?|yrs?)\b|(?<!\p{L})(?:دفعة أولى|مقدم)(?!\p{L})|(?:على|لمدة|خلال)\s+(?:\d{1,2}|عشر|عشرين|ثلاثين|أربعين)\s+(?:سنة|سنوات|عاما?|أعوام)/iu,
);
const RENTS = anySpelling(/\b(?:rent\w*|lease|let)\b|إيجار|استئجار|أستأجر|نستأجر/iu);

function asksOfInstalments(message: string): boolean {
  const text = westernDigits(message);
  return BY_THE_MONTH.test(text) && TERMS_OF_A_LOAN.test(text) && !RENTS.test(text);
}

/** A message that tells what somebody is looking for, or how far a lead is. */
export function statesWishes(text: string): boolean {
  return hasPhrase(normalizedWords(text), WISH_WORDS);
}
