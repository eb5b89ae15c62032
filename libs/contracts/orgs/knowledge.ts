import { z } from 'zod';

/** Topics of an org's facts, in the order of the prompt. */
export const knowledgeTopics = ['offer', 'fees', 'hours', 'policies', 'faq'] as const;
export type KnowledgeTopic = (typeof knowledgeTopics)[number];

export const MAX_FACTS_OF_ORG = 200;
export const MAX_FACT_CHARACTERS = 4_000;

/** A fact that an org states about itself, as its admins write it. */
export const knowledgeFact = z.strictObject({
  topic: z.enum(knowledgeTopics),
  /** A heading, or the question that the text answers. */
  title: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1).max(MAX_FACT_CHARACTERS),
  /** Where the fact comes from, such as the address of a page. */
  source: z.string().trim().min(1).max(300).nullable().default(null),
});
export type KnowledgeFactText = z.infer<typeof knowledgeFact>;
