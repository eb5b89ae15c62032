import { SpanStatusCode, type Attributes, type AttributeValue, type HrTime } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { ATTRIBUTES, SPAN_KIND } from '../attributes.ts';
import { redact } from '../redaction/redact-value.ts';
import type { SpanStatus } from './span.entity.ts';
import { MAX_TEXT_BYTES, storableText } from '../redaction/storable-text.ts';

const MAX_NAME_BYTES = 200;
const MAX_LABEL_BYTES = 200;
const MAX_MESSAGE_BYTES = 2 * 1024;
const MAX_INT4 = 2_147_483_647;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A row of `spans`: redacted, truncated and valid for PostgreSQL. */
export interface SpanRow {
  traceId: string;
  spanId: string;
  /** ISO 8601 in UTC with microseconds. */
  startedAt: string;
  parentSpanId: string | null;
  name: string;
  kind: string | null;
  orgId: string;
  conversationId: string | null;
  turnId: string | null;
  agent: string | null;
  pack: string | null;
  task: string | null;
  intent: string | null;
  model: string | null;
  provider: string | null;
  tool: string | null;
  thoughtSummary: string | null;
  thoughtSteps: unknown;
  toolCalls: unknown;
  draftReply: string | null;
  promptTokens: number | null;
  cachedTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
  latencyMs: number | null;
  status: SpanStatus;
  errorMessage: string | null;
  input: string | null;
  output: string | null;
  attributes: Record<string, unknown>;
}

/** Attributes with their own column. */
const WITH_COLUMN: ReadonlySet<string> = new Set([
  SPAN_KIND,
  ...(
    [
      'orgId',
      'conversationId',
      'turnId',
      'agent',
      'pack',
      'task',
      'intent',
      'requestModel',
      'provider',
      'tool',
      'thoughtSummary',
      'thoughtSteps',
      'toolCalls',
      'draftReply',
      'inputTokens',
      'cachedInputTokens',
      'outputTokens',
      'costUsd',
      'input',
      'output',
      'parked',
    ] as const
  ).map((name) => ATTRIBUTES[name]),
]);

/** Returns the org of a span, or undefined if the span belongs to no org. */
export function orgOf(attributes: Attributes): string | undefined {
  const orgId = attributes[ATTRIBUTES.orgId];
  return typeof orgId === 'string' && UUID.test(orgId) ? orgId : undefined;
}

/**
 * Returns the row of an open or ended span.
 *
 * @param offsetMs is added to its times: the difference between the platform's clock and the system clock.
 */
export function toSpanRow(span: ReadableSpan, orgId: string, offsetMs: number): SpanRow {
  const { attributes } = span;
  const { traceId, spanId } = span.spanContext();
  const text = (name: string, maxBytes?: number) => toText(attributes[name], maxBytes);
  return {
    traceId,
    spanId,
    startedAt: toIsoMicroseconds(span.startTime, offsetMs),
    parentSpanId: span.parentSpanContext?.spanId ?? null,
    name: storableText(span.name, MAX_NAME_BYTES),
    kind: text(SPAN_KIND, MAX_LABEL_BYTES),
    orgId,
    conversationId: toUuid(attributes[ATTRIBUTES.conversationId]),
    turnId: toUuid(attributes[ATTRIBUTES.turnId]),
    agent: text(ATTRIBUTES.agent, MAX_LABEL_BYTES),
    pack: text(ATTRIBUTES.pack, MAX_LABEL_BYTES),
    task: text(ATTRIBUTES.task, MAX_LABEL_BYTES),
    intent: text(ATTRIBUTES.intent, MAX_LABEL_BYTES),
    model: text(ATTRIBUTES.requestModel, MAX_LABEL_BYTES),
    provider: text(ATTRIBUTES.provider, MAX_LABEL_BYTES),
    tool: text(ATTRIBUTES.tool, MAX_LABEL_BYTES),
    thoughtSummary: text(ATTRIBUTES.thoughtSummary),
    thoughtSteps: toJson(attributes[ATTRIBUTES.thoughtSteps]),
    toolCalls: toJson(attributes[ATTRIBUTES.toolCalls]),
    draftReply: text(ATTRIBUTES.draftReply),
    promptTokens: toCount(attributes[ATTRIBUTES.inputTokens]),
    cachedTokens: toCount(attributes[ATTRIBUTES.cachedInputTokens]),
    completionTokens: toCount(attributes[ATTRIBUTES.outputTokens]),
    costUsd: toNumber(attributes[ATTRIBUTES.costUsd]),
    latencyMs: span.ended ? span.duration[0] * 1_000 + span.duration[1] / 1e6 : null,
    status: statusOf(span),
    errorMessage: span.status.message ? storableText(span.status.message, MAX_MESSAGE_BYTES) : null,
    input: text(ATTRIBUTES.input),
    output: text(ATTRIBUTES.output),
    attributes: otherAttributes(attributes),
  };
}

/** Approximate memory of a row. */
export function bytesOf(row: SpanRow): number {
  const json = [row.toolCalls, row.thoughtSteps].map((value) =>
    value === null ? null : JSON.stringify(value),
  );
  const texts = [row.input, row.output, row.draftReply, row.thoughtSummary, ...json];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 1_000);
}

function statusOf(span: ReadableSpan): SpanStatus {
  if (!span.ended) return 'running';
  if (span.status.code === SpanStatusCode.ERROR) return 'error';
  const waits =
    span.attributes[ATTRIBUTES.parked] === true || span.attributes[ATTRIBUTES.approval] === 'pending';
  return waits ? 'pending' : 'success';
}

function toIsoMicroseconds([seconds, nanoseconds]: HrTime, offsetMs: number): string {
  const microseconds = Math.floor(nanoseconds / 1_000);
  const wholeMs = seconds * 1_000 + Math.floor(microseconds / 1_000) + offsetMs;
  const rest = String(microseconds % 1_000).padStart(3, '0');
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${rest}Z`;
}

function toText(value: AttributeValue | undefined, maxBytes = MAX_TEXT_BYTES): string | null {
  if (value === undefined || value === null) return null;
  return storableText(typeof value === 'object' ? JSON.stringify(redact(value)) : String(value), maxBytes);
}

/** Attributes with JSON are text or objects; text that is not JSON stays text. */
function toJson(value: AttributeValue | undefined): unknown {
  if (value === undefined || value === null) return null;
  const clean = redact(typeof value === 'string' ? parsed(value) : value);
  const text = JSON.stringify(clean);
  return text.length <= MAX_TEXT_BYTES ? clean : { cut: storableText(text) };
}

function parsed(text: string): unknown {
  if (text.length > MAX_TEXT_BYTES) return storableText(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function otherAttributes(attributes: Attributes): Record<string, unknown> {
  const others: [string, unknown][] = [];
  for (const name of Object.keys(attributes)) {
    if (WITH_COLUMN.has(name)) continue;
    const value = attributes[name];
    others.push([name, typeof value === 'string' ? storableText(value, MAX_MESSAGE_BYTES) : value]);
  }
  const clean = redact(Object.fromEntries(others)) as Record<string, unknown>;
  const text = others.length > 0 ? JSON.stringify(clean) : '';
  return text.length <= MAX_TEXT_BYTES ? clean : { cut: storableText(text) };
}

function toUuid(value: AttributeValue | undefined): string | null {
  return typeof value === 'string' && UUID.test(value) ? value : null;
}

function toNumber(value: AttributeValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function toCount(value: AttributeValue | undefined): number | null {
  const number = toNumber(value);
  return number === null ? null : Math.min(Math.max(Math.round(number), 0), MAX_INT4);
}
