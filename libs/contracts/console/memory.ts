import { z } from 'zod';
import { orgSlug, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

export const insightCategory = z.enum(['preference', 'objection', 'timeline', 'motivation', 'relationship']);
const contact = z.string().min(1).max(128);
export const MAX_QUESTION_CHARACTERS = 500;

/** What is remembered in one org: page by page, or the `limit` that are closest to a question, which have no next page. */
export const consoleInsightQuery = z
  .strictObject({
    org: orgSlug.optional(),
    contact: contact.optional(),
    /** A question, or some words. */
    q: z.string().trim().min(1).max(MAX_QUESTION_CHARACTERS).optional(),
    category: insightCategory.optional(),
    ...pageQuery.shape,
  })
  .refine(({ q, cursor }) => q === undefined || cursor === undefined, {
    path: ['cursor'],
    error: 'expected none with `q`: what is closest has no next page',
  });
export type ConsoleInsightQuery = z.infer<typeof consoleInsightQuery>;

const consoleInsight = z.object({
  id: uuid,
  contactId: z.string(),
  /** Null where the session may not read what people said. */
  text: z.string().nullable(),
  category: insightCategory,
  importance: z.int(),
  source: z.enum(['agent_extracted', 'user_noted', 'system_inferred']),
  conversationId: uuid.nullable(),
  /** The message it was taken from. */
  messageId: uuid.nullable(),
  /** Null where it is not known, as of insights from before it was kept. */
  saidBy: z.enum(['contact', 'staff', 'agent']).nullable(),
  /** When it was last said; `createdAt` is when it was stored. */
  saidAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  supersededById: uuid.nullable(),
  validUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** In a search: why it was found. */
  why: z.string().nullable(),
});
export type ConsoleInsight = z.infer<typeof consoleInsight>;

export const consoleInsightPage = pageOf(consoleInsight);
export type ConsoleInsightPage = z.infer<typeof consoleInsightPage>;

export const insightOrgQuery = z.strictObject({ org: orgSlug.optional() });
export type InsightOrgQuery = z.infer<typeof insightOrgQuery>;

/** A correction by a person; what is absent stays. */
export const editInsight = z
  .strictObject({
    text: z.string().trim().min(3).max(1_000).optional(),
    category: insightCategory.optional(),
    importance: z.int().min(1).max(10).optional(),
    expiresAt: z.iso.datetime({ offset: true }).nullable().optional(),
    reason: z.string().trim().min(1).max(500).optional(),
  })
  .refine(({ reason: _reason, ...change }) => Object.keys(change).length > 0, 'expected something to change');
export type EditInsight = z.infer<typeof editInsight>;
