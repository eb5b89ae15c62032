import { momentOf } from '#text';
import type { OfflineToolHints } from '#pack-kit';
import type { SentOffer } from '../tools/send-offer.tool.ts';
import { euro, inBoth, momentName, type Wording } from '../wording.ts';
import { failureIn } from './failure.ts';

function reply(sent: SentOffer, language: Wording): string {
  const { dealId, amount, differencePct, recipient, status, validUntil, timezone } = sent;
  const difference = `${differencePct < 0 ? '−' : '+'}${Math.abs(differencePct).toFixed(1)}%`;
  const until = momentName(momentOf(validUntil, timezone), timezone, language);
  if (language === 'ar')
    return `${status === 'sent' ? 'تم إرسال العرض' : 'العرض في صندوق الصادر ولم يُسلَّم بعد'}: ${euro(amount, 'ar')} للصفقة ${dealId} (${difference} عن السعر المطلوب)، إلى ${recipient}، صالح حتى ${until}.`;
  return `The offer of ${euro(amount, 'en')} on ${dealId} (${difference} against the list price) to ${recipient} ${status === 'sent' ? 'was sent' : 'is in the outbox, not delivered'}. It is valid until ${until}.`;
}

export const sendOfferHints: OfflineToolHints = {
  fill: {
    dealId: { from: 'id', prefix: 'deal' },
    amount: { from: 'money', bound: 'any', lone: true },
    direction: {
      from: 'rule',
      read: ({ text }) => (/counter|مضاد/i.test(text) ? 'seller_to_buyer' : undefined),
    },
    conditions: { from: 'list', after: ['conditions', 'on condition of', 'بشرط'] },
    validUntil: { from: 'datetime', after: ['until', 'حتى'] },
    message: { from: 'quoted' },
    force: { from: 'rule', read: ({ text }) => (/\b(?:really|anyway)\b/i.test(text) ? true : undefined) },
  },
  cues: ['offer', 'put', 'bid', 'counter', 'submit', 'عرضا', 'عرض', 'قدم'],
  ask: {
    dealId: { en: 'For which deal?', ar: 'لأي صفقة؟' },
    amount: { en: 'How much is the offer?', ar: 'ما مبلغ العرض؟' },
  },
  reply: inBoth(reply),
  failure: failureIn({
    PRECONDITION_FAILED: 'لا يمكن إرسال عرض في المرحلة الحالية للصفقة، ولم يُرسل شيء.',
    NOT_FOUND: 'لا توجد صفقة بهذا الرقم، ولم يُرسل شيء.',
  }),
};
