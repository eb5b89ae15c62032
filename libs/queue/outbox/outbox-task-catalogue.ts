import { z } from 'zod';

/** The payload of an outbox task's job: a pointer to its row. */
export const outboxTaskPointer = z.object({ v: z.literal(1), orgId: z.uuid(), outboxTaskId: z.uuid() });

/** The payload in the row of each outbox task. Like the payloads of jobs, it only grows. */
export const outboxTaskPayloads = {
  /** A webhook delivery whose next attempt is due. */
  deliver: z.object({
    deliveryId: z.uuid(),
    /** How often a person has sent the delivery again. */
    round: z.number().int().min(0),
  }),
  /** A picture shared by a contact, for the vision model to analyze. */
  'analyze-image': z.object({
    conversationId: z.uuid(),
    kind: z.enum(['screen', 'webcam']),
    fileId: z.uuid(),
  }),
  /** A new summary of a conversation. The task counts the messages again when it starts. */
  summarize: z.object({
    conversationId: z.uuid(),
    /** True to summarize even if there are few messages since the last summary. */
    atOnce: z.boolean().optional(),
  }),
  /** The extraction of insights from a contact's message. */
  'extract-insights': z.object({ conversationId: z.uuid(), turnId: z.uuid() }),
  /**
   * The embedding of all rows of the org that lack a vector of its current model. The key names the model at the time
   * of the request.
   */
  're-embed': z.object({}),
  /** A manual run of a tool from the console. */
  'run-tool': z.object({ runId: z.uuid() }),
  /** A training of the org's ranker, with the reason. */
  'train-ranker': z.object({ reason: z.string() }),
} as const satisfies Record<string, z.ZodType>;

/** Jobs of the catalogue that are outbox tasks: `outbox_tasks` describes their work. */
export type OutboxTaskJob = keyof typeof outboxTaskPayloads;
export type OutboxTaskPayload<Name extends OutboxTaskJob> = z.infer<(typeof outboxTaskPayloads)[Name]>;
