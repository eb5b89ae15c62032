import { createHash } from 'node:crypto';
import type { Database } from '#database';
import type { SeededTurn } from '#pack-kit';
import { ATTRIBUTES, ensureTracePartition, spanOf, traceRow, type TraceRow } from '#telemetry';
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

/** The trace of a seeded turn: its run, with a span for each of its calls, and the commit with the reply. */
export function traceOf(
  orgId: string,
  row: Pick<Turn, 'id' | 'conversationId' | 'pack' | 'channel' | 'traceId'>,
  turn: SeededTurn,
): TraceRow {
  const { id: turnId, conversationId, pack, channel, traceId } = row;
  const { at, agent, text, reply, calls = [] } = turn;
  const after = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const root = spanIdOf(traceId, 'turn');
  const common = { traceId, orgId, conversationId, turnId, pack, agent, status: 'success' as const };
  const ended = durationMsOf(turn);
  const run = spanOf({
    ...common,
    spanId: root,
    parentSpanId: traceId.slice(0, 16),
    name: 'turn',
    kind: 'turn',
    startedAt: after(0),
    latencyMs: ended,
    input: text,
    output: reply ?? null,
    attributes: { [ATTRIBUTES.channel]: channel, [ATTRIBUTES.attempt]: 1, [ATTRIBUTES.ageMs]: 0 },
  });
  const steps = calls.map(({ tool, arguments: given = {}, result = {} }, index) =>
    spanOf({
      ...common,
      spanId: spanIdOf(traceId, `call:${index}`),
      parentSpanId: root,
      name: `execute_tool ${tool}`,
      kind: 'tool',
      tool,
      input: JSON.stringify(given),
      output: JSON.stringify({ success: true, data: result }),
      startedAt: after(AROUND_CALLS_MS / 2 + index * CALL_MS),
      latencyMs: CALL_MS,
    }),
  );
  const settle = spanOf({
    ...common,
    spanId: spanIdOf(traceId, 'settle'),
    parentSpanId: root,
    name: 'settle',
    kind: 'settle',
    draftReply: reply ?? null,
    startedAt: after(ended - AROUND_CALLS_MS / 4),
    latencyMs: AROUND_CALLS_MS / 4,
  });
  return traceRow(run, [run, ...steps, settle]);
}

/** Seeded turns are at most this many months older than the month of the seeding day. */
const MONTHS_BACK = 2;

/**
 * Creates the partitions for the traces of seeded turns before the transaction of the seed begins. An org may not create
 * partitions, and on the embedded database no second transaction can run beside the first.
 *
 * @param anchor the seeding day.
 */
export async function preparePlaceForTraces(database: Database, anchor: Date): Promise<void> {
  await database.asPlatform('partitions of traces belong to no org', async (tx) => {
    for (let back = 0; back <= MONTHS_BACK; back += 1)
      await ensureTracePartition(
        tx,
        new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() - back, 15)),
      );
  });
}

function spanIdOf(traceId: string, name: string): string {
  return createHash('sha256').update(`${traceId}:${name}`).digest('hex').slice(0, 16);
}
