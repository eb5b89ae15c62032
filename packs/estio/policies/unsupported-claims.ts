import { claimsPolicy } from '#pack-kit';
import { agents } from '../agents/agents.ts';
import { claimOf, PASSED_ON } from '../../claims/claimed-actions.ts';

const SENDING = ['send_offer', 'send_listing_alert', 'send_docusign', 'schedule_viewing'];

/** A reply states that something was sent, signed or booked only if the result of a tool states it. */
export const unsupportedClaims = claimsPolicy({
  agents: agents.map(({ name }) => name),
  claims: [
    {
      name: 'booked',
      isIn: claimOf({
        done: 'booked|scheduled|confirmed|arranged',
        doing: 'حجز|تاكيد|ترتيب|جدوله',
        own: 'حجزت (?:لك|لكم|المعاينه)',
      }),
      tools: ['schedule_viewing'],
      recorded: /booked|"scheduled"|"confirmed"|"done"/,
    },
    {
      name: 'sent',
      isIn: claimOf({
        done: 'sent|mailed|e-?mailed|delivered',
        doing: 'ارسال|تسليم',
        own: 'ارسلت |ارسلنا ',
      }),
      tools: SENDING,
      really: ({ status, notification }: { status?: string; notification?: string }) =>
        notification === undefined ? status === 'sent' : notification === 'sent',
      recorded: /sent/,
    },
    {
      ...PASSED_ON,
      tools: [...SENDING, ...PASSED_ON.tools],
      really: ({ status }: { status?: string | null }) => status !== 'in_outbox' && status !== null,
    },
    {
      name: 'signed',
      isIn: claimOf({ done: 'signed', doing: 'توقيع', own: 'وقع (?:الطرفان|المشتري|البايع)' }),
      tools: [],
      recorded: /signed/,
    },
  ],
  safeReply: ({ language, calls }) => {
    const outbox = calls.some(({ success, data }) => success && JSON.stringify(data)?.includes('outbox'));
    if (language === 'ar')
      return outbox
        ? 'الرسالة في صندوق الصادر ولم تُسلَّم بعد.'
        : 'لم يُرسل شيء ولم يُحجز ولم يُوقَّع بعد. ماذا تريد أن أفعل؟';
    return outbox
      ? 'The message is in the outbox; it has not been delivered.'
      : 'Nothing has been sent, booked or signed yet. What would you like me to do?';
  },
});
