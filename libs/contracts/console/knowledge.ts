import { z } from 'zod';
import { knowledgeFact } from '../orgs/knowledge.ts';
import { orgSlug, uuid } from '../values/ids.ts';
import { MAX_QUESTION_CHARACTERS } from './memory.ts';

/**
 * All facts of an org, by topic and title; with `q`, those that agents have for the question: the matching ones, best
 * first, then the others of every prompt.
 */
export const consoleKnowledgeQuery = z.strictObject({
  org: orgSlug.optional(),
  q: z.string().trim().min(1).max(MAX_QUESTION_CHARACTERS).optional(),
});
export type ConsoleKnowledgeQuery = z.infer<typeof consoleKnowledgeQuery>;

const consoleFact = knowledgeFact.extend({
  id: uuid,
  tokens: z.int(),
  /** True if every prompt contains it; otherwise it is looked up when a message needs it. */
  inPrompt: z.boolean(),
  updatedAt: z.iso.datetime(),
  /** Reason for the match; null without `q`, and for a fact that is there only because every prompt contains it. */
  why: z.string().nullable(),
});
export type ConsoleFact = z.infer<typeof consoleFact>;

export const consoleKnowledge = z.object({
  items: z.array(consoleFact),
  /** Tokens of the facts in every prompt, and their limit. */
  promptTokens: z.object({ used: z.int(), limit: z.int() }),
});
export type ConsoleKnowledge = z.infer<typeof consoleKnowledge>;
