import { z } from 'zod';
import { orgSlug, uuid } from '../values/ids.ts';
import { momentText } from '../values/moments.ts';
import { pageOf, pageQuery } from '../values/page.ts';

export const insightCategory = z.enum(['preference', 'objection', 'timeline', 'motivation', 'relationship']);
const contact = z.string().min(1).max(128);
export const MAX_QUESTION_CHARACTERS = 500;

/** Lists the insights of an org by page, or searches the `limit` insights closest to `q`, without further pages. */
export const consoleInsightQuery = z
  .strictObject({
    org: orgSlug.optional(),
    contact: contact.optional(),
    /** A question or words to search for. */
    q: z.string().trim().min(1).max(MAX_QUESTION_CHARACTERS).optional(),
    category: insightCategory.optional(),
    ...pageQuery.shape,
  })
  .refine(({ q, cursor }) => q === undefined || cursor === undefined, {
    path: ['cursor'],
    error: 'expected no cursor with `q`: a search has only one page',
  });
export type ConsoleInsightQuery = z.infer<typeof consoleInsightQuery>;

const consoleInsight = z.object({
  id: uuid,
  contactId: z.string(),
  /** Null if the session may not read texts. */
  text: z.string().nullable(),
  category: insightCategory,
  importance: z.int(),
  source: z.enum(['agent_extracted', 'user_noted', 'system_inferred']),
  conversationId: uuid.nullable(),
  /** Message from which the insight was extracted. */
  messageId: uuid.nullable(),
  /** Null if unknown. */
  saidBy: z.enum(['contact', 'staff', 'agent']).nullable(),
  /** Time of the last statement of the insight; `createdAt` is the time of storage. */
  saidAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  supersededById: uuid.nullable(),
  validUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Reason for the match; null outside of a search. */
  why: z.string().nullable(),
});
export type ConsoleInsight = z.infer<typeof consoleInsight>;

export const consoleInsightPage = pageOf(consoleInsight);
export type ConsoleInsightPage = z.infer<typeof consoleInsightPage>;

/** A correction by a person. Absent fields do not change. */
export const editInsight = z
  .strictObject({
    text: z.string().trim().min(3).max(1_000).optional(),
    category: insightCategory.optional(),
    importance: z.int().min(1).max(10).optional(),
    expiresAt: momentText.nullable().optional(),
    reason: z.string().trim().min(1).max(500).optional(),
  })
  .refine(({ reason: _reason, ...change }) => Object.keys(change).length > 0, 'expected something to change');
export type EditInsight = z.infer<typeof editInsight>;
