import { z } from 'zod';
import { defineTool, runTask } from '#pack-kit';
import { toMarkdown, wordCount } from './documents/markdown.ts';
import { materialFor } from '../prompts/tasks/material.ts';
import { summaryPreviewTask } from '../prompts/tasks/summary-preview.task.ts';

const input = z.object({
  includeRecommendations: z.boolean().default(false).describe('True to add recommendations.'),
  includeNextSteps: z.boolean().default(false).describe('True to add next steps.'),
});

const result = z.object({
  markdown: z.string(),
  sections: z.array(z.string()),
  wordCount: z.number(),
  messageCount: z.number(),
  generatedBy: z.string(),
});
export type SummaryPreview = z.infer<typeof result>;

export const generateSummaryPreview = defineTool({
  name: 'generate_summary_preview',
  description: 'Writes a summary of the conversation in markdown, for a PDF or to pass on.',
  category: 'document',
  capability: 'exportPdf',
  input,
  result,
  whenToUse: [
    'A recap, a written summary, or a preview of the PDF is wanted.',
    'Minutes or notes of the session, what was discussed so far.',
  ],
  examples: [
    'Give me a written recap of our talk',
    'Preview the PDF summary with next steps',
    'Sum this up for my boss',
    'أعطني ملخصا للمحادثة',
    'معاينة الملخص مع التوصيات',
  ],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['document'],
  async execute(options, context): Promise<SummaryPreview> {
    const given = await materialFor(context, { needsMessages: true });
    const { output, generatedBy } = await runTask(context, summaryPreviewTask, { ...given, ...options });
    const title = context.language === 'ar' ? 'ملخص المحادثة' : 'Summary of the conversation';
    const markdown = toMarkdown(title, output.sections);
    return {
      markdown,
      sections: output.sections.map((section) => section.title),
      wordCount: wordCount(markdown),
      messageCount: given.messages.length,
      generatedBy,
    };
  },
});
