import { claimsPolicy } from '#pack-kit';
import { agents } from '../agents/geo-analyst.ts';
import { claimOf, PASSED_ON, saysItself, SENT } from '../../claims/claimed-actions.ts';

/** The tools only read figures; the one thing that can be done for a person is to note a request. */
export const unsupportedClaims = claimsPolicy({
  agents: agents.map(({ name }) => name),
  claims: [
    SENT,
    {
      name: 'saved',
      isIn: claimOf({ own: `${saysItself('saved|stored|exported|uploaded')}|حفظت `, doing: 'حفظ|تصدير' }),
      tools: [],
    },
    PASSED_ON,
  ],
  safeReply: ({ language }) =>
    language === 'ar'
      ? 'لم أرسل شيئا ولم أحفظ شيئا: أستطيع فقط أن أقرأ الأرقام. عن أي منطقة تسأل؟'
      : 'Nothing was sent or saved: I can only look figures up. Which place would you like to know about?',
});
