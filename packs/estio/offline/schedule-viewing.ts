import type { OfflineToolHints } from '#pack-kit';
import { hasPhrase } from '#text';
import { viewingInWords } from '../tools/shared/draft-reply-facts.ts';
import type { ScheduledViewing } from '../tools/schedule-viewing.tool.ts';
import { inBoth, type Wording } from '../wording.ts';
import { namedAgents } from './agent-names.ts';
import { failureIn } from './failure.ts';
import { PROPERTY } from './requests.ts';

const BOOKING = ['book', 'arrange', 'set the viewing', 'احجز', 'رتب'];

const MAIL: Record<Wording, Record<ScheduledViewing['notification'], string>> = {
  en: {
    none: '',
    outbox: ' The confirmation is in the outbox, not delivered.',
    sent: ' A confirmation was sent.',
    failed: ' The confirmation could not be sent.',
  },
  ar: {
    none: '',
    outbox: ' رسالة التأكيد في صندوق الصادر ولم تُسلَّم بعد.',
    sent: ' أُرسلت رسالة تأكيد.',
    failed: ' تعذر إرسال رسالة التأكيد.',
  },
};

const reply = (booked: ScheduledViewing, language: Wording) =>
  `${viewingInWords(booked, language)}${MAIL[language][booked.notification]}`;

export const scheduleViewingHints: OfflineToolHints = {
  fill: {
    propertyId: PROPERTY,
    contactId: { from: 'context', key: 'contactId' },
    startsAt: { from: 'datetime' },
    durationMinutes: { from: 'num', unit: 'minutes' },
    agentId: { from: 'rule', read: (message) => namedAgents(message)[0] },
    notes: { from: 'quoted' },
    notify: {
      from: 'rule',
      read: ({ text }) => (/send (?:a |the )?confirmation|أرسل تأكيد/i.test(text) ? true : undefined),
    },
  },
  cues: ['book', 'arrange', 'viewing', 'visit', 'set the viewing', 'احجز', 'رتب', 'معاينة', 'زيارة'],
  applies: ({ normalized }) => hasPhrase(normalized.split(' '), BOOKING),
  chain: { before: ['check_calendar'] },
  ask: {
    propertyId: { en: 'Which property is to be seen?', ar: 'أي عقار تريد معاينته؟' },
    contactId: { en: 'Who comes to see it?', ar: 'من سيعاين العقار؟' },
    startsAt: { en: 'On which day, and at what time?', ar: 'في أي يوم وأي ساعة؟' },
  },
  reply: inBoth(reply),
  failure: failureIn({
    CONFLICT: 'حُجز هذا الموعد للتو. اختر موعدا آخر.',
    PRECONDITION_FAILED: 'هذا العقار غير متاح للمعاينة، ولم يُحجز شيء.',
    NOT_FOUND: 'لا يوجد عقار أو شخص أو وكيل بهذا الاسم أو الرقم، ولم يُحجز شيء.',
  }),
};
