import { createHash } from 'node:crypto';
import type { Database } from '#database';
import type { SeededTurn } from '#tools';

/** Nobody measured the turns of seeded history; in the console a step that takes no time cannot be seen. */
export const CALL_MS = 150;
const AROUND_CALLS_MS = 600;

/** A turn of seeded history and what its spans are known by. */
export interface TracedTurn {
  conversationId: string;
  pack: string;
  turnId: string;
  /** 32 hexadecimal digits. */
  traceId: string;
  turn: SeededTurn;
}

export function endOf(turn: SeededTurn): Date {
  return new Date(turn.at.getTime() + durationMsOf(turn));
}

function durationMsOf({ calls = [] }: SeededTurn): number {
  return AROUND_CALLS_MS + calls.length * CALL_MS;
}

/** The trace of a turn: its root, a span for each of its calls, and what came of it. */
export function spansOf({ conversationId, pack, turnId, traceId, turn }: TracedTurn) {
  const { at, agent, reply, calls = [] } = turn;
  const after = (ms: number) => new Date(at.getTime() + ms);
  const root = spanIdOf(traceId, 'turn');
  const common = { traceId, conversationId, turnId, pack, agent, status: 'success', attributes: {} };
  const texts = { tool: null, input: null, output: null, draftReply: null };
  const ended = durationMsOf(turn);
  return [
    {
      ...common,
      ...texts,
      spanId: root,
      parentSpanId: traceId.slice(0, 16),
      name: 'turn',
      kind: 'turn',
      startedAt: at,
      latencyMs: ended,
    },
    ...calls.map(({ tool, arguments: given = {}, result = {} }, index) => ({
      ...common,
      ...texts,
      spanId: spanIdOf(traceId, `call:${index}`),
      parentSpanId: root,
      name: `execute_tool ${tool}`,
      kind: 'tool',
      tool,
      input: JSON.stringify(given),
      output: JSON.stringify({ success: true, data: result }),
      startedAt: after(AROUND_CALLS_MS / 2 + index * CALL_MS),
      latencyMs: CALL_MS,
    })),
    {
      ...common,
      ...texts,
      spanId: spanIdOf(traceId, 'settle'),
      parentSpanId: root,
      name: 'settle',
      kind: 'settle',
      draftReply: reply ?? null,
      startedAt: after(ended - AROUND_CALLS_MS / 4),
      latencyMs: AROUND_CALLS_MS / 4,
    },
  ];
}

/** How many months before that of the seeding day seeded turns may be of. */
const MONTHS_BACK = 2;

/**
 * Makes place for the spans of seeded turns, before the transaction of the seed begins: an org may not make any, and on
 * the embedded database no second transaction can run beside the first.
 *
 * @param anchor seeding day.
 */
export async function preparePlaceForSpans(database: Database, anchor: Date): Promise<void> {
  await database.asPlatform('partitions of spans belong to no org', async (tx) => {
    for (let back = 0; back <= MONTHS_BACK; back += 1) {
      const month = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() - back, 15));
      await tx.query('SELECT ensure_span_partition($1)', [month]);
    }
  });
}

function spanIdOf(traceId: string, name: string): string {
  return createHash('sha256').update(`${traceId}:${name}`).digest('hex').slice(0, 16);
}
