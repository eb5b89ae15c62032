import { z } from 'zod';
import { uuid } from './ids.ts';

export const turnStates = [
  'queued',
  'running',
  'awaiting_approval',
  'completed',
  'failed',
  'cancelled',
] as const;
export const turnState = z.enum(turnStates);
export type TurnState = z.infer<typeof turnState>;

/** States in which a turn stays. */
export const endStates: readonly TurnState[] = ['completed', 'failed', 'cancelled'];

export const turnTotals = z.object({
  promptTokens: z.number().int(),
  cachedTokens: z.number().int(),
  completionTokens: z.number().int(),
  costUsd: z.number(),
  modelRounds: z.number().int(),
  toolCalls: z.number().int(),
});
export type TurnTotals = z.infer<typeof turnTotals>;

export const turnError = z.object({ class: z.string(), message: z.string() });

/** A turn as the api shows it. Times are ISO 8601 in UTC, durations in milliseconds. */
export const turnView = z.object({
  id: uuid,
  conversationId: uuid,
  traceId: z.string(),
  state: turnState,
  agent: z.string().nullable(),
  channel: z.string(),
  reply: z.object({ messageId: uuid, text: z.string() }).nullable(),
  error: turnError.nullable(),
  totals: turnTotals,
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  links: z.object({ self: z.string(), events: z.string() }),
});
export type TurnView = z.infer<typeof turnView>;

export const turnPage = z.object({ items: z.array(turnView), nextCursor: z.string().nullable() });

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  cursor: z.string().max(500).optional(),
});
