import { anySpelling, normalizedWords } from '#text';
import { type OfflineMessage, type OfflineRoutine, type RoutineStep, type RoutineTurn } from '#pack-kit';
import { isOfAnotherHome, pointsAtHome } from '../home-spoken-of.ts';
import { asksForTimes, namesHome, OTHER_BUSINESS_OF_A_PROPERTY } from '../requests.ts';
import { asksToSeeOne } from '../seeing.ts';
import { narrowsBySea } from '../sea-wish.ts';
import { asksWhatIsNotRecorded, notOnRecord } from '../not-on-record.ts';
import { bedroomsName, count, dealName, euro, titleName, type Wording } from '../../wording.ts';

const ID = /\b(?:prop-\d{3,}|CY-[A-Z]{2,3}-\d+)\b/gi;
const IS_ID = /^(?:prop-\d{3,}|CY-[A-Z]{2,3}-\d+)$/i;
/** As many as a question to the records may ask for. */
const FIELDS = [
  'id',
  'title',
  'district',
  'dealType',
  'price',
  'bedrooms',
  'bathrooms',
  'coveredAreaSqm',
  'distanceToSea',
  'seaView',
  'pool',
  'yearBuilt',
  'titleDeed',
  'energyClass',
  'status',
] as const;
const ASKS = anySpelling(
  /[?؟]\s*$|^(?:(?:and|but|so|ok|okay|also) )*(?:whats?|how|is|are|does|do|has|have|any|where|when|which|tell|show|give|describe|details?|info)\b|(?<!\p{L})و?(?:هل|كم|ما|متى|أين|أي|أيها|أيهم|أخبرني|تفاصيل|معلومات|صف)(?!\p{L})/iu,
);
/** "Do they have a pool?", "هل فيها مسبح؟". */
const TOGETHER = anySpelling(
  /\b(?:they|them|these|those|any|ones?|which|all|each)\b|فيها|منها|لها|عندها|هذه|أي|أيها|كلها/iu,
);
/** What a listing has on record. */
const FACTS = anySpelling(
  /\b(?:available|taken|sold|gone|title|deeds?|big|bigg?est|large|largest|oldest|newest|size|sqm|square|area|bathrooms?|pool|old|age|built|year|energy|class|sea|beach|view|price|cost|how much|where|details?|condition|status)\b|\b(?:how many|number of) (?:bed)?rooms?\b|كم (?:عدد )?(?:ال)?غرف|متاح|سند|مساح|سعر|مسبح|حمام|عمر|بني|بحر|تفاصيل|حالة/iu,
);
/** All that is on record is asked for. */
const MORE_ABOUT = anySpelling(
  /\b(?:tell|know|hear|learn|see) (?:me |us |some(?:thing)? |a (?:bit|little) )*more (?:about|of|on)\b|(?<!\p{L})(?:المزيد|أكثر) (?:عن|حول)(?!\p{L})/iu,
);
/** Of one that is picked out of a list, without "more". */
const ABOUT = anySpelling(
  /\b(?:tell|know|hear|learn) (?:me |us )?(?:all |everything )?about\b|(?<!\p{L})(?:أخبرني|احك|حدثني|معلومات|تفاصيل)(?: لي)? عن(?!\p{L})/iu,
);
const MAX_WORDS_ABOUT_IT = 9;
/** "The third one - what is the price per square metre of it?" names the home first. */
const MAX_WORDS_ABOUT_THE_PICKED = 14;
const MAX_WORDS_OF_A_FACT = 3;

/** The one listing that a message asks about: named in it, picked out of a list, or pointed at and told of before. */
function askedAbout(turn: RoutineTurn): string | undefined {
  const { message, picked } = turn;
  const { text } = message;
  if (!asksOfHomes(message)) return undefined;
  const named = idsIn(text);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  if (picked !== undefined && IS_ID.test(picked))
    return ABOUT.test(text) || asksFact(message, MAX_WORDS_ABOUT_THE_PICKED) ? picked : undefined;
  if (!asksFact(message)) return undefined;
  // "Any balcony?" points at nothing else than the home that was just told of.
  if (!pointsAtHome(message) && (!asksWhatIsNotRecorded(text) || isOfAnotherHome(message))) return undefined;
  const [only, ...others] = toldOf(turn);
  return others.length === 0 ? only : undefined;
}

/** All listings that a message asks about, the one or those that were told last. */
export function idsAskedAbout(turn: RoutineTurn): readonly string[] {
  const id = askedAbout(turn);
  return id === undefined ? askedTogether(turn) : [id];
}

/** Those that the message asks about together: "which of them has a pool?" of the list that was told last. */
function askedTogether(turn: RoutineTurn): readonly string[] {
  const { message, picked } = turn;
  if (!asksOfHomes(message) || !asksFact(message) || picked !== undefined) return [];
  if (idsIn(message.text).length > 0) return [];
  if (factsNamed(message).length === 0 && (!asksWhatIsNotRecorded(message.text) || isOfAnotherHome(message)))
    return [];
  // "Does it have a deed?" of several that were named, and "furnished?", are about each of them.
  const isShort =
    message.normalized.split(' ').length <= MAX_WORDS_OF_A_FACT && !namesHome(normalizedWords(message.text));
  if (!TOGETHER.test(message.text) && !pointsAtHome(message) && !isShort) return [];
  if (narrowsBySea(message)) return [];
  return turn.replied.map(idsIn).findLast((told) => told.length > 1) ?? [];
}

function asksOfHomes({ text }: OfflineMessage): boolean {
  return (
    !OTHER_BUSINESS_OF_A_PROPERTY.test(text) &&
    !asksForTimes(text) &&
    !asksToSeeOne(text) &&
    (ASKS.test(text.trim()) || MORE_ABOUT.test(text))
  );
}

function asksFact({ text, normalized }: OfflineMessage, maxWords = MAX_WORDS_ABOUT_IT): boolean {
  if (MORE_ABOUT.test(text)) return true;
  return (FACTS.test(text) || asksWhatIsNotRecorded(text)) && normalized.split(' ').length <= maxWords;
}

/** What the conversation spoke of last: what the person named, else what the reply told. */
function toldOf({ said, replied }: RoutineTurn): string[] {
  const told = said.map((text, at) => [idsIn(text), idsIn(replied[at] ?? '')].find((ids) => ids.length > 0));
  return told.findLast((ids) => ids !== undefined) ?? [];
}

export function idsIn(text: string): string[] {
  return [...new Set(text.match(ID)?.map(asWritten))];
}

/** Ids are written small, references large. */
function asWritten(id: string): string {
  return /^prop/i.test(id) ? id.toLowerCase() : id.toUpperCase();
}

export interface Row {
  id: string;
  title: string;
  district: string;
  dealType: 'sale' | 'rent';
  price: number;
  bedrooms: number;
  bathrooms: number;
  coveredAreaSqm: number;
  distanceToSea: number;
  seaView: boolean;
  pool: boolean;
  yearBuilt: number;
  titleDeed: 'yes' | 'no' | 'pending';
  energyClass: string;
  status: 'available' | 'reserved' | 'sold' | 'rented' | 'withdrawn';
}

/** What is asked of one listing is read from its record, all of it; what is not on record is said to be so. */
export const propertyFacts: OfflineRoutine = (turn) => {
  const id = askedAbout(turn);
  if (id === undefined) return factsOfSeveral(turn);
  return fromRecords(turn, [id], ([row], language, note) => {
    const unknown = notOnRecord(turn.message.text, language);
    if (row)
      return [...(unknown ? [unknown] : []), ...(language === 'ar' ? arabic(row) : english(row)), ...note];
    return [language === 'ar' ? `لا يوجد عقار بالرقم ${id}.` : `There is no property ${id} here.`];
  });
};

/** Of each of a list that was told, what is asked. */
function factsOfSeveral(turn: RoutineTurn): RoutineStep | undefined {
  const ids = askedTogether(turn);
  if (ids.length === 0) return undefined;
  const facts = factsNamed(turn.message);
  const unknown = notOnRecord(turn.message.text, turn.message.language === 'ar' ? 'ar' : 'en');
  if (facts.length === 0) return unknown === undefined ? undefined : { reply: unknown };
  return fromRecords(turn, ids, (rows, language, note) => {
    const lines = ids.flatMap((id, index) => {
      const row = rows.find((one) => one.id === id);
      if (!row) return [];
      const told = facts.map((fact) => fact.told[language](row)).join(language === 'ar' ? '، ' : ', ');
      return [`${index + 1}. ${titleName(row.title, language)} (${row.id}): ${told}`];
    });
    return [...(unknown ? [unknown] : []), ...lines, ...note];
  });
}

/** Has the records of the listings read, then says the lines that `words` makes of them; `note` says whose data they are. */
export function fromRecords(
  { calls, message }: RoutineTurn,
  ids: readonly string[],
  words: (rows: readonly Row[], language: Wording, note: readonly string[]) => string[],
): RoutineStep | undefined {
  const made = calls.find(({ tool }) => tool === 'query_org_data');
  if (!made) return { calls: [recordsOf(ids)] };
  if (!made.result?.success) return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const { rows, sample } = made.result.data as { rows: Row[]; sample?: boolean };
  return { reply: words(rows, language, sample ? [SAMPLE[language]] : []).join('\n') };
}

function recordsOf(ids: readonly string[]) {
  const field = ids[0]?.startsWith('prop-') ? 'id' : 'reference';
  return {
    tool: 'query_org_data',
    arguments: {
      dataset: 'properties',
      operation: 'list',
      fields: FIELDS,
      filters: [ids.length === 1 ? { field, op: 'eq', value: ids[0] } : { field, op: 'in', value: ids }],
      limit: ids.length,
    },
  };
}

interface Fact {
  asked: RegExp;
  told: Record<Wording, (row: Row) => string>;
}

const RECORDED: Fact[] = [
  {
    asked: anySpelling(/\bper (?:sqm|m2|m²|sq|square|met(?:er|re))|(?:سعر|بكم) (?:ال)?متر/iu),
    told: { en: (row) => perSqm(row, 'en'), ar: (row) => perSqm(row, 'ar') },
  },
  {
    asked: anySpelling(/\bprices?\b|\bcosts?\b|\bhow much\b|سعر|أسعار|بكم/iu),
    told: { en: (row) => priceOf(row, 'en'), ar: (row) => priceOf(row, 'ar') },
  },
  {
    asked: anySpelling(/\b(?:sea|beach|coast)\b|بحر|شاطئ/iu),
    told: {
      en: ({ distanceToSea, seaView }) =>
        `${count(distanceToSea)} m from the sea${seaView ? ', with a view of it' : ''}`,
      ar: ({ distanceToSea, seaView }) =>
        `على بعد ${count(distanceToSea)} م من البحر${seaView ? ' مع إطلالة عليه' : ''}`,
    },
  },
  {
    asked: anySpelling(/\bpools?\b|مسبح/iu),
    told: {
      en: ({ pool }) => (pool ? 'with a pool' : 'no pool'),
      ar: ({ pool }) => (pool ? 'مع مسبح' : 'بلا مسبح'),
    },
  },
  {
    asked: anySpelling(/\btitle|\bdeeds?\b|سند/iu),
    told: {
      en: ({ titleDeed }) =>
        ({ yes: 'title deed is there', no: 'no title deed', pending: 'title deed pending' })[titleDeed],
      ar: ({ titleDeed }) =>
        ({ yes: 'سند الملكية متوفر', no: 'بلا سند ملكية', pending: 'سند الملكية قيد الإصدار' })[titleDeed],
    },
  },
  {
    asked: anySpelling(/\b(?:old|oldest|newest|age|built|year)\b|عمر|بني|سنة/iu),
    told: { en: ({ yearBuilt }) => `built in ${yearBuilt}`, ar: ({ yearBuilt }) => `بني سنة ${yearBuilt}` },
  },
  {
    asked: anySpelling(/\b(?:big|large|biggest|largest|size|sqm|square|area)\b|مساح/iu),
    told: {
      en: ({ coveredAreaSqm: area }) => `${count(area)} m²`,
      ar: ({ coveredAreaSqm: area }) => `${count(area)} م²`,
    },
  },
  {
    asked: anySpelling(/\b(?:how many|number of) (?:bed)?rooms?\b|كم (?:عدد )?(?:ال)?غرف/iu),
    told: {
      en: ({ bedrooms }) => bedroomsName(bedrooms, 'en'),
      ar: ({ bedrooms }) => bedroomsName(bedrooms, 'ar'),
    },
  },
  {
    asked: anySpelling(/\bbathrooms?\b|حمام/iu),
    told: {
      en: ({ bathrooms }) => `${bathrooms} ${bathrooms === 1 ? 'bathroom' : 'bathrooms'}`,
      ar: ({ bathrooms }) => `الحمامات ${bathrooms}`,
    },
  },
  {
    asked: anySpelling(/\benergy\b|طاقة/iu),
    told: {
      en: ({ energyClass }) => `energy class ${energyClass}`,
      ar: ({ energyClass }) => `فئة الطاقة ${energyClass}`,
    },
  },
  {
    asked: anySpelling(/\b(?:available|taken|sold|gone|status)\b|متاح|متوفر/iu),
    told: { en: ({ status }) => status, ar: ({ status }) => STATUS_AR[status] },
  },
];

function factsNamed({ text }: OfflineMessage): Fact[] {
  return RECORDED.filter(({ asked }) => asked.test(text));
}

export const STATUS_AR = {
  available: 'متاح',
  reserved: 'محجوز',
  sold: 'مباع',
  rented: 'مؤجر',
  withdrawn: 'مسحوب',
};

const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };

function english(row: Row): string[] {
  const deed = { yes: 'is there', no: 'there is none', pending: 'is still pending' }[row.titleDeed];
  return [
    `${row.title} (${row.id}), ${row.district}: ${row.status}, ${dealName(row.dealType, 'en')} at ${priceOf(row, 'en')} (${perSqm(row, 'en')}).`,
    `${bedroomsName(row.bedrooms, 'en')}, ${count(row.coveredAreaSqm)} m², ${row.bathrooms} ${row.bathrooms === 1 ? 'bathroom' : 'bathrooms'}, built in ${row.yearBuilt}, energy class ${row.energyClass}, ${row.pool ? 'with a pool' : 'no pool'}, ${count(row.distanceToSea)} m from the sea${row.seaView ? ', with a view of it' : ''}.`,
    `Title deed: ${deed}.`,
    'That is all that is on record; for anything else say that you would like to speak with a person.',
  ];
}

function arabic(row: Row): string[] {
  const deed = { yes: 'متوفر', no: 'غير متوفر', pending: 'قيد الإصدار' }[row.titleDeed];
  return [
    `${titleName(row.title, 'ar')} (${row.id}): ${STATUS_AR[row.status]}، ${dealName(row.dealType, 'ar')} بسعر ${priceOf(row, 'ar')} (${perSqm(row, 'ar')}).`,
    `المساحة ${count(row.coveredAreaSqm)} م²، ${bedroomsName(row.bedrooms, 'ar')}، الحمامات ${row.bathrooms}، سنة البناء ${row.yearBuilt}، فئة الطاقة ${row.energyClass}، ${row.pool ? 'مع مسبح' : 'بلا مسبح'}، على بعد ${count(row.distanceToSea)} م من البحر${row.seaView ? ' مع إطلالة عليه' : ''}.`,
    `سند الملكية: ${deed}.`,
    'هذا كل ما في السجل؛ ولأي أمر آخر اكتب أنك تريد التحدث إلى شخص.',
  ];
}

export function perSqm({ price, coveredAreaSqm }: Row, language: Wording): string {
  const each = euro(Math.round(price / coveredAreaSqm), language);
  return language === 'ar' ? `${each} للمتر المربع` : `${each} per m²`;
}

export function priceOf({ price, dealType }: Row, language: Wording): string {
  const month = { en: ' a month', ar: ' شهريا' }[language];
  return `${euro(price, language)}${dealType === 'rent' ? month : ''}`;
}
