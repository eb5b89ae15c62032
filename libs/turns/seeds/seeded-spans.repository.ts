import { createHash } from 'node:crypto';
import type { Database } from '#database';
import type { SeededTurn } from '#pack-kit';
import type { Turn } from '../turn.entity.ts';

/** Seeded turns have no measured times, and the console cannot show a step of no duration. */
export const CALL_MS = 150;
const AROUND_CALLS_MS = 600;

export function endOf(turn: SeededTurn): Date {
  return new Date(turn.at.getTime() + durationMsOf(turn));
}

function durationMsOf({ calls = [] }: SeededTurn): number {
  return AROUND_CALLS_MS + calls.length * CALL_MS;
}

/** The trace of a seeded turn: its root, a span for each of its calls, and the commit with the reply. */
export function spansOf(
  { id: turnId, conversationId, pack, traceId }: Pick<Turn, 'id' | 'conversationId' | 'pack' | 'traceId'>,
  turn: SeededTurn,
) {
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

/** Seeded turns are at most this many months older than the month of the seeding day. */
const MONTHS_BACK = 2;

/**
 * Creates the partitions for the spans of seeded turns before the transaction of the seed begins. An org may not create
 * partitions, and on the embedded database no second transaction can run beside the first.
 *
 * @param anchor the seeding day.
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
