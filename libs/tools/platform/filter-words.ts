import { ASKER, type AppliedFilter } from '../datasets/data-question.ts';
import { FIELDS_AR, VALUES_AR } from './arabic-names.ts';

export type Language = 'en' | 'ar';

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** A value of the program, such as `closed_won`. */
const SNAKE_CASE = /^[a-z]+(?:_[a-z]+)+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Digits as in the rest of the replies. */
const LOCALES = { en: 'en-GB', ar: 'ar-u-nu-latn' } as const;
const AND = { en: ' or ', ar: ' أو ' } as const;

const YOU = { en: 'you', ar: 'أنت' } as const;

const UNITS_AR: Record<string, string> = { day: 'اليوم', week: 'الأسبوع', month: 'الشهر', year: 'السنة' };

type Say = (field: string, value: string) => string;

const ABOUT_VALUES: Record<Language, Record<Exclude<AppliedFilter['op'], 'is_null' | 'between'>, Say>> = {
  en: {
    eq: (field, value) => `${field} is ${value}`,
    ne: (field, value) => `${field} is not ${value}`,
    gt: (field, value) => `${field} over ${value}`,
    gte: (field, value) => `${field} at least ${value}`,
    lt: (field, value) => `${field} under ${value}`,
    lte: (field, value) => `${field} at most ${value}`,
    in: (field, value) => `${field} is ${value}`,
    contains: (field, value) => `${field} contains “${value}”`,
  },
  ar: {
    eq: (field, value) => `${field}: ${value}`,
    ne: (field, value) => `${field}: ليس ${value}`,
    gt: (field, value) => `${field} أكثر من ${value}`,
    gte: (field, value) => `${field} لا يقل عن ${value}`,
    lt: (field, value) => `${field} أقل من ${value}`,
    lte: (field, value) => `${field} لا يزيد على ${value}`,
    in: (field, value) => `${field}: ${value}`,
    contains: (field, value) => `${field} يحتوي على «${value}»`,
  },
};
const ABOUT_TIMES: Record<Language, Record<'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte', Say>> = {
  en: {
    eq: (field, value) => `${field} on ${value}`,
    ne: (field, value) => `${field} not on ${value}`,
    gt: (field, value) => `${field} after ${value}`,
    gte: (field, value) => `${field} since ${value}`,
    lt: (field, value) => `${field} before ${value}`,
    lte: (field, value) => `${field} until ${value}`,
  },
  ar: {
    eq: (field, value) => `${field} في ${value}`,
    ne: (field, value) => `${field} ليس في ${value}`,
    gt: (field, value) => `${field} بعد ${value}`,
    gte: (field, value) => `${field} منذ ${value}`,
    lt: (field, value) => `${field} قبل ${value}`,
    lte: (field, value) => `${field} حتى ${value}`,
  },
};

/** A filter in words, its days and times as the clocks of `timezone` (IANA name) show them: "created since 1 November 2026". */
export function filterInWords(
  { field, op, value, asker }: AppliedFilter,
  timezone: string,
  language: Language,
): string {
  const values = (Array.isArray(value) ? value : [value]).map((one) =>
    asker && one === ASKER ? YOU[language] : said(one, timezone, language),
  );
  const name = fieldInWords(field, language);
  if (op === 'is_null') return isEmpty(name, value, language);
  const isTime = [value]
    .flat()
    .every((one) => typeof one === 'string' && (MOMENT.test(one) || DAY.test(one)));
  if (op === 'between') return between(isTime ? timeName(name) : name, values, isTime, language);
  if (isTime && op !== 'in' && op !== 'contains')
    return ABOUT_TIMES[language][op](timeName(name), values.join(AND[language]));
  return ABOUT_VALUES[language][op](name, values.join(AND[language]));
}

/** "messageCount" and "tool_calls" are "message count" and "tool calls"; in Arabic by the table where it has them. */
export function fieldInWords(field: string, language: Language): string {
  const [name = '', unit] = field.split(':');
  const own = language === 'ar' ? FIELDS_AR[name] : undefined;
  const plain = own ?? plainName(name);
  if (unit === undefined) return plain;
  return language === 'ar' ? `${plain} / ${UNITS_AR[unit] ?? unit}` : `${plain} by ${unit}`;
}

/** A name of the program in plain words. */
export function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** A value as a person reads it: moments and days as dates, numbers with at most two decimals. */
export function said(value: unknown, timezone: string, language: Language): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  if (typeof value === 'boolean') return yesOrNo(value, language);
  const text = String(value);
  if (MOMENT.test(text)) return momentInWords(new Date(text), timezone, language);
  if (DAY.test(text)) return momentInWords(new Date(`${text}T00:00Z`), 'UTC', language);
  if (language === 'ar' && VALUES_AR[text] !== undefined) return VALUES_AR[text];
  return SNAKE_CASE.test(text) ? text.replaceAll('_', ' ') : text;
}

function yesOrNo(value: boolean, language: Language): string {
  if (language === 'ar') return value ? 'نعم' : 'لا';
  return value ? 'yes' : 'no';
}

/** To the minute; midnight is the day alone. */
function momentInWords(at: Date, timezone: string, language: Language): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: timezone, ...options }).format(at);
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return time === '00:00' ? day : `${day}${language === 'ar' ? '،' : ','} ${time}`;
}

function between(name: string, [low, high]: string[], isTime: boolean, language: Language): string {
  if (low === high)
    return isTime ? ABOUT_TIMES[language].eq(name, low ?? '') : ABOUT_VALUES[language].eq(name, low ?? '');
  return language === 'ar' ? `${name} من ${low} إلى ${high}` : `${name} from ${low} to ${high}`;
}

function isEmpty(name: string, value: unknown, language: Language): string {
  if (language === 'ar') return value === false ? `${name} غير فارغ` : `${name} فارغ`;
  return value === false ? `${name} is not empty` : `${name} is empty`;
}

/** "created at" is said "created since". */
function timeName(name: string): string {
  return name.replace(/ at$/, '');
}
