import { hasPhrase, normalizedWords } from '#tools';
import { namesPlace } from './places.ts';

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

const HOME_WORDS = [
  ...BEDROOM_WORDS, ...PROPERTY_NOUNS, 'anything', 'something', 'somewhere', 'option', 'room', 'available', 'شي', 'خيارات',
]; // prettier-ignore
/** Ids of rows, which stand for more than a home: an offer on a deal, a viewing of a property. */
const ID = /\b(?:prop|deal|offer|contract|viewing|CY-[A-Z]{2})-\d+/i;
/** What is done with a home, and is neither a search nor a wish. */
const OTHER_BUSINESS = [
  'offer', 'viewing', 'visit', 'appointment', 'book', 'schedule', 'contract', 'agreement', 'sign', 'mortgage', 'loan',
  'instalment', 'installment', 'interest', 'invoice', 'mail', 'email', 'statistics',
  'عرض سعر', 'معاينة', 'زيارة', 'موعد', 'احجز', 'عقد', 'توقيع', 'قرض', 'قسط', 'فائدة', 'بريد',
]; // prettier-ignore

/** A message that describes a home by its place, its rooms or its kind, or asks for any. */
export function describesHome(text: string): boolean {
  const words = normalizedWords(text);
  if (ID.test(text) || hasPhrase(words, OTHER_BUSINESS)) return false;
  return namesPlace(words) || hasPhrase(words, HOME_WORDS);
}

/** A price or a limit that is all there is: the answer to a question. */
const MAX_WORDS_OF_AN_ANSWER = 5;

/** A statement about the home that somebody looks for, or a bare amount as the answer to a question about it. */
export function tellsOfHome(text: string): boolean {
  if (/[?؟]/.test(text) || ID.test(text)) return false;
  const words = normalizedWords(text);
  if (hasPhrase(words, OTHER_BUSINESS)) return false;
  return describesHome(text) || (/\d/.test(text) && words.length <= MAX_WORDS_OF_AN_ANSWER);
}

/** A message that tells what somebody is looking for, or how far a lead is. */
export function statesWishes(text: string): boolean {
  return hasPhrase(normalizedWords(text), WISH_WORDS);
}
