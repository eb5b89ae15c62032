import { normalizeText, withDigits } from '#text';
import { districts, placesLeftOut } from '../places.ts';
import { clausesByWish } from './wishes-taken-back.ts';
import { placeName, type Wording } from '../wording.ts';

export interface RecordFilter {
  field: string;
  op: 'eq' | 'ne' | 'gte' | 'lte' | 'in' | 'contains';
  value: unknown;
}

/** Something that listings have on record and the search cannot filter by. */
export interface RecordWish {
  filter: RecordFilter;
  /** As it stands behind what it is a wish of: "with a pool". */
  named: Record<Wording, string>;
}

const POOL = /\b(?:swimming )?pools?\b|مسبح|حمام سباحه|بركه سباحه/;
const WITHOUT_POOL = /\b(?:without|no|not)\b.*\bpool|(?:بدون|بلا|من دون|غير) (?:\S+ )?(?:مسبح|حمام)/;
/** "Without a pool", and "no pool please" where nothing else is said; "why is there no pool?" wants none. */
const POOL_UNWANTED =
  /\b(?:without|with no)(?: (?:an?|any|the|swimming|private|communal))* pools?\b|^(?:(?:and|but|ok|just|only) )*no (?:swimming )?pool(?: please| thanks)?$|(?<!\p{L})(?:بدون|بلا|من دون|من غير) (?:ال)?(?:مسبح|حمام سباحه|بركه سباحه)/u;
/** Known by the descriptions alone, which say it of those that have one. */
export const GARDEN = /\bgardens?\b|(?<!\p{L})و?ب?(?:ال)?(?:حديقه|حدائق)(?!\p{L})/u;
const WITHOUT_GARDEN = /\b(?:without|no|not)\b.*\bgarden|(?:بدون|بلا|من دون|غير) (?:\S+ )?حديقه/;
/** The word by which a description names one. */
export const IN_DESCRIPTION = 'garden';
/** Said about somebody's taste, to be kept and not to be looked for. */
const NOTED = /\b(?:note|remember|log)\b|(?:^| )(?:سجل|تذكر|ملاحظه)(?: |$)/;
const BATH = String.raw`(?:full |separate )?(?:bathrooms?|baths?|toilets?|wcs?)\b`;
const BATH_AR = String.raw`حمام(?:ات)?(?! سباحه)(?!\p{L})`;
const BATHROOMS = new RegExp(
  String.raw`\b(\d{1,2}|one|a single)(\+)? ?(or more |plus )?${BATH}(?: (or more|plus|at least|minimum|min))?|(?<![\d\p{L}])(\d{1,2}) ${BATH_AR}|(?<!\p{L})و?ب?(حمامين|حمامان)(?!\p{L})|(?<!\p{L})و?ب?${BATH_AR} (واحد)(?!\p{L})`,
  'u',
);
const MORE_THAN_ONE = new RegExp(
  String.raw`\bmore than (?:one|1|a single) ${BATH}|(?<!\p{L})(?:اكثر من|فوق) ${BATH_AR}`,
  'u',
);
const AT_LEAST =
  /\b(?:at least|minimum|min|no less than|no fewer than)\b|على الاقل|علي الاقل|كحد ادني|لا يقل عن|فاكثر|او اكثر/u;

/**
 * Those of a message.
 *
 * @param of.seaView whether a view of the sea is one of them: behind such a list, or beside another.
 * @param of.takenBack that the text takes its wishes back, which are asked for here.
 */
export function recordWishesOf(text: string, { seaView = false, takenBack = false } = {}): RecordWish[] {
  if (NOTED.test(normalizeText(text))) return [];
  const { names: placesNotWanted, rest } = placesLeftOut(withDigits(text));
  // "Not in Aradippou, with a pool" wants a pool, and "I don't need a pool any more" wants none.
  const whole = placesNotWanted.length > 0 || takenBack ? rest.join(' ') : undefined;
  const normalized = whole ?? clausesByWish(withDigits(text)).kept;
  const unwanted = POOL_UNWANTED.test(normalized);
  const isWish = (without: RegExp) => takenBack || !without.test(normalized);
  const pool = unwanted || (POOL.test(normalized) && isWish(WITHOUT_POOL));
  const garden = GARDEN.test(normalized) && isWish(WITHOUT_GARDEN);
  const baths = bathroomsOf(normalized);
  return [
    ...(pool ? [{ field: 'pool', op: 'eq' as const, value: !unwanted }] : []),
    ...(garden ? [{ field: 'description', op: 'contains' as const, value: IN_DESCRIPTION }] : []),
    ...(baths ? [{ field: 'bathrooms', ...baths }] : []),
    ...(seaView ? [{ field: 'seaView', op: 'eq' as const, value: true }] : []),
    ...placesNotWanted.map(isNotIn),
  ].flatMap((filter) => recordWish(filter) ?? []);
}

function isNotIn(place: string): RecordFilter {
  return {
    field: districts.some(({ name }) => name === place) ? 'district' : 'area',
    op: 'ne',
    value: place,
  };
}

/** The message without them. */
export function withoutRecordWishes(text: string): string {
  return normalizeText(withDigits(placesLeftOut(text).rest.join(' ')))
    .replace(new RegExp(POOL_UNWANTED.source, 'gu'), ' ')
    .replace(/\b(?:an? |the )?(?:big |large |small |private |nice )*gardens?\b/g, ' ')
    .replace(new RegExp(GARDEN.source, 'gu'), ' ')
    .replace(SEA_VIEW, ' ')
    .replace(MORE_THAN_ONE, ' ')
    .replace(BATHROOMS, ' ')
    .replace(/\b(?:an?|the) (?=(?:swimming )?pool)/, ' ')
    .replace(new RegExp(POOL.source, 'gu'), ' ');
}

const SEA_VIEW =
  /\b(?:an? |the )?(?:sea|ocean) views?\b|\b(?:an? |the )?view (?:of|to|over) the sea\b|\boverlooking the sea\b|(?:(?:ال)?اطلاله|مطله?|[يت]طل) (?:(?:علي|من) )?(?:ال)?بحر(?:يه)?|اطلاله بحريه/g;

function bathroomsOf(normalized: string): Pick<RecordFilter, 'op' | 'value'> | undefined {
  if (MORE_THAN_ONE.test(normalized)) return { op: 'gte', value: 2 };
  const found = BATHROOMS.exec(normalized);
  if (!found) return undefined;
  const [, written = '', plus, before, behind, arabic, dual] = found;
  const count = dual ? 2 : Number(arabic ?? written);
  const around = normalized.slice(Math.max(0, found.index - 20), found.index + found[0].length + 15);
  const atLeast = Boolean(plus ?? before ?? behind) || AT_LEAST.test(around);
  return { op: atLeast ? 'gte' : 'eq', value: Number.isNaN(count) || count === 0 ? 1 : count };
}

/** The wish that a condition of a question to the records stands for. */
export function recordWish(filter: RecordFilter): RecordWish | undefined {
  if (filter.field === 'pool')
    return {
      filter,
      named:
        filter.value === false
          ? { en: 'without a pool', ar: 'بدون مسبح' }
          : { en: 'with a pool', ar: 'بمسبح' },
    };
  if (filter.field === 'seaView')
    return { filter, named: { en: 'with a sea view', ar: 'بإطلالة على البحر' } };
  if (filter.field === 'description' && filter.value === IN_DESCRIPTION)
    return { filter, named: { en: 'with a garden in the description', ar: 'بحديقة في الوصف' } };
  if (filter.op === 'ne' && (filter.field === 'area' || filter.field === 'district')) {
    const place = String(filter.value);
    return {
      filter,
      named: { en: `outside ${placeName(place, 'en')}`, ar: `خارج ${placeName(place, 'ar')}` },
    };
  }
  if (filter.field !== 'bathrooms') return undefined;
  const count = Number(filter.value);
  const least = filter.op === 'gte';
  return {
    filter,
    named: {
      en: `with ${least ? 'at least ' : ''}${count === 1 ? '1 bathroom' : `${count} bathrooms`}`,
      ar: `${bathroomsInArabic(count)}${least ? ' على الأقل' : ''}`,
    },
  };
}

function bathroomsInArabic(count: number): string {
  if (count === 1) return 'بحمام واحد';
  return count === 2 ? 'بحمامين' : `بـ${count} حمامات`;
}
