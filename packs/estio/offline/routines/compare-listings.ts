import { anySpelling, normalizedWords, normalizeText } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { namesPlace } from '../../places.ts';
import { bedroomsName, count, dealName, titleName, type Wording } from '../../wording.ts';
import { fromRecords, idsIn, perSqm, priceOf, STATUS_AR, type Row } from './property-facts.ts';
import { leading } from './recommended.ts';

const COMPARES = anySpelling(
  /\bcompar(?:e|ed|es|ing|ison|isons)\b|\bversus\b|\bvs\b|\bside by side\b|\bdifferences?\b|(?<!\p{L})و?(?:قارن\p{L}*|نقارن|مقارنة|للمقارنة|ال?فرق|الفروق)(?!\p{L})/iu,
);
/** Of several that are named by their ids: which of them is more of something. */
const WEIGHS = anySpelling(
  /\bwhich\b|\bbetter\b|\bor\b|(?<!\p{L})(?:أيهما|أيهم|أيها|أي|أفضل|أحسن|أم|أو)(?!\p{L})/iu,
);
/** What is done with homes otherwise; a report is a document. */
const OTHERWISE = anySpelling(
  /\b(?:report|sheet|pdf|document|offer|deal-\d+|contract|viewings?|view|see|visit|book|schedule|alert|mail|send|draft|write|log|note|remember|mortgage|loan|instal?ments?)\b|تقرير|عرض سعر|عقد|معاينة|مشاهدة|زيارة|موعد|احجز|أرسل|اكتب|سجل|قرض|قسط/iu,
);
const ALL =
  /\b(?:them|these|those|all|both|they|list|listings|homes|options)\b|(?:^| )(?:\S*قارنها|\S*قارنهم|\S*قارنهما|بينها|بينهم|بينهما|كلها|جميعها|الاثنين|الاثنتين)(?= |$)/;
const FIRST_SO_MANY =
  /\b(?:first|top|cheapest) (two|three|four|five|[2-5])\b|(?:^| )(?:اول|ارخص) (اثنين|اثنتين|ثلاثه|ثلاث|اربعه|اربع|خمسه|خمس|[2-5])(?= |$)|(?:^| )(الاولين|الاوليين)(?= |$)/;
const SO_MANY: Record<string, number> = {
  two: 2,
  اثنين: 2,
  اثنتين: 2,
  الاولين: 2,
  الاوليين: 2,
  three: 3,
  ثلاث: 3,
  ثلاثه: 3,
  four: 4,
  اربع: 4,
  اربعه: 4,
  five: 5,
  خمس: 5,
  خمسه: 5,
};
const PLACES = [
  /\b(?:first|1st|number (?:1|one)|no 1|1)\b|(?:^| )[وب]?(?:ال|لل)(?:اول|اولي)(?= |$)/,
  /\b(?:second|2nd|number (?:2|two)|no 2|2)\b|(?:^| )[وب]?(?:ال|لل)(?:ثاني|ثانيه)(?= |$)/,
  /\b(?:third|3rd|number (?:3|three)|no 3|3)\b|(?:^| )[وب]?(?:ال|لل)(?:ثالث|ثالثه)(?= |$)/,
  /\b(?:fourth|4th|number (?:4|four)|no 4|4)\b|(?:^| )[وب]?(?:ال|لل)(?:رابع|رابعه)(?= |$)/,
  /\b(?:fifth|5th|number (?:5|five)|no 5|5)\b|(?:^| )[وب]?(?:ال|لل)(?:خامس|خامسه)(?= |$)/,
];
const MOST = 5;

/** Listings that are named, or some of those that were told last, side by side by their records. */
export const compareListings: OfflineRoutine = (turn) => {
  const ids = compared(turn);
  if (ids.length < 2) return undefined;
  return fromRecords(turn, ids, (rows, language, note) => {
    // References are no field of what is read; their rows come as they are.
    const isById = ids.every((id) => id.startsWith('prop-'));
    const told = isById ? ids.flatMap((id) => rows.find((row) => row.id === id) ?? []) : rows;
    const missing = isById ? ids.filter((id) => !rows.some((row) => row.id === id)) : [];
    return [
      ...missing.map((id) => NO_SUCH[language](id)),
      ...told.map((row, at) => `${at + 1}. ${line(row, language)}`),
      ...verdict(told, language),
      ...note,
    ];
  });
};

function compared(turn: RoutineTurn): readonly string[] {
  const { message, replied } = turn;
  const { text } = message;
  if (OTHERWISE.test(text)) return [];
  const named = idsIn(text);
  if (named.length > 1)
    return isOfOneKind(named) && (COMPARES.test(text) || WEIGHS.test(text)) ? named.slice(0, MOST) : [];
  if (named.length === 1 || !COMPARES.test(text) || namesPlace(normalizedWords(text))) return [];
  const listed = replied.map(idsIn).findLast((told) => told.length > 1) ?? [];
  return pickedOf(normalizeText(text), listed).slice(0, MOST);
}

/** Ids and references are read by another field each. */
const isOfOneKind = (ids: readonly string[]) =>
  ids.every((id) => id.startsWith('prop-')) || ids.every((id) => id.startsWith('CY-'));

function pickedOf(normalized: string, listed: readonly string[]): readonly string[] {
  const [, ...written] = FIRST_SO_MANY.exec(normalized) ?? [];
  const many = written.find((word) => word !== undefined);
  if (many !== undefined) return listed.slice(0, SO_MANY[many] ?? Number(many));
  const places = PLACES.flatMap((place, at) => (place.test(normalized) ? [at] : []));
  if (places.length > 1) return places.flatMap((at) => listed[at] ?? []);
  return ALL.test(normalized) ? listed : [];
}

function line(row: Row, language: Wording): string {
  const arabic = language === 'ar';
  const deed = {
    en: { yes: 'title deed is there', no: 'no title deed', pending: 'title deed pending' },
    ar: { yes: 'سند الملكية متوفر', no: 'بلا سند ملكية', pending: 'سند الملكية قيد الإصدار' },
  }[language][row.titleDeed];
  const facts = arabic
    ? [
        `${dealName(row.dealType, 'ar')} بسعر ${priceOf(row, 'ar')} (${perSqm(row, 'ar')})`,
        bedroomsName(row.bedrooms, 'ar'),
        `${count(row.coveredAreaSqm)} م²`,
        `الحمامات ${row.bathrooms}`,
        `بني سنة ${row.yearBuilt}`,
        row.pool ? 'مع مسبح' : 'بلا مسبح',
        `على بعد ${count(row.distanceToSea)} م من البحر`,
        deed,
        STATUS_AR[row.status],
      ]
    : [
        `${dealName(row.dealType, 'en')} at ${priceOf(row, 'en')} (${perSqm(row, 'en')})`,
        bedroomsName(row.bedrooms, 'en'),
        `${count(row.coveredAreaSqm)} m²`,
        `${row.bathrooms} ${row.bathrooms === 1 ? 'bathroom' : 'bathrooms'}`,
        `built in ${row.yearBuilt}`,
        row.pool ? 'with a pool' : 'no pool',
        `${count(row.distanceToSea)} m from the sea`,
        deed,
        row.status,
      ];
  return `${titleName(row.title, language)} (${row.id}): ${facts.join(arabic ? '، ' : ', ')}`;
}

function verdict(rows: readonly Row[], language: Wording): string[] {
  if (rows.length < 2) return [];
  // A monthly rent is not cheaper than a price.
  const alike = rows.every(({ dealType }) => dealType === rows[0]?.dealType);
  return alike ? [IN_SHORT[language], ...leading(rows, language)] : [OF_TWO_KINDS[language]];
}

const IN_SHORT = { en: 'In short:', ar: 'الخلاصة:' };
const OF_TWO_KINDS = {
  en: 'Some are for sale and some to rent, so their prices cannot be set side by side.',
  ar: 'بعضها للبيع وبعضها للإيجار، فلا تقارن أسعارها.',
};
const NO_SUCH: Record<Wording, (id: string) => string> = {
  en: (id) => `There is no property ${id} here.`,
  ar: (id) => `لا يوجد عقار بالرقم ${id}.`,
};
