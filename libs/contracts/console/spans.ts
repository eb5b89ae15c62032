import { z } from 'zod';
import { storableText, uuid } from '../values/ids.ts';
import { MAX_SEARCH_CHARACTERS } from './search.ts';

export const spanStatuses = ['pending', 'running', 'success', 'error'] as const;
export const spanStatus = z.enum(spanStatuses);
export type SpanStatus = z.infer<typeof spanStatus>;

/** One span as a row of the tree. What it was given and gave back is asked for one span at a time. */
const consoleSpan = z.object({
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  /** Of a `pending` one, whether a person has yet to agree. */
  awaitsApproval: z.boolean(),
  /** Whether it ended, or stopped, because somebody cancelled the turn: neither its success nor its failure. */
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
  /** Shows the trace at this turn: a caller's trace may hold several. */
  turn: uuid.optional(),
});

export const consoleTrace = z.object({
  traceId: z.string(),
  /** The moment that `startMs` of the spans counts from. */
  startedAt: z.iso.datetime(),
  totals: z.object({
    /** What workers had the turn for, over all its runs, not the sum of overlapping children; null while one runs. */
    wallMs: z.number().nullable(),
    /** What the turn waited for a worker before that; null where it is not stored. */
    queuedMs: z.number().nullable(),
    /** What it waited for people to decide, until a worker went on with it; null where it did not. */
    approvalMs: z.number().nullable(),
    costUsd: z.number(),
    promptTokens: z.number().int(),
    cachedTokens: z.number().int(),
    completionTokens: z.number().int(),
    /** Calls of the turn's loop that a model answered; tasks are none. */
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

/** The spans of one trace that hold what is looked for, and where each does: the first of these places. */
export const spansWithWords = z.object({
  items: z.array(
    z.object({
      spanId: z.string(),
      /** `name` is also that of its tool, model or agent; `more` are its thoughts, calls, draft reply and attributes. */
      where: z.enum(['name', 'error', 'input', 'output', 'more']),
    }),
  ),
});
export type SpansWithWords = z.infer<typeof spansWithWords>;

/** Everything that is kept about one span. */
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
  /** The row of outbox work that a job's span ran. */
  outboxTaskId: uuid.nullable(),
  promptTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
  errorMessage: z.string().nullable(),
  /** JSON where the span was given JSON, else its text. Null where there is none or the session may not read it. */
  input: z.unknown(),
  output: z.unknown(),
  thoughtSummary: z.string().nullable(),
  /** Where the model thought in several steps, each with its whole text. */
  thoughtSteps: z.unknown(),
  draftReply: z.string().nullable(),
  /** What a model asked for; its output is its text alone. */
  toolCalls: z.unknown(),
  attributes: z.record(z.string(), z.unknown()),
  /** True when input, output and texts are left out because of the role. */
  textsHidden: z.boolean(),
});
export type ConsoleSpanDetail = z.infer<typeof consoleSpanDetail>;

export const TRACE_ID = /^[0-9a-f]{32}$/;
export const SPAN_ID = /^[0-9a-f]{16}$/;
