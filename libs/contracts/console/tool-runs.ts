import { z } from 'zod';
import { boundedJson } from '../values/bounded-json.ts';
import { uuid } from '../values/ids.ts';
import { toolErrorClass } from '../tools/tool-result.ts';

/** What a tool does to the world, where it does something. */
const sideEffect = z.enum(['write', 'external']);

/** A tool that somebody runs from the console, by hand. */
export const runTool = z.strictObject({
  /** Of the form that is sent: the same key runs the tool once, however often it is sent. */
  key: uuid,
  arguments: z.record(z.string().max(200), boundedJson),
  /** Within which it runs; some tools need one. */
  conversationId: uuid.optional(),
  /** The side effect that the person has agreed to; needed where the tool has one, and then that one. */
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
  /** As they were asked for, without secrets once it has ended; while it waits for a person, exactly those that would be run. */
  arguments: z.record(z.string(), z.unknown()),
  conversationId: uuid.nullable(),
  /** Why a person has to agree first; null where nobody has to. */
  approvalReason: z.string().nullable(),
  /** What the tool returned, or what helps with its error. */
  result: z.unknown(),
  errorClass: toolErrorClass.nullable(),
  error: z.string().nullable(),
  /** How often the tool was run; null until it has ended. */
  attempts: z.int().nullable(),
  /** The result was there already. */
  cached: z.boolean().nullable(),
  durationMs: z.number().nullable(),
  userId: uuid,
  decidedBy: uuid.nullable(),
  traceId: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ToolRunView = z.infer<typeof toolRun>;

/** With who asked and who decided, by name; null of somebody of the platform, who has no name in an org. */
export const listedToolRun = toolRun.extend({
  userName: z.string().nullable(),
  decidedByName: z.string().nullable(),
});

export const toolRuns = z.object({ items: z.array(listedToolRun) });
export type ToolRunViews = z.infer<typeof toolRuns>;

export const decideToolRun = z.strictObject({ decision: z.enum(['approve', 'refuse']) });
export type DecideToolRun = z.infer<typeof decideToolRun>;
