import type { OfflineToolHints } from '#pack-kit';
import { anySpelling } from '#text';
import type { PropertyReport } from '../tools/generate-property-report.tool.ts';
import { inBoth, sampleNote, type Wording } from '../wording.ts';
import { PROPERTY } from './requests.ts';

const REPORT = anySpelling(/\b(?:reports?|fact ?sheets?|hand-?outs?|print)\b|تقرير/iu);

function reply(made: PropertyReport, language: Wording): string {
  const { title, url, summary, comparables, pricePosition, sample } = made;
  const { pricePerSqm, districtMedianPerSqm } = pricePosition;
  const lines = {
    en: [`The report is ready: ${title}`, summary],
    ar: [
      `التقرير جاهز: ${title}`,
      `سعر المتر ${pricePerSqm} يورو والوسيط في المنطقة ${districtMedianPerSqm} يورو؛ عدد العقارات المشابهة ${comparables.length}.`,
    ],
  }[language];
  return [...lines, url, sampleNote(sample, language)].filter(Boolean).join('\n');
}

export const generatePropertyReportHints: OfflineToolHints = {
  fill: {
    propertyId: PROPERTY,
    sections: { from: 'list', after: ['sections', 'الأقسام'] },
    format: { from: 'rule', read: ({ text }) => (/markdown/i.test(text) ? 'markdown' : undefined) },
  },
  applies: ({ text }) => REPORT.test(text),
  cues: ['report', 'fact sheet', 'print everything', 'hand-out', 'comparison report', 'تقرير', 'تقريرا'],
  ask: { propertyId: { en: 'On which property?', ar: 'عن أي عقار؟' } },
  reply: inBoth(reply),
};
