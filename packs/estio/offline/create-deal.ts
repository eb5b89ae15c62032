import type { OfflineToolHints } from '#pack-kit';
import { anySpelling } from '#text';
import type { CreatedDeal } from '../tools/create-deal.tool.ts';
import { euro, titleName } from '../wording.ts';
import { failureIn } from './failure.ts';
import { CONTACT_UNLESS_NAMED, PROPERTY } from './requests.ts';

/** A request to open a deal, in contrast to a question about one. */
const OPENS = anySpelling(/\b(?:open|create|start)\b|أنشئ|افتح|ابدأ/iu);

export const createDealHints: OfflineToolHints = {
  fill: {
    contactId: CONTACT_UNLESS_NAMED,
    propertyId: PROPERTY,
    value: { from: 'money', bound: 'any', lone: true },
    expectedCloseDate: { from: 'datetime', after: ['by', 'close', 'قبل'] },
    title: { from: 'quoted' },
  },
  applies: ({ text }) => OPENS.test(text) && !/\bdeal-\d/i.test(text),
  cues: ['open a deal', 'deal', 'start tracking', 'create the file', 'صفقة', 'ملف بيع'],
  ask: {
    contactId: { en: 'For which contact?', ar: 'لأي عميل؟' },
    propertyId: { en: 'On which property?', ar: 'على أي عقار؟' },
  },
  reply: {
    en: ({ dealId, title, stage, value }: CreatedDeal) =>
      `Deal ${dealId} is open: ${title}, ${euro(value, 'en')}, stage ${stage}.`,
    ar: ({ dealId, title, stage, value }: CreatedDeal) =>
      `تم فتح الصفقة ${dealId}: ${titleName(title, 'ar')}، ${euro(value, 'ar')}، المرحلة ${stage}.`,
  },
  failure: failureIn({
    PRECONDITION_FAILED: 'لم يعد هذا العقار معروضا، فلا يمكن فتح صفقة عليه.',
    NOT_FOUND: 'لا يوجد شخص أو عقار بهذا الرقم، ولم تُفتح صفقة.',
  }),
};
