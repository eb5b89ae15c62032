import { claimsPolicy } from '#pack-kit';
import { agents } from '../agents/agents.ts';
import { claimOf, PASSED_ON, saysItself } from '../../claims/claimed-actions.ts';

const names = [...new Set(agents.flatMap(({ tools }) => tools))];
const ARTIFACTS =
  '(?:bom|bill of materials|parts list|wiring|code|budget|brief|context|requirements|project|summary)';

/** An artifact is the only thing that these agents make: they have built, tested and ordered nothing. */
export const unsupportedClaims = claimsPolicy({
  agents: agents.filter(({ background }) => !background).map(({ name }) => name),
  claims: [
    {
      name: 'saved',
      isIn: claimOf({
        own: String.raw`${saysItself('saved|stored|recorded|updated')}|${ARTIFACTS} (?:has|have|is|are|was|were) (?:(?:been|now|already) )*(?:saved|updated)\b|حفظت |حدثت `,
        doing: 'حفظ|تحديث|تسجيل',
      }),
      tools: ['write_file', ...names.filter((name) => /^(?:update|add)_/.test(name))],
    },
    {
      name: 'opened',
      isIn: claimOf({ own: saysItself('opened'), doing: 'فتح (?:اللوحه|لوحه)' }),
      tools: names.filter((name) => name.startsWith('open_')),
    },
    {
      name: 'tested or ordered',
      isIn: claimOf({
        own: `${saysItself('tested|compiled|flashed|simulated|ordered|bought')}|اختبرت |طلبت القطع`,
      }),
      tools: [],
    },
    PASSED_ON,
  ],
  safeReply: ({ language, calls }) => {
    const wrote = calls.some(({ tool, success }) => success && /^(?:write_file|update_|add_)/.test(tool));
    if (language === 'ar')
      return wrote ? 'كتبت ذلك في المشروع. ما الخطوة التالية؟' : 'لم أحفظ شيئا بعد. هل أكتب ذلك في المشروع؟';
    return wrote
      ? 'It is written down in the project. What shall we do next?'
      : 'I have not written anything down yet. Shall I put it into the project?';
  },
});
