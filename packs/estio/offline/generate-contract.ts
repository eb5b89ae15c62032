import type { OfflineToolHints } from '#pack-kit';
import { phraseList } from '#text';
import type { GeneratedContract } from '../tools/generate-contract.tool.ts';
import { euro, inBoth, type Wording } from '../wording.ts';
import { failureIn } from './failure.ts';

function reply(made: GeneratedContract, language: Wording): string {
  const { contractType, contractId, version, price, deposit, balance, completionDate, url } = made;
  if (language === 'ar')
    return `مسودة العقد جاهزة (${contractId}، النسخة ${version}): السعر ${euro(price, 'ar')}، الدفعة ${euro(deposit, 'ar')}، الباقي ${euro(balance, 'ar')}، الإتمام ${completionDate}.\n${url}\nيجب أن يراجعها محام قبل التوقيع.`;
  return `The draft of the ${contractType.replace('_', ' ')} is ready (${contractId}, version ${version}): price ${euro(price, 'en')}, deposit ${euro(deposit, 'en')}, balance ${euro(balance, 'en')}, completion ${completionDate}.\n${url}\nA lawyer has to review it before anybody signs.`;
}

export const generateContractHints: OfflineToolHints = {
  fill: {
    dealId: { from: 'id', prefix: 'deal' },
    contractType: {
      from: 'enum',
      values: {
        reservation_agreement: ['reservation agreement', 'reservation form', 'reservation', 'اتفاقية حجز'],
        sale_agreement: ['sale agreement', 'عقد البيع', 'عقد بيع'],
        rental_agreement: ['rental agreement', 'lease', 'عقد الإيجار', 'عقد إيجار'],
      },
    },
    depositAmount: { from: 'money', bound: 'any', near: ['deposit', 'دفعة', 'عربون'] },
    completionDate: { from: 'datetime', after: ['completion', 'completing', 'الإتمام'] },
    specialConditions: { from: 'list', after: ['condition', 'conditions', 'بشرط'] },
    format: { from: 'rule', read: ({ text }) => (/markdown/i.test(text) ? 'markdown' : undefined) },
  },
  cues: phraseList(
    'contract, prepare the contract, agreement, lease, reservation form, draw up, paperwork, عقد, العقد',
  ),
  ask: { dealId: { en: 'For which deal?', ar: 'لأي صفقة؟' } },
  reply: inBoth(reply),
  failure: failureIn({
    PRECONDITION_FAILED: 'هذا النوع من العقود لا يناسب الصفقة، ولم يُعد شيء.',
    NOT_FOUND: 'لا توجد صفقة بهذا الرقم، ولم يُعد عقد.',
  }),
};
