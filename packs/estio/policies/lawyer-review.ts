import { anySpelling } from '#text';
import { type PolicySituation, type ReplyPolicy } from '#pack-kit';
import { euro, type Wording } from '../wording.ts';
import type { GeneratedContract } from '../tools/generate-contract.tool.ts';

const LAWYER = anySpelling(
  /\b(?:lawyers?|advocates?|solicitors?|attorneys?|legal(?:ly)? (?:review|reviewed|advice|check))\b|محام|مراجعة قانونية/i,
);

function draftOf({ calls }: PolicySituation): GeneratedContract | undefined {
  const made = calls.findLast(({ tool, success }) => tool === 'generate_contract' && success);
  return made?.data as GeneratedContract | undefined;
}

/** A reply with a contract draft says that a lawyer reviews it before anybody signs. */
export const lawyerReview: ReplyPolicy = {
  name: 'lawyerReview',
  agents: ['closer'],
  standing: (situation) => (draftOf(situation) ? 'applied' : 'not_triggered'),
  problem: (reply) =>
    LAWYER.test(reply) ? undefined : 'it does not say that a lawyer reviews the draft before anybody signs',
  rewrite: 'Say that a lawyer has to review the draft before anybody signs.',
  safeReply: (situation) => {
    const draft = draftOf(situation);
    const language: Wording = situation.language === 'ar' ? 'ar' : 'en';
    const facts = draft ? `${draft.contractId}, ${euro(draft.price, language)}: ${draft.url}` : '';
    return {
      en: `The draft of the contract is ready (${facts}). A lawyer has to review it before anybody signs.`,
      ar: `مسودة العقد جاهزة (${facts}). يجب أن يراجعها محام قبل التوقيع.`,
    }[language];
  },
};
