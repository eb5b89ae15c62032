import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const summaryInput = material.extend({
  includeRecommendations: z.boolean(),
  includeNextSteps: z.boolean(),
});
export const summaryOutput = z.object({
  sections: z
    .array(z.object({ title: z.string().min(1), lines: z.array(z.string()).max(12) }))
    .min(1)
    .max(8),
});

export const summaryPreviewTask = defineTask({
  key: 'consult.summary_preview',
  taskType: 'summarization',
  instructions:
    'Summarise the conversation for a document, in its language, with these sections in this order: Overview, Needs, Discussed solutions, Figures (only those given as figures, with their sourceName), then Recommendations and Next steps where they are asked for. Nothing that was not said; no new promises.',
  input: summaryInput,
  output: summaryOutput,
});
