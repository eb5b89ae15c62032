import { z } from 'zod';
import { boundedJson } from '../values/bounded-json.ts';
import { uuid } from '../values/ids.ts';
import { toolErrorClass } from '../tools/tool-result.ts';

const sideEffect = z.enum(['write', 'external']);

export const runTool = z.strictObject({
  /** Idempotency key of the form. Repeated requests with the same key run the tool once. */
  key: uuid,
  arguments: z.record(z.string().max(200), boundedJson),
  /** Conversation of the run; some tools need one. */
  conversationId: uuid.optional(),
  /** Side effect that the user has confirmed; must equal that of the tool, if it has one. */
  confirmed: sideEffect.optional(),
});
export type RunTool = z.infer<typeof runTool>;

const toolRunStates = ['queued', 'running', 'awaiting_approval', 'succeeded', 'failed', 'refused'] as const;
export const toolRunState = z.enum(toolRunStates);
export type ToolRunState = z.infer<typeof toolRunState>;

/** Times are ISO 8601 in UTC. */
export const toolRun = z.object({
  id: uuid,
  tool: z.string(),
  state: toolRunState,
  /** The requested arguments. Exact while the run waits for a decision; without secrets after it has ended. */
  arguments: z.record(z.string(), z.unknown()),
  conversationId: uuid.nullable(),
  /** Reason why the run needs an approval; null if it needs none. */
  approvalReason: z.string().nullable(),
  /** Result of the tool, or help data of its error. */
  result: z.unknown(),
  errorClass: toolErrorClass.nullable(),
  error: z.string().nullable(),
  /** Number of attempts; null until the run has ended. */
  attempts: z.int().nullable(),
  /** True if the result came from the cache. */
  cached: z.boolean().nullable(),
  durationMs: z.number().nullable(),
  userId: uuid,
  decidedBy: uuid.nullable(),
  traceId: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ToolRunView = z.infer<typeof toolRun>;

/** A manual run with the names of the requesting and deciding users; null for platform users, whose names orgs do not see. */
export const listedToolRun = toolRun.extend({
  userName: z.string().nullable(),
  decidedByName: z.string().nullable(),
});

export const toolRuns = z.object({ items: z.array(listedToolRun) });
export type ToolRunViews = z.infer<typeof toolRuns>;

export const decideToolRun = z.strictObject({ decision: z.enum(['approve', 'refuse']) });
export type DecideToolRun = z.infer<typeof decideToolRun>;
