import { hasPhrase, phraseList } from '#text';
import type { Fill, OfflineMessage } from '#pack-kit';
import { namesPlace } from '../places.ts';

/** Words beside a number of bedrooms. */
export const BEDROOM_WORDS = ['bedroom', 'bed', 'room', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];

/** Nouns for homes, and the words by which they are offered. */
const HOME_WORDS = phraseList(`
  for sale, to buy, to rent, for rent, flat, apartment, villa, house, home, townhouse, maisonette, studio,
  rental, property, listing, للبيع, للإيجار, شقة, شقق, فيلا, فلل, منزل, منازل, بيت, بيوت, استوديو, عقار,
  عقارات
`);
const SEARCH_WORDS = phraseList(`
  find, search, show me, looking for, anything new, market, report, fact sheet, alert, ابحث, أبحث, اعرض, السوق,
  سعر المتر
`);
const ASKING_WORDS = phraseList(`
  want, need, would like, interested, looking, do you have, can you, could you, please, any, what, which,
  أريد, نريد
`);
/** A sentence that begins like this is a statement, unless it has a question word. */
const STATEMENT = /^(?:i|we|he|she|it|they|my|our|his|her|its|their|the|this|that)\b/;

const WISH_WORDS = phraseList(`
  budget, ceiling, changed their mind, changed her mind, changed his mind, changed my mind, mark,
  lead status, ميزانية, ميزانيتي, ميزانيته, ميزانيتها, غير المنطقة, أحتاج
`);

/** Tasks of other tools, and of people, that name homes without looking for them. */
const OTHER_TASKS = phraseList(`
  viewing, visit, calendar, slot, appointment, book, free, offer, deal, contract, agreement, sign,
  signature, mortgage, loan, instalment, installment, each month on, trend, moved, prices, average,
  per square metre, seller's market, time to sell, report, fact sheet, draft, write, mail, alert, log,
  note, record, remember, compare, how many, معاينة, زيارة, موعد, احجز, عرضا, صفقة, عقد, توقيع, قرض, قسط,
  القسط, تقرير, متوسط, اتجاه, أسعار, اكتب, رسالة, تنبيها, سجل, ملاحظة, تذكر, قارن, كم
`);
const ID = /\b(?:prop|deal|offer|contract|viewing|contact)-\d+|\bCY-[A-Z]{2}-\d+/i;

const wordsOf = ({ normalized }: Pick<OfflineMessage, 'normalized'>) => normalized.split(' ');

/** A request or a question that has a word of searching or a noun for a home. */
export function speaksOfHomes(message: OfflineMessage): boolean {
  const words = wordsOf(message);
  if (hasPhrase(words, SEARCH_WORDS)) return true;
  if (!hasPhrase(words, HOME_WORDS)) return false;
  const isRequest = /[?؟]/.test(message.text) || hasPhrase(words, ASKING_WORDS);
  return isRequest || !STATEMENT.test(message.normalized);
}

/** A request for listings, by a noun for a home, or by a place with rooms, an amount or the sea. */
export function searchesHomes(message: OfflineMessage): boolean {
  const words = wordsOf(message);
  if (ID.test(message.text) || hasPhrase(words, OTHER_TASKS) || statesWishes(message)) return false;
  if (hasPhrase(words, HOME_WORDS)) return speaksOfHomes(message);
  const hasWish =
    hasPhrase(words, BEDROOM_WORDS) || wishesForSea(message) || /\d{3}|\dk\b/.test(message.normalized);
  return namesPlace(words) && hasWish && !STATEMENT.test(message.normalized);
}

/** A statement about a person's requirements, or about the status of a lead. */
export function statesWishes(message: OfflineMessage): boolean {
  return hasPhrase(wordsOf(message), WISH_WORDS);
}

const SEA_WORDS = phraseList('sea, seaside, beach, coast, waterfront, بحر, البحر, شاطئ, الشاطئ');
const NEAR_WORDS = phraseList(
  'close to the, close to, near the, near, next to the, by the, قرب, قريب من, قريبة من',
);
/** "close to the beach": the words for the sea, behind those for how near it is. */
export const NEARNESS_TO_THE_SEA = SEA_WORDS.flatMap((sea) => [
  sea,
  ...NEAR_WORDS.map((near) => `${near} ${sea}`),
]);
const AWAY_WORDS = phraseList('far from, away from, not near, not by, بعيد عن, بعيدة عن');

/** A requirement to live near the sea or to see it. */
export function wishesForSea(message: OfflineMessage): boolean {
  const words = wordsOf(message);
  return hasPhrase(words, SEA_WORDS) && !hasPhrase(words, AWAY_WORDS);
}

/** The property that the message names, or the only one that a search has found. */
export const PROPERTY: Fill = {
  from: 'first',
  of: [
    { from: 'id', prefix: 'prop' },
    { from: 'prev', tool: 'search_properties', path: 'items[0].id', soleOf: 'items' },
  ],
};

/** Names, and words for several people, behind "for", "to" or an order: the contact of the conversation may not be meant. */
const NAMED_PERSON =
  /\b(?:for|to|[Mm]ail|[Tt]ell|[Ss]end|[Ll]et)\s+(?:(?:my|our|all|the)\s+)*(?:\p{Lu}\p{L}+|buyers|leads|contacts|clients|everyone)/u;

/** The contact of the conversation, unless the message names somebody. */
export const CONTACT_UNLESS_NAMED: Fill = {
  from: 'first',
  of: [
    { from: 'id', prefix: 'contact' },
    { from: 'context', key: 'contactId', when: ({ text }) => !NAMED_PERSON.test(text) },
  ],
};
