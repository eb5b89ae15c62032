import { SpanStatusCode, type Attributes, type AttributeValue, type HrTime } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { isSecretName, redactText, remembered } from '#text';
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
  prompt: string | null;
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
    prompt: null,
    input: null,
    output: null,
    attributes: {},
    ...known,
  };
}

/** Different prompts of which a process remembers what it stores. */
export const MAX_PROMPTS = 500;
/** Prompts are long, and most turns have one that earlier turns had. */
const storablePrompt = remembered((text) => storableText(text), MAX_PROMPTS);

/** Puts an attribute into its field. The attributes without a field are stored together. */
type SetField = (row: SpanRow, value: AttributeValue | undefined) => void;
const FIELDS: ReadonlyMap<string, SetField> = new Map<string, SetField>([
  [SPAN_KIND, (row, value) => (row.kind = toLabel(value))],
  [ATTRIBUTES.conversationId, (row, value) => (row.conversationId = toUuid(value))],
  [ATTRIBUTES.turnId, (row, value) => (row.turnId = toUuid(value))],
  [ATTRIBUTES.agent, (row, value) => (row.agent = toLabel(value))],
  [ATTRIBUTES.pack, (row, value) => (row.pack = toLabel(value))],
  [ATTRIBUTES.task, (row, value) => (row.task = toLabel(value))],
  [ATTRIBUTES.intent, (row, value) => (row.intent = toLabel(value))],
  [ATTRIBUTES.requestModel, (row, value) => (row.model = toLabel(value))],
  [ATTRIBUTES.provider, (row, value) => (row.provider = toLabel(value))],
  [ATTRIBUTES.tool, (row, value) => (row.tool = toLabel(value))],
  [ATTRIBUTES.thoughtSummary, (row, value) => (row.thoughtSummary = toText(value))],
  [ATTRIBUTES.thoughtSteps, (row, value) => (row.thoughtSteps = toJson(value))],
  [ATTRIBUTES.toolCalls, (row, value) => (row.toolCalls = toJson(value))],
  [ATTRIBUTES.draftReply, (row, value) => (row.draftReply = toText(value))],
  [ATTRIBUTES.inputTokens, (row, value) => (row.promptTokens = toCount(value))],
  [ATTRIBUTES.cachedInputTokens, (row, value) => (row.cachedTokens = toCount(value))],
  [ATTRIBUTES.outputTokens, (row, value) => (row.completionTokens = toCount(value))],
  [ATTRIBUTES.costUsd, (row, value) => (row.costUsd = toNumber(value))],
  [ATTRIBUTES.prompt, (row, value) => (row.prompt = storablePrompt(String(value)))],
  [ATTRIBUTES.input, (row, value) => (row.input = toText(value))],
  [ATTRIBUTES.output, (row, value) => (row.output = toText(value))],
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
  const { traceId, spanId } = span.spanContext();
  const row = spanOf({
    traceId,
    spanId,
    startedAt: toIsoMicroseconds(span.startTime, offsetMs),
    parentSpanId: span.parentSpanContext?.spanId ?? null,
    name: storableText(span.name, MAX_NAME_BYTES),
    orgId: orgOf(span.attributes) ?? '',
    latencyMs: span.ended ? span.duration[0] * 1_000 + span.duration[1] / 1e6 : null,
    status: statusOf(span),
    errorMessage: span.status.message ? storableText(span.status.message, MAX_MESSAGE_BYTES) : null,
  });
  const texts: [string, string][] = [];
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(span.attributes)) {
    const setField = FIELDS.get(name);
    if (setField) setField(row, value);
    else if (name === ATTRIBUTES.orgId || name === ATTRIBUTES.parked) continue;
    else if (typeof value !== 'string' || isSecretName(name)) others.push([name, value]);
    else texts.push([redactText(name), storableText(value, MAX_MESSAGE_BYTES)]);
  }
  const clean = redact(Object.fromEntries(others)) as object;
  row.attributes = withinLimit({ ...clean, ...Object.fromEntries(texts) });
  return row;
}

/** Approximate memory of a row. */
export function bytesOf(row: SpanRow): number {
  const json = JSON.stringify([row.toolCalls, row.thoughtSteps]);
  const texts = [row.prompt, row.input, row.output, row.draftReply, row.thoughtSummary, json];
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

function toText(value: AttributeValue | undefined, maxBytes = MAX_TEXT_BYTES): string | null {
  if (value === undefined || value === null) return null;
  return storableText(typeof value === 'object' ? JSON.stringify(redact(value)) : String(value), maxBytes);
}

function toLabel(value: AttributeValue | undefined): string | null {
  return toText(value, MAX_LABEL_BYTES);
}

/** Attributes with JSON are text or objects; text that is not JSON stays text. */
function toJson(value: AttributeValue | undefined): unknown {
  if (value === undefined || value === null) return null;
  return withinLimit(redact(typeof value === 'string' ? parsed(value) : value));
}

function parsed(text: string): unknown {
  if (text.length > MAX_TEXT_BYTES) return storableText(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withinLimit<Clean>(clean: Clean): Clean | { cut: string } {
  const text = JSON.stringify(clean);
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
