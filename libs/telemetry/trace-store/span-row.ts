import { SpanStatusCode, type Attributes, type AttributeValue, type HrTime } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { ATTRIBUTES, SPAN_KIND } from '../attributes.ts';
import { redact } from '../redaction/redact-value.ts';
import { MAX_TEXT_BYTES, storableText } from '../redaction/storable-text.ts';

const MAX_NAME_BYTES = 200;
const MAX_LABEL_BYTES = 200;
const MAX_MESSAGE_BYTES = 2 * 1024;
const MAX_INT4 = 2_147_483_647;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * `pending`: ended because the call or turn waits for a person. `running`: not ended, or its process died. All others
 * have ended.
 */
export type SpanStatus = 'pending' | 'running' | 'success' | 'error';

/** A span as it is stored: redacted, truncated and valid for PostgreSQL. */
export interface SpanRow {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId: string | null;
  /** ISO 8601 in UTC with microseconds. */
  startedAt: string;
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
  /** Null until the span has ended. */
  latencyMs: number | null;
  status: SpanStatus;
  errorMessage: string | null;
  input: string | null;
  output: string | null;
  /** All attributes without their own field. */
  attributes: Record<string, unknown>;
}

type AlwaysKnown = 'traceId' | 'spanId' | 'startedAt' | 'name' | 'orgId' | 'status';

/** A span of which only the given values are known. */
export function spanOf(known: Pick<SpanRow, AlwaysKnown> & Partial<SpanRow>): SpanRow {
  return {
    parentSpanId: null,
    kind: null,
    conversationId: null,
    turnId: null,
    agent: null,
    pack: null,
    task: null,
    intent: null,
    model: null,
    provider: null,
    tool: null,
    thoughtSummary: null,
    thoughtSteps: null,
    toolCalls: null,
    draftReply: null,
    promptTokens: null,
    cachedTokens: null,
    completionTokens: null,
    costUsd: null,
    latencyMs: null,
    errorMessage: null,
    input: null,
    output: null,
    attributes: {},
    ...known,
  };
}

/** The fields that hold one attribute each, with the conversion of its value. */
const FROM_ATTRIBUTES = {
  kind: [SPAN_KIND, toLabel],
  conversationId: [ATTRIBUTES.conversationId, toUuid],
  turnId: [ATTRIBUTES.turnId, toUuid],
  agent: [ATTRIBUTES.agent, toLabel],
  pack: [ATTRIBUTES.pack, toLabel],
  task: [ATTRIBUTES.task, toLabel],
  intent: [ATTRIBUTES.intent, toLabel],
  model: [ATTRIBUTES.requestModel, toLabel],
  provider: [ATTRIBUTES.provider, toLabel],
  tool: [ATTRIBUTES.tool, toLabel],
  thoughtSummary: [ATTRIBUTES.thoughtSummary, toText],
  thoughtSteps: [ATTRIBUTES.thoughtSteps, toJson],
  toolCalls: [ATTRIBUTES.toolCalls, toJson],
  draftReply: [ATTRIBUTES.draftReply, toText],
  promptTokens: [ATTRIBUTES.inputTokens, toCount],
  cachedTokens: [ATTRIBUTES.cachedInputTokens, toCount],
  completionTokens: [ATTRIBUTES.outputTokens, toCount],
  costUsd: [ATTRIBUTES.costUsd, toNumber],
  input: [ATTRIBUTES.input, toText],
  output: [ATTRIBUTES.output, toText],
} as const;
const COLUMNS = Object.entries(FROM_ATTRIBUTES);
type AttributeColumns = {
  [Column in keyof typeof FROM_ATTRIBUTES]: ReturnType<(typeof FROM_ATTRIBUTES)[Column][1]>;
};

/** Attributes that fields hold; the others are stored together. */
const WITH_COLUMN: ReadonlySet<string> = new Set([
  ATTRIBUTES.orgId,
  ATTRIBUTES.parked,
  ...Object.values(FROM_ATTRIBUTES).map(([name]) => name),
]);

/** Returns the org of a span, or undefined if the span belongs to no org. */
export function orgOf(attributes: Attributes): string | undefined {
  const orgId = attributes[ATTRIBUTES.orgId];
  return typeof orgId === 'string' && UUID.test(orgId) ? orgId : undefined;
}

/**
 * Returns the row of an open or ended span; its `orgId` is empty while the span has no org.
 *
 * @param offsetMs is added to its times: the difference between the platform's clock and the system clock.
 */
export function toSpanRow(span: ReadableSpan, offsetMs: number): SpanRow {
  const { attributes } = span;
  const { traceId, spanId } = span.spanContext();
  return {
    ...columnsOf(attributes),
    traceId,
    spanId,
    startedAt: toIsoMicroseconds(span.startTime, offsetMs),
    parentSpanId: span.parentSpanContext?.spanId ?? null,
    name: storableText(span.name, MAX_NAME_BYTES),
    orgId: orgOf(attributes) ?? '',
    latencyMs: span.ended ? span.duration[0] * 1_000 + span.duration[1] / 1e6 : null,
    status: statusOf(span),
    errorMessage: span.status.message ? storableText(span.status.message, MAX_MESSAGE_BYTES) : null,
    attributes: otherAttributes(attributes),
  };
}

function columnsOf(attributes: Attributes): AttributeColumns {
  const columns = COLUMNS.map(([column, [name, read]]) => [column, read(attributes[name])]);
  return Object.fromEntries(columns) as AttributeColumns;
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

/** Returns ISO 8601 in UTC with microseconds. */
export function toIsoMicroseconds([seconds, nanoseconds]: HrTime, offsetMs: number): string {
  const microseconds = Math.floor(nanoseconds / 1_000);
  const wholeMs = seconds * 1_000 + Math.floor(microseconds / 1_000) + offsetMs;
  const rest = String(microseconds % 1_000).padStart(3, '0');
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${rest}Z`;
}

function toText(value: AttributeValue | undefined): string | null {
  return toTextOf(value, MAX_TEXT_BYTES);
}

function toLabel(value: AttributeValue | undefined): string | null {
  return toTextOf(value, MAX_LABEL_BYTES);
}

function toTextOf(value: AttributeValue | undefined, maxBytes: number): string | null {
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
