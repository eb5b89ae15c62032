import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { findPlaces } from '../schema/places/find-places.ts';
import { SEARCH, yearsNamed } from './fills.ts';
import type { GeoTool } from './geo-tool.ts';
import { leftOutOf, type LeftOut } from './left-out.ts';
import { asksSupply, namesAmount, speaksOf } from './requests.ts';
import { arabicName, typeName } from './wording.ts';

/** What nobody can know, and what this pack does not advise on. */
export const FORECAST = new RegExp(
  [
    String.raw`\b(?:forecast|predict\w*|next (?:year|month|quarter)|in the future|invest(?:ing|ment)?|good (?:buy|idea))\b`,
    String.raw`\b(?:will|gonna|going to)(?: the)? (?:price|prices|sales|rent|rents|market|go|keep|rise|fall|drop|increase|grow|crash)\b`,
    String.raw`\b(?:good|right|best|bad) (?:time|moment) to|\bshould i (?:buy|sell|rent|wait)\b`,
    'توقع|ستصبح|استثمر|استثمار|انصحني|تنصحني|نصيحه|في المستقبل|وقت مناسب|الوقت المناسب',
    '(?:^| )(?:ب|س|ح|راح |رح )?[تي](?:رتفع|نخفض|نزل|زيد|هبط|صعد)(?: |$)',
    '(?:العام|السنه|الشهر) (?:ال)?(?:قادمه?|جايه?|مقبله?)(?: |$)',
  ].join('|'),
);

/** The hints of a tool with what holds for all of them: no forecasts, and figures of a part are those of its district. */
export function offlineHints({ name, offline }: GeoTool): OfflineToolHints {
  const { applies, reply } = offline;
  const own: OfflineToolHints = {
    ...offline,
    applies: (message) => !FORECAST.test(message.normalized) && (applies?.(message) ?? true),
  };
  if (name === SEARCH) return own;
  const withNote =
    (language: 'en' | 'ar', template: NonNullable<typeof reply.ar>) =>
    (data: never, input: never, message?: OfflineMessage) =>
      [
        yieldNote(message, language),
        template(data, input, message),
        perMetreNote(message, language),
        yearsNote(message, language),
        partOfYearNote(message, language),
        partNote(message, language),
        leftInNote(message, language, name),
      ]
        .filter(Boolean)
        .join('\n');
  return { ...own, reply: { en: withNote('en', reply.en), ar: withNote('ar', reply.ar ?? reply.en) } };
}

/** What one call tells is of one year, the first that is named; several are told where the value of one place is asked for. */
function yearsNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  const [first, ...others] = yearsNamed(message?.normalized ?? '');
  if (first === undefined || others.length === 0) return '';
  const next = String(Number(first) + 1);
  return language === 'ar'
    ? `هذه الأرقام لسنة ${first} وحدها؛ اكتب مثلا «و${next}؟» للسنة التالية.`
    : `This is for ${first} alone; say “and ${next}?” for the next.`;
}

const PART_OF_YEAR =
  /\bq[1-4]\b|\b(?:first|second|third|fourth|last|this) quarter\b|\b(?:first|second) half\b|\b(?:in|during|since|for) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:last|this) (?:month|week)\b|(?:^| )(?:ال)?(?:ربع|نصف) (?:ال)?(?:اول|ثاني|ثالث|رابع|اخير)|(?:في|خلال) (?:شهر|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر)|الشهر الماضي/;

/** There are no figures of quarters and months. */
function partOfYearNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  if (!message || !PART_OF_YEAR.test(message.normalized)) return '';
  return language === 'ar'
    ? 'الأرقام لسنوات كاملة، ولا توجد أرقام للأرباع أو الأشهر.'
    : 'Figures are of whole years; there are none of quarters or months.';
}

/** "Price per metre", "سعر المتر": the figures have sums and averages of whole sales. */
const PER_METRE =
  /\b(?:per|a|each) (?:sqm|sq m|m2|m²|square (?:met(?:er|re)|foot|feet)|sq ?ft|met(?:er|re))\b|\bpsf\b|(?:^| )(?:ال)?(?:متر|للمتر|بالمتر|قدم)(?: |$)/;

export function asksPerMetre({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return PER_METRE.test(normalized);
}

function perMetreNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  if (!message || !asksPerMetre(message)) return '';
  return language === 'ar'
    ? 'لا تتضمن البيانات سعر المتر؛ المتوسط هنا لكل عملية بيع.'
    : 'Prices per square metre are not among the figures; averages are of whole sales.';
}

/** What rents bring in against the price of a home. */
const YIELD =
  /\b(?:yields?|roi|returns? on (?:investment|equity|my money)|cap(?:itali[sz]ation)? rates?|profitab\w+|(?:price to rent|rent to price)(?: ratio)?)\b|\b(?:best|better|good|high|higher|highest|biggest|rental|rent|gross|net|yearly|annual|what|which) returns?\b(?! to\b)|(?:^| )[وفبل]*(?:ال|لل)?(?:عايد|عوايد|مردود|ربحيه)(?:ا|ه|ها)?(?= |$)(?! (?:الي|لي|له|لهم)(?: |$))/;

export function asksYield({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return YIELD.test(normalized);
}

/** Figures that there are, or homes for a sum, are asked for beside a yield. */
export function goesOnBesidesYield(message: Pick<OfflineMessage, 'text' | 'normalized'>): boolean {
  return speaksOf(message.text, 'sales') || asksSupply(message) || namesAmount(message.text);
}

/** The sentence with which an answer to a question for yields begins. */
export const NO_YIELDS = {
  en: 'Rental yields are not among the figures.',
  ar: 'العائد الإيجاري ليس ضمن الأرقام.',
};

function yieldNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  return message && asksYield(message) && goesOnBesidesYield(message) ? NO_YIELDS[language] : '';
}

/** A routine that leaves something out tells figures for the words that are left: what is worded here has it in. */
function leftInNote(message: OfflineMessage | undefined, language: 'en' | 'ar', tool: string): string {
  const { places, types } = leftOutOf(message?.text ?? '') ?? { places: [], types: [] };
  // The stock counts no land, and says so.
  const left = types.filter((type) => !(type === 'Land' && tool === 'get_current_supply'));
  return notLeftOut({ places, types: left }, language);
}

/** "I could not leave this out of the figures: Coral Gate."; empty where it is nothing. */
export function notLeftOut(
  { places, types }: Pick<LeftOut, 'places' | 'types'>,
  language: 'en' | 'ar',
): string {
  if (places.length + types.length === 0) return '';
  const names = [
    ...places.map(
      ({ places: [place], written }) => ({ en: place?.nameEn, ar: place?.nameAr })[language] || written,
    ),
    ...types.map((type) => typeName(type, language)),
  ];
  return language === 'ar'
    ? `لم أستطع استثناء هذا من الأرقام: ${names.join('، ')}.`
    : `I could not leave this out of the figures: ${names.join(', ')}.`;
}

/** Figures are by district: a project or community that is named is a part of one. */
function partNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  const parts = findPlaces(message?.text ?? '').flatMap(({ places }) =>
    places.length === 1 && places[0]?.districtEn ? places : [],
  );
  return parts
    .map(({ nameEn, nameAr, districtEn }) =>
      language === 'ar'
        ? `${nameAr} جزء من ${arabicName(districtEn ?? '')}، والأرقام متوفرة للمنطقة كلها.`
        : `${nameEn} is a part of ${districtEn}; figures are of the whole district.`,
    )
    .join('\n');
}
