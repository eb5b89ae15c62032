import type { OfflineToolHints } from '#pack-kit';
import type { SentForSignature } from '../tools/send-docusign.tool.ts';
import { inBoth, type Wording } from '../wording.ts';
import { failureIn } from './failure.ts';

function reply({ contractId, signers }: SentForSignature, language: Wording): string {
  const arabic = language === 'ar';
  const names = signers.map(({ name, maskedEmail }) => `${name} (${maskedEmail})`).join(arabic ? '، ' : ', ');
  return arabic
    ? `تم إرسال العقد ${contractId} للتوقيع إلى ${names}.`
    : `${contractId} was sent for signature to ${names}.`;
}

export const sendDocusignHints: OfflineToolHints = {
  fill: {
    contractId: {
      from: 'first',
      of: [
        { from: 'id', prefix: 'contract' },
        { from: 'prev', tool: 'generate_contract', path: 'contractId', unlessId: 'deal' },
      ],
    },
    dealId: { from: 'id', prefix: 'deal' },
    message: { from: 'quoted' },
    expiresInDays: { from: 'num', unit: 'days' },
  },
  cues: ['signature', 'sign', 'e-sign', 'docusign', 'for signature', 'send the contract', 'التوقيع', 'توقيع'],
  reply: inBoth(reply),
  failure: failureIn({
    CONFLICT: 'أُرسل هذا العقد للتوقيع من قبل ولم يكتمل توقيعه بعد، ولم يُرسل مرة أخرى.',
    PRECONDITION_FAILED: 'لا يمكن إرسال إلا مسودة، وهذا العقد ليس مسودة. لم يُرسل شيء.',
    VALIDATION_FAILED: 'حدد العقد المطلوب توقيعه برقمه، مثل contract-001. لم يُرسل شيء.',
    NOT_FOUND: 'لا يوجد عقد بهذا الرقم، ولم يُرسل شيء.',
  }),
};
