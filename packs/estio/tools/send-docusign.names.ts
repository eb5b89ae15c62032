import { anySpelling, normalizedWords } from '#text';
import { placesNamed } from '../places.ts';

/** Ids of homes, contracts and contacts: each belongs to a deal of its own. */
const IDS = /(?<![\p{L}\p{N}-])(?:prop|contract|contact)-[\p{L}\p{N}]+/giu;
/** "Another buyer", "the other flat"; the other side is that of the same deal. */
const ANOTHER = anySpelling(
  /\b(?:another|others?(?! (?:side|part(?:y|ies)|day)\b)|different)\b|(?<!\p{L})(?<!الطرف )(?:ال)?(?:آخر|أخرى)(?!\p{L})/iu,
);
/** Words that stand where a name could and name nobody: the sides of a deal, days, months. */
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
/** Two or three capitals are a currency or a file type: "to EUR 300k", "to PDF". */
const SHORT_FORM = /^\p{Lu}{2,3}$/u;
/** Words behind the Arabic "for" and "to" that are nobody's name: the signature, the sides of the deal. */
const NOBODY_IN_ARABIC =
  'توقيع|يوقع|يتم|مده|غايه|هذا|هذه|تلك|ذلك|كلا|كل(?!\\p{L})|كنه?(?!\\p{L})|هما(?!\\p{L})|دي(?:نا|ها|هم)(?!\\p{L})|ازم|طرف|اطراف|جميع|صاحب|مالك|مشتر|بايع|مستاجر|موجر|محام|وكيل|عميل|زبون|بيع|شرا|ايجار|تاجير|اتمام|ارسال|اتفاق|عقد|صفقه|سعر|مبلغ|صيغه|ملف|يوم|نهايه|pdf|docusign';
/** "لماريا", "للسيدة ماريا", "إلى نيكوس", in normalised letters; what has an article, as "للمشتري" has, is no name. */
const NAMED_IN_ARABIC = new RegExp(
  String.raw`(?:^| )(?:لل(?:سيد|استاذ)ه? \p{L}|ل(?!ل|${NOBODY_IN_ARABIC})\p{L}{3,}|الي (?!ال|${NOBODY_IN_ARABIC})\p{L})`,
  'u',
);

/** People, places and ids that a message names besides a deal. */
export interface NamedBesideDeal {
  /** Ids of homes, contracts and contacts, in lower case. */
  ids: string[];
  /** Canonical names of districts and areas. */
  places: string[];
  /** Words of people's names, in lower case. */
  people: string[];
  /** "Another buyer", «لماريا»: somebody or something that nothing on record can be compared with. */
  another: boolean;
}

export function namedBesideDeal({ text, normalized }: { text: string; normalized: string }): NamedBesideDeal {
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
