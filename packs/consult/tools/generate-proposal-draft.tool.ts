import { z } from 'zod';
import { defineTool, wordList, runTask } from '#pack-kit';
import { keepDocument } from '../schema/document.repository.ts';
import { toMarkdown } from './documents/markdown.ts';
import { dollars } from './figures.ts';
import { pricesOf, textSetting } from '../settings.ts';
import { materialFor } from '../prompts/tasks/material.ts';
import { proposalTask } from '../prompts/tasks/proposal.task.ts';

const result = z.object({
  markdown: z.string(),
  proposalId: z.string(),
  version: z.number(),
  sections: z.array(z.string()),
  openPoints: z.array(z.string()),
  generatedBy: z.string(),
});
export type ProposalDraft = z.infer<typeof result>;

const TITLES = {
  en: {
    title: 'Proposal (draft)',
    situation: 'Situation',
    goals: 'Goals',
    scope: 'Scope',
    approach: 'Approach',
    timeline: 'Timeline',
    investment: 'Investment',
    value: 'Value',
    nextStep: 'Next step',
    openPoints: 'Open points',
  },
  ar: {
    title: 'عرض (مسودة)',
    situation: 'الوضع الحالي',
    goals: 'الأهداف',
    scope: 'نطاق العمل',
    approach: 'المنهج',
    timeline: 'الجدول الزمني',
    investment: 'التكلفة',
    value: 'القيمة',
    nextStep: 'الخطوة التالية',
    openPoints: 'نقاط مفتوحة',
  },
};
const SECTIONS = wordList('situation goals scope approach timeline investment value nextStep');

export const generateProposalDraft = defineTool({
  name: 'generate_proposal_draft',
  description: 'Writes a proposal draft in markdown from the conversation, and lists what is still open.',
  category: 'document',
  capability: 'exportPdf',
  input: z.object({}),
  result,
  whenToUse: [
    'A proposal, an offer, a quote or the scope in writing is wanted.',
    'What a project would look like: price, timeline and deliverables on paper.',
  ],
  examples: [
    'Put together an offer for us',
    'Write up the scope we discussed',
    'Can I have a draft proposal?',
    'أعدّ مسودة عرض لنا',
    'اكتب نطاق العمل الذي ناقشناه',
  ],
  role: 'any',
  sideEffect: 'write',
  needsConversation: true,
  intents: ['document'],
  async execute(_input, context): Promise<ProposalDraft> {
    const { settings, language } = context;
    const given = await materialFor(context, { needsMessages: true });
    const prices = pricesOf(settings);
    const { output, generatedBy } = await runTask(context, proposalTask, {
      ...given,
      prices: { workshop: dollars(prices.workshop), consulting: dollars(prices.consulting) },
      consultant: textSetting(settings, 'CONSULT_NAME') ?? '',
    });
    const titles = language === 'ar' ? TITLES.ar : TITLES.en;
    const { openPoints } = output;
    const sections = [
      ...SECTIONS.map((name) => ({ title: titles[name], lines: output[name] })),
      ...(openPoints.length > 0 ? [{ title: titles.openPoints, lines: openPoints }] : []),
    ];
    const markdown = toMarkdown(titles.title, sections);
    return context.write(async (tx) => {
      const kept = await keepDocument(tx, context, { kind: 'proposal', markdown, data: { openPoints } });
      return {
        markdown,
        proposalId: kept.documentId,
        version: kept.version,
        sections: SECTIONS.map((name) => titles[name]),
        openPoints,
        generatedBy,
      };
    });
  },
});
