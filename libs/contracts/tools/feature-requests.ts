import { wordList } from '../values/word-list.ts';
import { z } from 'zod';
import { uuid } from '../values/ids.ts';
import { consoleOrg } from '../console/session.ts';
import { pageOf, pageQuery } from '../values/page.ts';

export const featureRequestCategories = wordList(
  'tool data_source integration channel language report bug other',
);
export type FeatureRequestCategory = (typeof featureRequestCategories)[number];

export const featureRequestUrgencies = ['low', 'normal', 'high'] as const;
export type FeatureRequestUrgency = (typeof featureRequestUrgencies)[number];

/** The first three are open; a further request for the same feature is added to them. */
export const featureRequestStatuses = ['new', 'triaged', 'planned', 'done', 'declined'] as const;
export const featureRequestStatus = z.enum(featureRequestStatuses);
export type FeatureRequestStatus = z.infer<typeof featureRequestStatus>;

/** Query of the console's list of feature requests, newest first. */
export const consoleRequestQuery = z.strictObject({
  /** Slug of an org. Default: every org that the session can access. */
  org: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected the slug of an org')
    .optional(),
  status: featureRequestStatus.optional(),
  category: z.enum(featureRequestCategories).optional(),
  urgency: z.enum(featureRequestUrgencies).optional(),
  ...pageQuery.shape,
});
export type ConsoleRequestQuery = z.infer<typeof consoleRequestQuery>;

export const consoleRequest = z.object({
  id: uuid,
  org: consoleOrg,
  /** Title, description and quotes are null if the session may not read texts. */
  title: z.string().nullable(),
  description: z.string().nullable(),
  category: z.enum(featureRequestCategories),
  urgency: z.enum(featureRequestUrgencies),
  status: featureRequestStatus,
  votes: z.int(),
  /** The latest requests, newest first. */
  occurrences: z.array(
    z.object({
      conversationId: uuid.nullable(),
      turnId: uuid.nullable(),
      quote: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ConsoleRequest = z.infer<typeof consoleRequest>;

export const consoleRequestPage = pageOf(consoleRequest);
export type ConsoleRequestPage = z.infer<typeof consoleRequestPage>;

export const moveRequest = z.strictObject({
  state: featureRequestStatus,
  reason: z.string().trim().min(1).max(500).optional(),
});
export type MoveRequest = z.infer<typeof moveRequest>;
