import { anySpelling, normalizedWords } from '#text';
import { type Fill, type OfflineMessage } from '#pack-kit';
import { placesNamed } from '../places.ts';

/** What is said of a home, a contract or a person by its id is of their deal, whichever was spoken of before. */
const IDS = /(?<![\p{L}\p{N}-])(?:prop|contract|contact)-[\p{L}\p{N}]+/giu;
/** "Another buyer", "the other flat"; the other side is that of the same deal. */
const ANOTHER = anySpelling(
  /\b(?:another|others?(?! (?:side|part(?:y|ies)|day)\b)|different)\b|(?<!\p{L})(?<!الطرف )(?:ال)?(?:آخر|أخرى)(?!\p{L})/iu,
);
/** The sides of every deal, days, and what else stands where a name could and names nobody. */
const NOBODY = new Set(
  `buyer buyers purchaser purchasers seller sellers vendor vendors owner owners landlord landlords tenant tenants client
   clients customer customers party parties side sides lawyer lawyers deal
   monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday january february march april may june
   july august september october november december docusign signature signatures signing review approval completion sale rental euro euros markdown please the an a it this that these him her them me us you my our his their its both all each let there here
   he she who what where when how`.split(/\s+/),
);
/** "Maria's contract", and as it is typed in a chat "maria's". */
const WHOSE = /(?<![\p{L}'’])(\p{L}[\p{L}-]+)['’]s(?!\p{L})/gu;
/** "For Maria Georgiou", "to our client Nikos", "send Nikos the contract". */
const LED_TO = new RegExp(
  String.raw`(?<!\p{L})(?:[Ff]or|[Tt]o|[Oo]f|[Ww]ith|[Ff]rom|[Bb]y|[Bb]etween|[Ss]end|[Mm]ail|[Gg]ive|[Gg]et|[Hh]ave|[Ll]et)\s+(?:(?:the|our|my|buyer|seller|owner|tenant|landlord|client|customer)\s+)*(\p{Lu}[\p{L}-]+)`,
  'gu',
);
/** Three letters at most are a currency or a kind of file: "to EUR 300k", "to PDF". */
const SHORT_FORM = /^\p{Lu}{2,3}$/u;
/** What "for" and "to" are written to and that is nobody's name: the signature, the sides of the deal. */
const NOBODY_IN_ARABIC =
  'توقيع|يوقع|يتم|مده|غايه|هذا|هذه|تلك|ذلك|كلا|كل(?!\\p{L})|كنه?(?!\\p{L})|هما(?!\\p{L})|دي(?:نا|ها|هم)(?!\\p{L})|ازم|طرف|اطراف|جميع|صاحب|مالك|مشتر|بايع|مستاجر|موجر|محام|وكيل|عميل|زبون|بيع|شرا|ايجار|تاجير|اتمام|ارسال|اتفاق|عقد|صفقه|سعر|مبلغ|صيغه|ملف|يوم|نهايه|pdf|docusign';
/** "لماريا", "للسيدة ماريا", "إلى نيكوس", in normalised letters; what has an article, as "للمشتري" has, is no name. */
const NAMED_IN_ARABIC = new RegExp(
  String.raw`(?:^| )(?:لل(?:سيد|استاذ)ه? \p{L}|ل(?!ل|${NOBODY_IN_ARABIC})\p{L}{3,}|الي (?!ال|${NOBODY_IN_ARABIC})\p{L})`,
  'u',
);

/** Whom and what a message names besides a deal. */
export interface NamedBesideDeal {
  /** Of homes, contracts and contacts, in lower case. */
  ids: string[];
  /** Canonical names of districts and areas. */
  places: string[];
  /** Words of people's names, in lower case. */
  people: string[];
  /** "Another buyer", «لماريا»: somebody or something that nothing on record can be compared with. */
  another: boolean;
}

export function namedBesideDeal({
  text,
  normalized,
}: Pick<OfflineMessage, 'text' | 'normalized'>): NamedBesideDeal {
  const named = [...text.matchAll(WHOSE), ...text.matchAll(LED_TO)].map(([, name = '']) => name);
  return {
    ids: [...text.matchAll(IDS)].map(([id]) => id.toLowerCase()),
    places: placesNamed(normalizedWords(text)),
    people: named
      .filter((name) => !NOBODY.has(name.toLowerCase()) && !SHORT_FORM.test(name))
      .map((name) => name.toLowerCase()),
    another: ANOTHER.test(text) || NAMED_IN_ARABIC.test(normalized),
  };
}

/** False for somebody or some place by name, and for another home, buyer or deal: that the one spoken of is theirs nothing says. */
export function namesNoOther(message: OfflineMessage): boolean {
  const { ids, places, people, another } = namedBesideDeal(message);
  return !another && ids.length + places.length + people.length === 0;
}

/** "The deal", "their offer": what a conversation about a deal goes on with, and not "her job contract". */
const POINTS = anySpelling(
  /\b(?:the|this|that|his|her|their|our) (?:(?:sales?|purchase|rental) )?(?:deal|offer|contract|agreement|lease)\b(?! (?:of|with|from|at) (?:his|her|their|an?|work)\b)|(?<!\p{L})(?:الصفقة|العرض|العقد|الاتفاقية)(?!\p{L})/iu,
);

/** The deal that the conversation is about, for what cannot be done without one: "Now draw up the agreement". */
export const DEAL_SPOKEN_OF: Fill = { from: 'told', prefix: 'deal', when: namesNoOther };

/** The same, for what can do without one: only where the message points at it. */
export const DEAL_POINTED_AT: Fill = {
  from: 'told',
  prefix: 'deal',
  when: (message) => namesNoOther(message) && POINTS.test(message.text),
};
