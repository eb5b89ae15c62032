import { hasPhrase, normalizedWords } from '#tools';

/** Words beside a number of bedrooms. */
export const BEDROOM_WORDS = ['bedroom', 'bed', 'bedrooms', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];

const SEARCH_WORDS = [
  'find', 'search', 'show me', 'looking for', 'look for', 'listing', 'anything new', 'market', 'report', 'alert',
  'ابحث', 'أبحث', 'اعرض', 'أريد شقة', 'عقارات', 'السوق', 'شقة', 'شقق', 'فيلا', 'فلل',
]; // prettier-ignore
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
  'property',
  'منزل',
  'بيت',
  'استوديو',
  'عقار',
];
const ASKING_WORDS = [
  'want', 'need', 'looking', 'would like', 'interested', 'can you', 'could you', 'do you have', 'is there', 'are there',
  'any', 'anything', 'give me', 'list', 'what', 'which', 'where', 'please', 'find', 'show', 'send',
]; // prettier-ignore
/** A sentence that begins like this tells something, unless it has an asking word. */
const TELLING_BEGINNING = /^(?:i|we|he|she|it|they|my|our|his|her|its|their|the|this|that)\b/;

/** A message that asks for listings: a word of searching, or a property noun in a question or request. */
export function asksForListings(text: string): boolean {
  if (hasPhrase(normalizedWords(text), SEARCH_WORDS)) return true;
  return sentencesOf(text).some((sentence) => {
    const words = normalizedWords(sentence);
    return hasPhrase(words, PROPERTY_NOUNS) && isRequest(sentence, words);
  });
}

/** A fragment such as "2 bedroom rentals in Larnaca" is a request too. */
function isRequest(sentence: string, words: string[]): boolean {
  return /[?؟]/.test(sentence) || hasPhrase(words, ASKING_WORDS) || !TELLING_BEGINNING.test(words.join(' '));
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?؟\n]+[.!?؟]?/g) ?? [];
}

const WISH_WORDS = [
  'budget', 'ceiling', 'my limit', 'can spend', 'can afford', 'changed their mind', 'changed her mind', 'changed his mind',
  'changed my mind', 'instead of', 'mark', 'lead status', 'ميزانية', 'ميزانيتي', 'ميزانيته', 'ميزانيتها', 'غير المنطقة',
  'أحتاج', 'يحتاج', 'تحتاج',
]; // prettier-ignore

/** A message that tells what somebody is looking for, or how far a lead is. */
export function statesWishes(text: string): boolean {
  return hasPhrase(normalizedWords(text), WISH_WORDS);
}
