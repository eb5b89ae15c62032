import { dayIn } from '#config';
import { normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { agentNamed } from '../named-agent.ts';
import { asksToBook } from '../requests.ts';
import { timesTold } from '../times-told.ts';
import type { FreeTimes } from '../../tools/check-calendar.tool.ts';
import { momentName, type Wording } from '../../wording.ts';

const MAX_WORDS = 7;
const OTHER_TIME = /\d|\b(?:\w+day|tomorrow|today|week|month)\b|يوم|غدا|بكرا|الاسبوع|الساعه/;

interface Booked {
  startsAt: string;
  timezone: string;
  property: { id: string };
  agent: { name: string };
}

/** "With Maria please" behind a booking: that day of hers is looked at, and the booking stays until the office moves it. */
export const bookedAlready: OfflineRoutine = ({ message, lastCalls, calls, offered }) => {
  const agentId = agentNamed(message);
  const last = lastCalls.findLast(({ tool }) => tool === 'schedule_viewing');
  if (agentId === undefined || !last?.result?.success || asksToBook(message.text)) return undefined;
  if (normalizedWords(message.text).length > MAX_WORDS || OTHER_TIME.test(message.normalized))
    return undefined;
  const { startsAt, timezone, property, agent } = last.result.data as Booked;
  const day = dayIn(timezone, new Date(startsAt));
  const made = calls.find(({ tool }) => tool === 'check_calendar');
  if (!made)
    return offered.includes('check_calendar')
      ? {
          calls: [
            {
              tool: 'check_calendar',
              arguments: { agentId, dateFrom: day, dateTo: day, propertyId: property.id },
            },
          ],
        }
      : undefined;
  if (!made.result?.success) return undefined;
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const { slots } = made.result.data as FreeTimes;
  const booked = momentName(new Date(startsAt), timezone, language);
  return {
    reply: [
      STAYS[language](booked, agent.name),
      ...(slots.length === 0
        ? [NOT_FREE[language]]
        : [FREE[language], ...timesTold(slots, timezone, language)]),
      OFFICE[language],
    ].join('\n'),
  };
};

const STAYS = {
  en: (when: string, agent: string) => `It is booked for ${when} with ${agent}, and stays so for now.`,
  ar: (when: string, agent: string) => `المعاينة محجوزة يوم ${when} مع ${agent}، وتبقى كذلك الآن.`,
};
const NOT_FREE = {
  en: 'There is no free time that day with whom you name.',
  ar: 'لا يوجد وقت متاح في ذلك اليوم مع من ذكرت.',
};
const FREE = { en: 'Free on that day:', ar: 'المتاح في ذلك اليوم:' };
const OFFICE = {
  en: 'A booking is moved by the office: say that you would like to speak with a person, and I leave them a note.',
  ar: 'تغيير الحجز يتولاه المكتب: اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.',
};
