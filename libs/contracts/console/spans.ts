import { z } from 'zod';
import { storableText, uuid } from '../values/ids.ts';
import { turnTotals } from '../turns/turns.ts';
import { MAX_SEARCH_CHARACTERS } from './search.ts';

export const spanStatuses = ['pending', 'running', 'success', 'error'] as const;
export const spanStatus = z.enum(spanStatuses);
export type SpanStatus = z.infer<typeof spanStatus>;

/** A step of a run. */
export const anySpan = z.object({
  spanId: z.string(),
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  /** Null while the span has no end. */
  durationMs: z.number().nullable(),
  costUsd: z.number().nullable(),
  errorMessage: z.string().nullable(),
});

/** A span of a list, with the facts about its turn that decide how its status is shown. */
export const listedSpan = anySpan.extend({
  /** True for a `pending` span that waits for an approval. */
  awaitsApproval: z.boolean(),
  /** True if the span ended because the turn was cancelled, which is neither success nor failure. */
  cancelled: z.boolean(),
});

const modelFacts = {
  model: z.string().nullable(),
  /** The source of the answer of a model call that asked no model, and therefore has no tokens. */
  answeredBy: z.enum(['rules', 'an earlier run']).nullable(),
  promptTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
};

/** A span as a row of the tree. Input and output are loaded per span ({@link consoleSpanDetail}). */
const consoleSpan = listedSpan.extend({
  ...modelFacts,
  parentSpanId: z.string().nullable(),
  /** Milliseconds after the start of the trace, with fractions. */
  startMs: z.number(),
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
  totals: turnTotals.extend({
    /** Total time of all runs of the turn in workers, not the sum of overlapping spans; null while a run is active. */
    wallMs: z.number().nullable(),
    /** Time that the turn waited for its first worker; null if not stored. */
    queuedMs: z.number().nullable(),
    /** Time that the turn waited for approvals until a worker resumed it; null if it did not wait. */
    approvalMs: z.number().nullable(),
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
export const consoleSpanDetail = anySpan.extend({
  ...modelFacts,
  traceId: z.string(),
  startedAt: z.iso.datetime(),
  provider: z.string().nullable(),
  agent: z.string().nullable(),
  task: z.string().nullable(),
  intent: z.string().nullable(),
  tool: z.string().nullable(),
  /** The outbox task that the span of a job ran. */
  outboxTaskId: uuid.nullable(),
  /** Parsed JSON, or text if it is not JSON. Null if absent or if the session may not read it. The same holds for `output`. */
  input: z.unknown(),
  output: z.unknown(),
  thoughtSummary: z.string().nullable(),
  /** Full text of each step, if the model thought in several steps. */
  thoughtSteps: z.unknown(),
  draftReply: z.string().nullable(),
  /** The tools that the broker chose for a call of a turn's model, with their definitions of today; those of former tools are null. */
  offered: z
    .array(z.object({ name: z.string(), description: z.string().nullable(), parameters: z.unknown() }))
    .nullable(),
  /** Tool calls that the model requested; `output` holds only its text. */
  toolCalls: z.unknown(),
  attributes: z.record(z.string(), z.unknown()),
  /** True if input, output and texts are omitted because of the role. */
  textsHidden: z.boolean(),
});
export type ConsoleSpanDetail = z.infer<typeof consoleSpanDetail>;

/** Parses input or output of a span as JSON; truncated text no longer parses and stays text. */
export function readable(text: string | null): unknown {
  if (text === null || !/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const TRACE_ID = /^[0-9a-f]{32}$/;
export const SPAN_ID = /^[0-9a-f]{16}$/;
