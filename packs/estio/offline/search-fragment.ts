import { findPhrase, normalizedWords, normalizeText, phraseWords, withDigits } from '#text';
import { cyprus, namesPlace } from '../places.ts';
import { asksForListings, asksForOtherTask, statesWishes, tellsOfHome } from './requests.ts';

/** What stands around a place, a number or a kind of home in a fragment: no word of telling, asking or doing. */
const AROUND = new Set(
  normalizedWords(
    `and or but with without in at near for under below over above up to max maximum min minimum around about between from less more than
     only just please then ok okay now what how make it the a an of any all also instead rather no at least most exactly well yes either both
     couple fewer bedroom bedrooms bed beds br room rooms studio flat apartment villa house townhouse studios flats apartments villas houses townhouses ones one to rent rental sale buy price k m
     thousand million euro euros eur month monthly
     و أو مع بدون في من إلى حتى تحت فوق أقل أكثر بحدود حوالي بين فقط بس طيب حسنا الآن ماذا عن لو سمحت فضلك على الأقل كحد أقصى نعم
     غرفة غرف غرفتين غرفتان نوم بغرفة بغرفتين شقة فيلا بيت منزل استوديو للإيجار للبيع إيجار بيع ألف آلاف مليون يورو شهريا أريد أريدها خليها`,
  ),
);
const NUMBER = /^[بل]?\p{Sc}?\d[\d.,]*(?:k|m|br)?\+?\p{Sc}?$/u;
const MAX_WORDS = 9;

const FINE = '(?:fine|ok|okay|good|great|nice|perfect|best|ideal|enough|alright|acceptable|lovely)';
const FOR_US = '(?: (?:too|also|as well|for (?:us|me)|with (?:us|me)|by (?:us|me)))*';
/** What is said of a wish without changing it: "would be fine", "like I said", "يناسبنا", "كما قلت". Normalised. */
const BESIDES = new RegExp(
  [
    String.raw`\b(?:(?:would|will|should|could|might) (?:all |both |also )?be|is|are|s|re) (?:all |both |also )?${FINE}${FOR_US}(?= |$)`,
    String.raw`\b(?:works?|(?:would|will|could) (?:work|do)|suits?(?: us| me)?)${FOR_US}(?= |$)`,
    String.raw`\b(?:like|as) (?:i|we) (?:(?:have|ve) )?(?:already |just )?(?:said|told you|mentioned|wrote)(?: (?:before|already|earlier))?(?= |$)`,
    String.raw`\bas (?:said|mentioned|told)(?: (?:before|already|earlier))?(?= |$)`,
    String.raw`\b(?:i|we) (?:(?:have|ve|have got|ve got|got)|(?:can|could) (?:spend|pay|afford|go up to))(?= (?:(?:about|around|up to|only|just|max|roughly) )*\d[\d.,]*(?:k|m| thousand| million| euros?|000)(?= |$))`,
    String.raw`(?<!\p{L})و?(?:عندنا|عندي|لدينا|لدي|معنا|معي)(?= (?:(?:حوالي|تقريبا|فقط|بحدود) )*\d[\d.,]* ?(?:الف|مليون|يورو|الاف))`,
    String.raw`\b(?:if|where) possible\b|\b(?:ideally|preferably|thanks|thank you|sorry|actually)\b|\b(?:i|we)(?: d| would)? prefer\b|\b(?:i|we) (?:don t|do not|wouldn t) mind\b`,
    String.raw`\b(?:i|we)(?: (?:also|ve got|have got|have|got|with))+ (?:(?:an?|one|two|three|four|\d|some|our|small|big|little|young) )*(?:dogs?|cats?|pets?|kids?|child|children|baby|babies|son|daughter|sons|daughters|cars?)(?= |$)`,
    String.raw`(?<!\p{L})و?(?:عندنا|عندي|لدينا|لدي|معنا|معي) (?:(?:طفل|طفلين|طفلان|اطفال|اولاد|ولد|ولدين|بنت|بنتين|كلب|كلبه|كلبين|قطه|قط|قطتين|سياره|سيارتين|حيوان اليف)(?: (?:صغير|كبير|صغار|صغيره))?)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:(?:ي|ت|س?ي|س?ت)كون )?(?:مناسب(?:ه|ين|ان)?|تمام|ممتاز(?:ه)?|جيد(?:ه)?|كويس(?:ه)?|زين|[يت]ناسب(?:ني|نا)?|[يت]مشي(?: حالها| الحال)?|(?:ما (?:عندي|عندنا)|لا) مانع|لا باس)(?: (?:ايضا|كمان|لنا|لي))*(?!\p{L})`,
    String.raw`(?<!\p{L})(?:كما|مثل ما|مثلما|زي ما|متل ما) (?:قلت|قلنا|ذكرت|ذكرنا|حكيت)(?: (?:لك|لكم|قبل|سابقا))*(?!\p{L})`,
    String.raw`(?<!\p{L})(?:[اين]فضل ان|نفضل|اذا امكن|ان امكن|اذا ممكن|لو ممكن|شكرا)(?!\p{L})`,
  ].join('|'),
  'gu',
);

/** "Or to rent?", "and for sale", "للإيجار؟": the same of the other kind. */
const DEAL_ALONE =
  /^(?:(?:and|or|but|ok|okay|so|then|what|how|about|maybe|rather|instead|و|او|طيب|ماذا|عن) )*(?:(?:for|to|a|the) )?(?:rent|rental|rentals|renting|sale|buy|buying|للايجار|للبيع|ايجار|شراء)(?: (?:instead|then|please|maybe|بدلا|فقط|بس))*$/;

export function isOfDealAlone(text: string): boolean {
  return DEAL_ALONE.test(normalizeText(text));
}

/** A message that is no sentence of its own: places, numbers and kinds of homes that go on with a search. */
export function isSearchFragment(text: string): boolean {
  if (isOfDealAlone(text)) return true;
  if (statesWishes(text) || asksForOtherTask(text)) return false;
  // With a place of its own it is a request for itself.
  if (asksForListings(text) && namesPlace(normalizedWords(text))) return false;
  const normalized = normalizeText(withDigits(text));
  if (!tellsOfHome(text.replaceAll(/[?؟]/g, '')) && !/غرف/.test(normalized)) return false;
  // "Is Larnaca good?" asks, and goes on with nothing.
  const bare = /[?؟]/.test(text) ? normalized : normalized.replace(BESIDES, ' ');
  const words = normalizedWords(bare);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  return withoutPlaces(words).every(
    (word) => AROUND.has(word) || AROUND.has(word.replace(/^[وبل]/u, '')) || NUMBER.test(word),
  );
}

function withoutPlaces(words: string[]): string[] {
  let left = words;
  for (const spelling of cyprus.flatMap(({ name, spellings }) => [name, ...spellings])) {
    const at = findPhrase(left, phraseWords(spelling));
    if (at) left = [...left.slice(0, at.start), ...left.slice(at.end)];
  }
  return left;
}
