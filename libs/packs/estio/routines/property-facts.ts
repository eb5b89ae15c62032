import type { OfflineRoutine, RoutineTurn } from '#tools';
import { asksForTimes, OTHER_BUSINESS_OF_A_PROPERTY } from '../requests.ts';
import { count, dealName, euro, titleName, type Wording } from '../wording.ts';

const ID = /\b(?:prop-\d{3,}|CY-[A-Z]{2,3}-\d+)\b/gi;
const FIELDS = [
  'id',
  'title',
  'area',
  'district',
  'dealType',
  'price',
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
const ASKS =
  /[?؟]\s*$|^(?:what|how|is|are|does|do|has|where|when|which|tell|show|give|describe|details?|info)\b|^(?:هل|كم|ما|متى|أين|اين|أخبرني|اخبرني|تفاصيل|معلومات|صف)/iu;
/** "How big is it?": of the property that was named last. */
const POINTS =
  /\b(?:it|its|it's|this one|that one|this (?:flat|house|villa|property|place)|that (?:flat|house|villa|property|place))\b|(?:هذا|هذه) (?:العقار|الشقة|الفيلا|البيت)|مساحته|مساحتها|سعره|سعرها/iu;
/** What a listing has on record, or might be thought to have. */
const FACTS =
  /\b(?:available|taken|sold|gone|title|deeds?|big|large|size|sqm|square|area|bathrooms?|pool|old|age|built|year|energy|class|sea|beach|view|price|cost|how much|where|parking|balcony|garden|furnished|pets?|floor|lift|elevator|heating|details?|condition|status)\b|متاح|سند|مساح|سعر|مسبح|حمام|عمر|بني|بحر|موقف|شرفة|حديقة|مفروش|طابق|تفاصيل|حالة/iu;
const MAX_WORDS_ABOUT_IT = 9;

/** The one listing that a message asks about: named in it, or pointed at and named before. */
function askedAbout({ message, said }: RoutineTurn): string | undefined {
  const { text, normalized } = message;
  if (OTHER_BUSINESS_OF_A_PROPERTY.test(text) || asksForTimes(text) || !ASKS.test(text.trim()))
    return undefined;
  const named = [...new Set(text.match(ID)?.map(asWritten))];
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  if (!POINTS.test(text) || !FACTS.test(text) || normalized.split(' ').length > MAX_WORDS_ABOUT_IT)
    return undefined;
  const before = said.at(-1)?.match(ID) ?? [];
  return before.length === 1 ? asWritten(before[0]) : undefined;
}

/** Ids are written small, references large. */
function asWritten(id: string): string {
  return /^prop/i.test(id) ? id.toLowerCase() : id.toUpperCase();
}

interface Row {
  id: string;
  title: string;
  area: string;
  district: string;
  dealType: 'sale' | 'rent';
  price: number;
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
  if (id === undefined) return undefined;
  const made = turn.calls.find(({ tool }) => tool === 'query_org_data');
  if (!made)
    return {
      calls: [
        {
          tool: 'query_org_data',
          arguments: {
            dataset: 'properties',
            operation: 'list',
            fields: FIELDS,
            filters: [{ field: id.startsWith('prop-') ? 'id' : 'reference', op: 'eq', value: id }],
            limit: 1,
          },
        },
      ],
    };
  if (!made.result?.success) return undefined;
  const language = turn.message.language === 'ar' ? 'ar' : 'en';
  const { rows, sample } = made.result.data as { rows: Row[]; sample?: boolean };
  const [row] = rows;
  if (!row)
    return {
      reply: language === 'ar' ? `لا يوجد عقار بالرقم ${id}.` : `There is no property ${id} here.`,
    };
  return {
    reply: [...(language === 'ar' ? arabic(row) : english(row)), ...(sample ? [SAMPLE[language]] : [])].join(
      '\n',
    ),
  };
};

const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };

function english(row: Row): string[] {
  const deed = { yes: 'is there', no: 'there is none', pending: 'is still pending' }[row.titleDeed];
  return [
    `${row.title} (${row.id}), ${row.district}: ${row.status}, ${dealName(row.dealType, 'en')} at ${priceOf(row, 'en')}.`,
    `${count(row.coveredAreaSqm)} m², ${row.bathrooms} ${row.bathrooms === 1 ? 'bathroom' : 'bathrooms'}, built in ${row.yearBuilt}, energy class ${row.energyClass}, ${row.pool ? 'with a pool' : 'no pool'}, ${count(row.distanceToSea)} m from the sea${row.seaView ? ', with a view of it' : ''}.`,
    `Title deed: ${deed}.`,
    'That is all that is on record; for anything else say that you would like to speak with a person.',
  ];
}

function arabic(row: Row): string[] {
  const deed = { yes: 'متوفر', no: 'غير متوفر', pending: 'قيد الإصدار' }[row.titleDeed];
  const status = {
    available: 'متاح',
    reserved: 'محجوز',
    sold: 'مباع',
    rented: 'مؤجر',
    withdrawn: 'مسحوب',
  }[row.status];
  return [
    `${titleName(row.title, 'ar')} (${row.id}): ${status}، ${dealName(row.dealType, 'ar')} بسعر ${priceOf(row, 'ar')}.`,
    `المساحة ${count(row.coveredAreaSqm)} م²، الحمامات ${row.bathrooms}، سنة البناء ${row.yearBuilt}، فئة الطاقة ${row.energyClass}، ${row.pool ? 'مع مسبح' : 'بلا مسبح'}، على بعد ${count(row.distanceToSea)} م من البحر${row.seaView ? ' مع إطلالة عليه' : ''}.`,
    `سند الملكية: ${deed}.`,
    'هذا كل ما في السجل؛ ولأي أمر آخر اكتب أنك تريد التحدث إلى شخص.',
  ];
}

function priceOf({ price, dealType }: Row, language: Wording): string {
  const month = { en: ' a month', ar: ' شهريا' }[language];
  return `${euro(price, language)}${dealType === 'rent' ? month : ''}`;
}
