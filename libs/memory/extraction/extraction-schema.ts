import { z } from 'zod';
import { insightCategories } from '#pack-kit';

const MAX_INSIGHTS = 8;

export const extractionInput = z.object({
  /** The last message is the one to extract from. The earlier ones are its context. */
  messages: z.array(z.object({ author: z.enum(['contact', 'staff', 'agent']), text: z.string() })).min(1),
  /** Insights about the person that a message may repeat or contradict. */
  known: z.array(z.object({ id: z.string(), text: z.string() })),
  language: z.string(),
  /** The day of the last message. */
  today: z.iso.date(),
});
export type ExtractionInput = z.infer<typeof extractionInput>;

export const extractedInsights = z.object({
  insights: z
    .array(
      z.object({
        text: z.string().trim().min(3).max(1_000),
        category: z.enum(insightCategories),
        importance: z.int().min(1).max(10),
        /** Ids of `known` insights that this one makes untrue. */
        replaces: z.array(z.string()),
        /** The last day on which the insight matters. */
        until: z.iso.date().nullable(),
      }),
    )
    .max(MAX_INSIGHTS),
});
export type ExtractedInsights = z.infer<typeof extractedInsights>;
