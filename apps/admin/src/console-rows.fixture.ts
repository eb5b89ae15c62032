import { randomBytes, randomUUID } from 'node:crypto';
import type { TurnState } from '#contracts';
import type { Database } from '#database';
import { PostgresTraceSink, spanOf, traceRow, type SpanRow, type TraceRow } from '#telemetry';
import { traceRows } from '../../../libs/telemetry/testing/trace-rows.ts';

export interface NewTurn {
  orgId: string;
  text?: string;
  reply?: string;
  state?: TurnState;
  agent?: string;
  channel?: string;
  contact?: string;
  conversationId?: string;
  /** Place of the turn in its conversation. */
  seq?: number;
  createdAt?: Date;
  costUsd?: number;
  /** Defaults to a new trace. */
  traceId?: string;
  error?: { class: string; message: string };
}

export interface AddedTurn {
  id: string;
  conversationId: string;
  traceId: string;
  createdAt: Date;
}

const TURN_MS = 1_240;
const QUESTION = 'Find 2 bedroom apartments in Paphos under 200k near the sea';

/** Stores a turn with its conversation and messages, as the worker leaves it. */
export async function addTurn(database: Database, turn: NewTurn): Promise<AddedTurn> {
  const {
    orgId,
    seq = 1,
    contact = 'maria',
    channel = 'chat',
    state = 'completed',
    createdAt = new Date(),
  } = turn;
  const conversationId = turn.conversationId ?? randomUUID();
  const ids = { turn: randomUUID(), question: randomUUID(), reply: randomUUID() };
  const traceId = turn.traceId ?? randomBytes(16).toString('hex');
  const reply = turn.reply ?? (state === 'completed' ? 'There are three.' : undefined);
  const ended = ['completed', 'failed', 'cancelled'].includes(state);
  const finishedAt = ended ? new Date(createdAt.getTime() + TURN_MS) : null;
  await database.forOrg(orgId, async (tx) => {
    await tx.executeUnscoped(
      `INSERT INTO conversations (org_id, id, contact_id, channel, pack, agent, turn_count, message_count, created_at, last_message_at)
       VALUES ($1, $2, $3, $4, 'estio', $5, $6, $6, $7, $7) ON CONFLICT DO NOTHING`,
      [orgId, conversationId, contact, channel, turn.agent ?? 'searcher', seq, createdAt],
    );
    await tx.executeUnscoped(
      `INSERT INTO turns (org_id, id, conversation_id, seq, message_id, state, channel, pack, agent, contact_id, caller_kind, model,
         reply_message_id, error_class, error_message, prompt_tokens, cached_tokens, completion_tokens, cost_usd, model_rounds,
         tool_calls, trace_id, traceparent, created_at, started_at, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'estio', $8, $9, 'contact', 'gpt-5-mini', $10, $11, $12, 3512, 1024, 220, $13, 2, 1,
         $14, $15, $16, $17, $18)`,
      [
        orgId,
        ids.turn,
        conversationId,
        seq,
        ids.question,
        state,
        channel,
        turn.agent ?? 'searcher',
        contact,
        reply ? ids.reply : null,
        turn.error?.class ?? null,
        turn.error?.message ?? null,
        turn.costUsd ?? 0.00123,
        traceId,
        `00-${traceId}-00f067aa0ba902b7-01`,
        createdAt,
        state === 'queued' ? null : new Date(createdAt.getTime() + 18),
        finishedAt,
      ],
    );
    const addMessage = (
      id: string,
      place: number,
      by: [role: string, kind: string],
      text: string,
      at: Date,
    ) =>
      tx.executeUnscoped(
        `INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [orgId, id, conversationId, ids.turn, seq, place, ...by, text, at],
      );
    await addMessage(ids.question, 0, ['user', 'contact'], turn.text ?? QUESTION, createdAt);
    if (reply) await addMessage(ids.reply, 1, ['assistant', 'agent'], reply, finishedAt ?? createdAt);
  });
  return { id: ids.turn, conversationId, traceId, createdAt };
}

export interface NewSpan {
  name: string;
  kind: string;
  /** Milliseconds after the start of the turn. */
  startMs: number;
  durationMs: number | null;
  parent?: string;
  status?: 'pending' | 'running' | 'success' | 'error';
  model?: string;
  tool?: string;
  agent?: string;
  tokens?: [prompt: number, completion: number];
  costUsd?: number;
  input?: unknown;
  output?: unknown;
  toolCalls?: unknown;
  thoughtSteps?: unknown;
  error?: string;
  attributes?: Record<string, unknown>;
}

/** Stores spans of a turn's trace, by run. `parent` names another span of the list. */
export async function addSpans(
  database: Database,
  orgId: string,
  turn: AddedTurn,
  spans: readonly NewSpan[],
): Promise<Map<string, string>> {
  const ids = new Map(spans.map((span) => [span.name, randomBytes(8).toString('hex')]));
  const rows = traceRows(
    spans.map((span) =>
      spanOf({
        traceId: turn.traceId,
        spanId: ids.get(span.name) ?? '',
        parentSpanId: span.parent ? (ids.get(span.parent) ?? null) : null,
        startedAt: atMs(turn.createdAt, span.startMs),
        name: span.name,
        kind: span.kind,
        orgId,
        conversationId: turn.conversationId,
        turnId: turn.id,
        pack: 'estio',
        agent: span.agent ?? 'searcher',
        model: span.model ?? null,
        tool: span.tool ?? null,
        promptTokens: span.tokens?.[0] ?? null,
        completionTokens: span.tokens?.[1] ?? null,
        costUsd: span.costUsd ?? null,
        latencyMs: span.durationMs,
        status: span.status ?? (span.error ? 'error' : 'success'),
        errorMessage: span.error ?? null,
        input: textOf(span.input),
        output: textOf(span.output),
        attributes: span.attributes ?? {},
        toolCalls: span.toolCalls ?? null,
        thoughtSteps: span.thoughtSteps ?? null,
      }),
    ),
  );
  await addTraces(database, rows);
  return ids;
}

/** Stores runs. */
export function addTraces(database: Database, rows: TraceRow[]): Promise<void> {
  return new PostgresTraceSink(database).write(rows);
}

/** Stores as many runs without steps, each a second before the one before. */
export function addManyTraces(
  database: Database,
  orgId: string,
  count: number,
  run: (index: number) => Partial<SpanRow>,
): Promise<void> {
  const begunMs = Date.now() - 3_600_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const span = spanOf({
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      startedAt: new Date(begunMs - index * 1_000).toISOString(),
      name: 'turn',
      kind: 'turn',
      orgId,
      status: 'success',
      ...run(index),
    });
    return traceRow(span, [span]);
  });
  return addTraces(database, rows);
}

/** A moment with microseconds. */
function atMs(from: Date, ms: number): string {
  const micros = Math.round((ms % 1) * 1_000);
  const whole = new Date(from.getTime() + Math.floor(ms)).toISOString().slice(0, -1);
  return `${whole}${String(micros).padStart(3, '0')}Z`;
}

/** Stored spans of a run that was cancelled while it committed. */
export const cancelledSpans: readonly NewSpan[] = [
  { name: 'turn', kind: 'turn', startMs: 18, durationMs: 800, model: 'gpt-5-mini' },
  {
    name: 'settle',
    kind: 'settle',
    parent: 'turn',
    startMs: 800,
    durationMs: 10,
    error: 'The turn was cancelled',
    attributes: { 'error.type': 'TurnCancelledError' },
  },
];

function textOf(value: unknown): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
}

export interface NewToolCall {
  orgId: string;
  tool: string;
  turnId?: string;
  conversationId?: string;
  success?: boolean;
  /** The member who caused the call. */
  userId?: string;
  durationMs?: number;
  createdAt: Date;
}

/** Stores a tool call as the executor does; it takes 12 ms by default. */
export async function addToolCall(database: Database, call: NewToolCall): Promise<void> {
  const { tool, turnId = null, conversationId = null, success = true, createdAt } = call;
  const { userId = null, durationMs = 12 } = call;
  await database.forOrg(call.orgId, (tx) =>
    tx.execute(
      `INSERT INTO tool_calls (org_id, id, turn_id, tool, pack, arguments, result, success, error_class, attempts, duration_ms,
         channel, caller_kind, created_at, conversation_id, caller_user_id)
       VALUES ($1, $2, $3, $4, 'estio', '{}', '{}', $5, $6, 1, $8, 'chat', $9, $7, $10, $11)`,
      [
        randomUUID(),
        turnId,
        tool,
        success,
        success ? null : 'NOT_FOUND',
        createdAt,
        durationMs,
        userId === null ? 'contact' : 'staff',
        conversationId,
        userId,
      ],
    ),
  );
}
