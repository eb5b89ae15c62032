import { claimsPolicy } from '#pack-kit';
import { agents } from '../agents/agents.ts';
import { claimOf, saysPassedOn } from '../../claims/claimed-actions.ts';

/** No tool books or sends anything: visitors book by the link, and drafts are for a person to send. */
export const unsupportedClaims = claimsPolicy({
  agents: agents.map(({ name }) => name),
  claims: [
    {
      name: 'booked',
      isIn: claimOf({
        done: 'booked|scheduled|arranged|reserved',
        doing: 'حجز|ترتيب|جدوله',
        own: 'حجزت (?:لك|لكم|الموعد|المكالمه)',
      }),
      tools: [],
      // A booking that the booking service or staff reported.
      recorded: /"bookedAt"|booked/,
    },
    {
      name: 'sent',
      isIn: claimOf({ done: 'sent|mailed|e-?mailed|delivered', doing: 'ارسال', own: 'ارسلت |ارسلنا ' }),
      tools: [],
    },
    {
      name: 'passed on',
      isIn: saysPassedOn,
      tools: ['request_feature'],
    },
  ],
  safeReply: ({ language }) =>
    language === 'ar'
      ? 'لم يُحجز شيء ولم يُرسل شيء بعد. ماذا تريد أن أفعل؟'
      : 'Nothing has been booked or sent yet. What would you like to do next?',
});
