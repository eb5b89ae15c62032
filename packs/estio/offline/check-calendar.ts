import type { OfflineToolHints } from '#pack-kit';
import { hasPhrase } from '#text';
import type { FreeTimes } from '../tools/check-calendar.tool.ts';
import { timesInWords } from '../tools/scheduling/free-times.ts';
import { inBoth, type Wording } from '../wording.ts';
import { namedAgents } from './agent-names.ts';

type Asked = { propertyId?: string };

const NONE: Record<Wording, (home: string) => string> = {
  en: (home) =>
    `There is no free time${home} then. Homes are shown Monday to Friday 9:00 to 18:00 and Saturday 10:00 to 14:00.`,
  ar: (home) =>
    `لا يوجد وقت متاح${home} حينها. نعرض العقارات من الاثنين إلى الجمعة 9:00–18:00 والسبت 10:00–14:00.`,
};
const HOW_TO_BOOK = {
  en: 'To book one, name the property, the day and the time.',
  ar: 'للحجز اذكر رقم العقار واليوم والساعة.',
};

const TIMES = 'free, diary, calendar, fit in, which times, when could, المواعيد, فارغ, متاح'.split(', ');
const BOOKING = ['book', 'arrange', 'reschedule', 'احجز', 'رتب'];
/** The tool lists the free times of days; it does not say whether a particular hour is free. */
const CLOCK_TIME = /\d:\d\d|\b\d{1,2} ?(?:am|pm)\b|\bat \d|الساعة/i;

export const checkCalendarHints: OfflineToolHints = {
  fill: {
    dateFrom: { from: 'datetime' },
    dateTo: { from: 'datetime' },
    durationMinutes: { from: 'num', unit: 'minutes' },
    agentId: { from: 'rule', read: (message) => namedAgents(message)[0] },
    propertyId: { from: 'id', prefix: 'prop' },
  },
  cues: TIMES,
  applies: ({ text, normalized }) => {
    const words = normalized.split(' ');
    return hasPhrase(words, TIMES) && !hasPhrase(words, BOOKING) && !CLOCK_TIME.test(text);
  },
  reply: inBoth(reply),
};

function reply({ slots, timezone }: FreeTimes, language: Wording, { propertyId }: Asked): string {
  const home =
    propertyId === undefined ? '' : { en: ` for ${propertyId}`, ar: ` لمعاينة ${propertyId}` }[language];
  if (slots.length === 0) return NONE[language](home);
  const heading = { en: `Free times${home}`, ar: `الأوقات المتاحة${home}` }[language];
  const times = timesInWords(slots, timezone, language);
  return [`${heading} (${timezone}):`, ...times, HOW_TO_BOOK[language]].join('\n');
}
