import { z } from 'zod';

/** The payload of an outbox task's job: a pointer to its row. */
export const outboxTaskPointer = z.object({ v: z.literal(1), orgId: z.uuid(), outboxTaskId: z.uuid() });

/** What the row of each outbox job holds. Payloads only grow, as those of jobs do. */
export const outboxTaskPayloads = {
  /** A webhook delivery whose next attempt is due. */
  deliver: z.object({
    deliveryId: z.uuid(),
    /** How often a person has sent it again; rows from before 2026-11-21 lack it. */
    round: z.number().int().min(0).optional(),
  }),
  /** A picture that a contact shares, to be looked at by the vision model. */
  'analyze-image': z.object({
    conversationId: z.uuid(),
    kind: z.enum(['screen', 'webcam']),
    fileId: z.uuid(),
  }),
  /** The summary of a conversation, made anew; its messages are counted again when it begins. */
  summarize: z.object({
    conversationId: z.uuid(),
    /** However little was said since the last time. */
    atOnce: z.boolean().optional(),
  }),
  /** What a contact's message tells that is worth remembering. */
  'extract-insights': z.object({ conversationId: z.uuid(), turnId: z.uuid() }),
  /** Whatever of the org is not of its embedding model when the work begins; the model that it was asked for stands in the key. */
  're-embed': z.object({}),
  /** A tool that somebody runs from the console. */
  'run-tool': z.object({ runId: z.uuid() }),
  /** A training of the org's ranker, and why it is due. */
  'train-ranker': z.object({ reason: z.string() }),
} as const satisfies Record<string, z.ZodType>;

/** Jobs of the catalogue that are outbox tasks: what they are to do stands in `outbox_tasks`. */
export type OutboxTaskJob = keyof typeof outboxTaskPayloads;
export type OutboxTaskPayload<Name extends OutboxTaskJob> = z.infer<(typeof outboxTaskPayloads)[Name]>;
