import type { OfflineMessage, ToolResult } from '#pack-kit';
import { normalizeText, westernDigits, withDigits } from '#text';

const NUMBER = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const plain = (text: string) => normalizeText(westernDigits(withDigits(text)));
const numberOf = (digits: string | undefined) =>
  digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
const firstOf = (text: string, patterns: readonly RegExp[]) =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);

const HOURS_A_WEEK = [
  new RegExp(String.raw`${NUMBER} hours? (?:a|per|each|every) week`, 'u'),
  new RegExp(String.raw`${NUMBER} (?:ساعات|ساعه) (?:اسبوعيا|في الاسبوع)`, 'u'),
];
const HOURS_A_YEAR = [
  new RegExp(String.raw`sav(?:e|es|ing|ed) ${NUMBER} hours? (?:a|per|each|every) year`, 'u'),
  new RegExp(String.raw`(?:وفر|توفير|وفرنا) ${NUMBER} (?:ساعات|ساعه) (?:سنويا|في السنه)`, 'u'),
];
const RATE_AN_HOUR = [
  new RegExp(String.raw`(?:at |for )?[$]?${NUMBER} ?(?:dollars|usd)? ?(?:per|an|a) hour`, 'u'),
];
const MONTHS = [new RegExp(String.raw`(?:over|within|خلال) ${NUMBER} (?:months|شهرا|اشهر)`, 'u')];
const PEOPLE = [
  new RegExp(String.raw`${NUMBER} (?:people|persons|employees|colleagues|developers|clerks)`, 'u'),
  new RegExp(String.raw`${NUMBER} (?:موظفين|موظف|اشخاص|شخص)`, 'u'),
];

/** "10 hours a week". Other periods are not read, so that nothing is converted by a guess. */
export const hoursAWeek = ({ text }: OfflineMessage) => numberOf(firstOf(plain(text), HOURS_A_WEEK));
/** "Saves 1,200 hours a year". */
export const hoursSavedAYear = ({ text }: OfflineMessage) => numberOf(firstOf(plain(text), HOURS_A_YEAR));
/** "At 45 per hour", US dollar. */
export const rateAnHour = ({ text }: OfflineMessage) => numberOf(firstOf(plain(text), RATE_AN_HOUR));
/** "Over 24 months". */
export const monthsCounted = ({ text }: OfflineMessage) => numberOf(firstOf(plain(text), MONTHS));
export const peopleCount = ({ text }: OfflineMessage) => numberOf(firstOf(plain(text), PEOPLE));

/** The work that costs the hours: the words after "10 hours a week on". */
export const lostOn = ({ text }: OfflineMessage) =>
  firstOf(text, [
    /hours? (?:a|per|each|every) week (?:on|with|doing) ([\p{L}][\p{L} -]{2,80}?)[.!?]*$/iu,
    /(?:أسبوعيا|اسبوعيا|في الأسبوع) (?:في|على) ([\p{L}][\p{L} -]{2,80}?)[.!؟]*$/u,
  ]);

/** "How do I fix hallucinations in our support bot?" is about hallucinations in the support bot. */
export const painPoint = ({ text }: OfflineMessage) =>
  firstOf(text, [
    /^how (?:do|can|could|should) (?:i|we) (?:fix|solve|stop|prevent|avoid|reduce) (.{3,180}?)[.!?]*$/iu,
    /^كيف (?:نمنع|أمنع|نصلح|أصلح|نحل|أحل) (.{3,180}?)[.!؟]*$/u,
  ]);

const ADDRESS = /https?:\/\/[^\s<>"'،]*[\p{L}\p{N}/]/iu;
export const addressIn = ({ text }: OfflineMessage) => ADDRESS.exec(text)?.[0];

/** The name after "in" or "في", such as that of a city, without following words such as a day. */
export const placeIn = ({ text }: OfflineMessage) =>
  firstOf(text, [
    /\b(?:in|around|near) (\p{Lu}[\p{L}'-]{1,40}(?: \p{Lu}[\p{L}'-]{1,40}){0,3})/u,
    /.*(?<!\p{L})في ((?:مدينة |أبو |رأس )?[\p{L}\p{M}]{2,30}(?: (?!اليوم|الآن|الليلة|الأسبوع)ال[\p{L}\p{M}]{2,30})?)/u,
  ]);

/** "Fintech startups", "logistics companies": the word before the kind of company. */
export const companiesOf = ({ text }: OfflineMessage) =>
  firstOf(text, [
    /\b(?:which|list|find) ([a-z][a-z-]{2,30}) (?:companies|startups|agencies|enterprises|firms)\b/iu,
    /في مجال (\p{L}{3,30}) في(?!\p{L})/u,
    /(?<!\p{L})شركات (ال\p{L}{3,30}) في(?!\p{L})/u,
  ]);

/** A ticker is 1 to 5 capital letters. */
export const tickerIn = ({ text }: OfflineMessage) =>
  [...text.matchAll(/(?<![\p{L}\p{N}.])([A-Z]{2,5})(?![\p{L}\p{N}])/gu)]
    .map(([, found]) => found)
    .find((found) => !['AI', 'USD', 'EUR', 'CEO', 'CFO', 'CTO', 'ROI'].includes(found ?? ''));

/** Words an error about missing input that the visitor can provide. */
export const lacking =
  (part: string, en: string, ar: string) =>
  ({ errorClass, data }: ToolResult, _input: unknown, { language }: OfflineMessage): string | undefined => {
    const { missing = [] } = (data ?? {}) as { missing?: unknown[] };
    if (errorClass !== 'PRECONDITION_FAILED' || !missing.includes(part)) return undefined;
    return language === 'ar' ? ar : en;
  };

export const emptyConversation = lacking(
  'messages',
  'We have not talked about anything yet, so there is nothing to write down. Tell me first what you need.',
  'لم نتحدث عن شيء بعد، فليس لدي ما أكتبه. أخبرني أولا بما تحتاجون إليه.',
);
