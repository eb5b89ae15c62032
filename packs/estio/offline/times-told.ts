import { hoursInDigits, minutesInArabic, picksTime } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { momentName, type Wording } from '../wording.ts';

/** So many are told; the others are there when asked for. */
export const MAX_TIMES_TOLD = 3;

/** As the tool gives it, with one agent, or as the program does, with all who are free then. */
interface Slot {
  start: string;
  agentName?: string;
  agents?: readonly string[];
}

/** The first free times, numbered, each once with all who are free then. @param together they come together. */
export function timesTold(
  slots: readonly Slot[],
  timezone: string,
  language: Wording,
  { together = false } = {},
): string[] {
  const by = { en: 'with', ar: 'مع' }[language];
  const or = { en: together ? ' and ' : ' or ', ar: together ? ' و' : ' أو ' }[language];
  return firstTimes(slots, MAX_TIMES_TOLD).map((start, index) => {
    const who = slots.filter((slot) => slot.start === start).flatMap(whoIsFree);
    return `${index + 1}. ${momentName(new Date(start), timezone, language)} ${by} ${[...new Set(who)].join(or)}`;
  });
}

/** A line of a reply that tells a time: of a list, or the one that was asked for. */
const TIME_TOLD = /^(?:\d+\. |.*(?:That time is free|هذا الوقت متاح): ).*? (?:with|مع) (.+)$/gmu;

/** First names, in small letters, of the agents with whom a reply tells times. */
export function agentsTold(reply: string): string[] {
  return [...reply.matchAll(TIME_TOLD)]
    .flatMap(([, who = '']) => who.split(/ (?:or|and|أو) | و/u))
    .map((name) => name.split(' ')[0]?.toLowerCase() ?? '');
}

function whoIsFree({ agentName, agents }: Slot): readonly string[] {
  return agents ?? (agentName === undefined ? [] : [agentName]);
}

/** The first so many moments of the slots, each once. */
export function firstTimes<Start>(slots: readonly { start: Start }[], most: number): Start[] {
  return [...new Set(slots.map(({ start }) => start))].slice(0, most);
}

const ASKED_AT =
  /\bat (\d{1,2})(?::(\d\d))? ?(am|pm)?(?= |$)|(?<!\d)(\d{1,2})(?::(\d\d))? ?(am|pm)\b|(?<![\d:])(\d{1,2}):(\d\d)(?![\d:])()|(?:^| )[بو]?الساعه (\d{1,2})(?::(\d\d))?(?= |$)/;
/** Hours up to this one are in the afternoon where nobody says otherwise. */
const LAST_AFTERNOON_HOUR = 7;

/** What a reply that tells times goes on to ask: which of them, or whether the one that was asked for. */
export const WHICH_ONE = { en: 'Which one suits?', ar: 'أيها يناسب؟' };
export const BOOK_IT = { en: 'Shall I book it?', ar: 'هل أحجزه؟' };

/**
 * The free times with one question. Where the hour that the message asks for is free, it alone is told; else the first
 * times, in their order.
 *
 * @param propertyId the home whose times they are; those of the office without one.
 * @param remembered what is said besides, before the question.
 */
export function offerOfTimes<One extends { start: string }>(
  slots: readonly One[],
  message: OfflineMessage | undefined,
  {
    timezone,
    told,
    propertyId,
    remembered = '',
  }: { timezone: string; told: (some: One[]) => string[]; propertyId?: string; remembered?: string },
  language: Wording,
): string {
  const at = hourAsked(message?.normalized ?? '');
  const [asked] = at === undefined ? [] : told(slots.filter(({ start }) => timeOf(start, timezone) === at));
  const lines =
    asked === undefined
      ? [
          at === undefined ? '' : NOT_FREE[language],
          `${freeTimesName(language, propertyId)} (${timezone}):`,
          ...told([...slots]),
          remembered,
          WHICH_ONE[language],
        ]
      : [
          remembered,
          `${FREE[language](asked.replace(/^1\. /, ''), forHome(language, propertyId))} ${BOOK_IT[language]}`,
        ];
  return lines.filter(Boolean).join('\n');
}

const NOT_FREE = { en: 'That time is not free.', ar: 'هذا الوقت غير متاح.' };
const FREE: Record<Wording, (time: string, home: string) => string> = {
  en: (time, home) => `That time is free: ${time}${home}.`,
  ar: (time, home) => `هذا الوقت متاح: ${time}${home}.`,
};

/** What stands over times: of which home they are. */
export function freeTimesName(language: Wording, propertyId: string | undefined): string {
  return { en: 'Free times', ar: 'الأوقات المتاحة' }[language] + forHome(language, propertyId);
}

/** " for prop-0043": a conversation speaks of several homes. */
export function forHome(language: Wording, propertyId: string | undefined): string {
  return propertyId === undefined ? '' : { en: ` for ${propertyId}`, ar: ` لمعاينة ${propertyId}` }[language];
}

const MINUTES_PAST: Record<string, number> = { half: 30, quarter: 15, twenty: 20, ten: 10, five: 5 };

/** "On 20 November": what is no hour. */
const OF_A_DATE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:^| )(?:يوم|رقم|number|option)(?: |$)|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر/;

/** "10.30" where nothing else is said, "quarter past 10": as a clock shows it. */
function asOnClock(normalized: string): string {
  const dotted = picksTime({ normalized })
    ? normalized.replace(/(?<![\d.,:])(\d{1,2})\.([0-5]\d)(?![\d.,:])/, '$1:$2')
    : normalized.replace(/\bat (\d{1,2})\.([0-5]\d)(?![\d.,:%])/, 'at $1:$2');
  return dotted
    .replace(ARABIC_HOUR, arabicTime)
    .replace(
      /\b(half|quarter|twenty|ten|five) (past|to) (\d{1,2})(?![\d:])/,
      (_, part: string, side: string, hour: string) => {
        const minutes = MINUTES_PAST[part] ?? 0;
        return side === 'past' ? `${hour}:${minutes}` : `${Number(hour) - 1}:${60 - minutes}`;
      },
    );
}

const ARABIC_HOUR =
  /(?<=(?:^| )[وبل]?(?:ال|لل)?ساعه )(\d{1,2})(?= (?:و ?(?:ال)?(?:نص|ربع|ثلث|تلت)|الا (?:ال)?(?:ربع|ثلث|تلت)))/;

/** "الساعة 10 والنصف" as a clock shows it. */
function arabicTime(written: string, _: string, at: number, whole: string): string {
  const minutes = minutesInArabic(whole.slice(at));
  const hour = Number(written);
  return minutes < 0 ? `${hour === 1 ? 12 : hour - 1}:${60 + minutes}` : `${hour}:${minutes}`;
}

function hourAsked(message: string): string | undefined {
  const normalized = asOnClock(hoursInDigits(message));
  const bare =
    picksTime({ normalized }) && !OF_A_DATE.test(normalized)
      ? normalized.match(/(?<![\d:.])\d{1,2}(?![\d:.a-z])/g)
      : undefined;
  const found = ASKED_AT.exec(normalized) ?? (bare?.length === 1 ? ASKED_AT.exec(`at ${bare[0]}`) : null);
  if (!found) return undefined;
  const [, hour, minute, half, ...others] = found;
  const written = Number(hour ?? others[0] ?? others[3] ?? others[6]);
  const mark = half ?? others[2];
  const isAfternoon = mark === 'pm' || (mark === undefined && written <= LAST_AFTERNOON_HOUR);
  const hours =
    written > 12 ? written : (written % 12) + (isAfternoon || (written === 12 && mark !== 'am') ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute ?? others[1] ?? others[4] ?? others[7] ?? '00'}`;
}

function timeOf(start: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(start));
}
