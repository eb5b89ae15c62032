import { z } from 'zod';
import { storableText, uuid } from '../values/ids.ts';
import { MAX_SEARCH_CHARACTERS } from './search.ts';

export const spanStatuses = ['pending', 'running', 'success', 'error'] as const;
export const spanStatus = z.enum(spanStatuses);
export type SpanStatus = z.infer<typeof spanStatus>;

/** A span as a row of the tree. Input and output are loaded per span ({@link consoleSpanDetail}). */
const consoleSpan = z.object({
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  /** True for a `pending` span that waits for an approval. */
  awaitsApproval: z.boolean(),
  /** True if the span ended because the turn was cancelled, which is neither success nor failure. */
  cancelled: z.boolean(),
  /** Milliseconds after the start of the trace, with fractions. */
  startMs: z.number(),
  /** Null while the span has no end. */
  durationMs: z.number().nullable(),
  model: z.string().nullable(),
  promptTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
  errorMessage: z.string().nullable(),
  critical: z.boolean(),
});
export type ConsoleSpan = z.infer<typeof consoleSpan>;

export const consoleTraceQuery = z.strictObject({
  /** Turn whose part of the trace to show; a caller's trace can contain several turns. */
  turn: uuid.optional(),
});

export const consoleTrace = z.object({
  traceId: z.string(),
  /** Reference time of the spans' `startMs`. */
  startedAt: z.iso.datetime(),
  totals: z.object({
    /** Total time of all runs of the turn in workers, not the sum of overlapping spans; null while a run is active. */
    wallMs: z.number().nullable(),
    /** Time that the turn waited for its first worker; null if not stored. */
    queuedMs: z.number().nullable(),
    /** Time that the turn waited for approvals until a worker resumed it; null if it did not wait. */
    approvalMs: z.number().nullable(),
    costUsd: z.number(),
    promptTokens: z.number().int(),
    cachedTokens: z.number().int(),
    completionTokens: z.number().int(),
    /** Answered model calls of the turn's loop, without those of tasks. */
    modelRounds: z.number().int(),
    toolCalls: z.number().int(),
  }),
  spans: z.array(consoleSpan),
  /** True when the trace has more spans than are sent. */
  truncated: z.boolean(),
});
export type ConsoleTrace = z.infer<typeof consoleTrace>;

export const traceWordsQuery = z.strictObject({
  q: storableText(MAX_SEARCH_CHARACTERS).min(1, 'expected words to look for'),
});

/** Spans of a trace that match a search, each with the first matching place. */
export const spansWithWords = z.object({
  items: z.array(
    z.object({
      spanId: z.string(),
      /** `name` includes the tool, model and agent; `more` includes thoughts, tool calls, draft reply and attributes. */
      where: z.enum(['name', 'error', 'input', 'output', 'more']),
    }),
  ),
});
export type SpansWithWords = z.infer<typeof spansWithWords>;

/** All stored data of a span. */
export const consoleSpanDetail = z.object({
  spanId: z.string(),
  traceId: z.string(),
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  startedAt: z.iso.datetime(),
  durationMs: z.number().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  agent: z.string().nullable(),
  task: z.string().nullable(),
  intent: z.string().nullable(),
  tool: z.string().nullable(),
  /** The outbox task that the span of a job ran. */
  outboxTaskId: uuid.nullable(),
  promptTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
  errorMessage: z.string().nullable(),
  /** Parsed JSON, or text if it is not JSON. Null if absent or if the session may not read it. The same holds for `output`. */
  input: z.unknown(),
  output: z.unknown(),
  thoughtSummary: z.string().nullable(),
  /** Full text of each step, if the model thought in several steps. */
  thoughtSteps: z.unknown(),
  draftReply: z.string().nullable(),
  /** Tool calls that the model requested; `output` holds only its text. */
  toolCalls: z.unknown(),
  attributes: z.record(z.string(), z.unknown()),
  /** True if input, output and texts are omitted because of the role. */
  textsHidden: z.boolean(),
});
export type ConsoleSpanDetail = z.infer<typeof consoleSpanDetail>;

export const TRACE_ID = /^[0-9a-f]{32}$/;
export const SPAN_ID = /^[0-9a-f]{16}$/;
