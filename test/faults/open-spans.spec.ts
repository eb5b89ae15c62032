import type { SpanRow } from '#telemetry';
import { PostgresSpanSink } from '../../libs/telemetry/span-store/postgres-span-sink.repository.ts';
import { spanRow } from '../../libs/telemetry/testing/span.fixture.ts';
import { useOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import { useTurns } from '../../libs/turns/testing/turns.fixture.ts';
import { describeWith } from '../harness/services.ts';

describeWith('postgres', 'spans that a dead worker has left open', () => {
  let sink: PostgresSpanSink;
  const turnpike = useTurns();
  const org = useOrg(turnpike);
  beforeAll(() => {
    sink = new PostgresSpanSink(turnpike.database);
  });

  const open = { status: 'running', latencyMs: null } as const;
  const sweep = async (afterMs: number) => {
    turnpike.clock.advance(afterMs);
    await turnpike.sweeper.sweep();
  };
  const stored = async ({ spanId }: SpanRow) => {
    const rows = await org.query(
      `SELECT status, latency_ms AS "latencyMs", error_message AS "errorMessage", attributes FROM spans
          WHERE org_id = $1 AND span_id = $2`,
      [spanId],
    );
    expect(rows).toHaveLength(1);
    return rows[0];
  };

  it.each([
    [`state = 'completed'`, { status: 'success', errorMessage: null }],
    [
      `state = 'failed', error_class = 'MODEL_REFUSED', error_message = 'It says no.'`,
      { status: 'error', errorMessage: 'MODEL_REFUSED: It says no.' },
    ],
    [`state = 'cancelled'`, { status: 'success', errorMessage: null }],
  ])('end with the state of their turn, ten seconds after it: %s', async (columns, end) => {
    const { turnId, conversationId } = await org.send();
    const startedAt = turnpike.clock.now();
    turnpike.clock.advance(4_000);
    const [turn] = await org.query<{ traceId: string }>(
      `UPDATE turns SET ${columns}, started_at = $3, finished_at = $4 WHERE org_id = $1 AND id = $2
          RETURNING trace_id AS "traceId"`,
      [turnId, startedAt, turnpike.clock.now()],
    );
    const root = spanRow({
      ...open,
      orgId: org.id,
      turnId,
      conversationId,
      traceId: turn!.traceId,
      startedAt: startedAt.toISOString().replace('Z', '000Z'),
    });
    await sink.write([root]);
    await sweep(9_999);
    expect(await stored(root)).toMatchObject(open);
    await sweep(2);
    const inferred = { 'turnpike.end_inferred': true };
    expect(await stored(root)).toMatchObject({ ...end, latencyMs: 4_000, attributes: inferred });
    // A later write by the worker replaces this end.
    await sink.write([{ ...root, status: 'success', latencyMs: 3_987.5 }]);
    expect(await stored(root)).toMatchObject({ status: 'success', latencyMs: 3_987.5 });
  });

  it('of a job end as interrupted one minute after its process has disappeared', async () => {
    const job = spanRow({ ...open, orgId: org.id, name: 'summarize', kind: 'job', turnId: null });
    await sink.write([job]);
    await sweep(0);
    expect(await stored(job)).toMatchObject(open);
    const change = (columns: string) =>
      turnpike.database.asPlatform('a test lets a process die', (tx) =>
        tx.executeUnscoped(`UPDATE span_processes SET ${columns}`),
      );
    await change(`seen_at = seen_at - interval '61 seconds', since = since - interval '61 seconds'`);
    await new PostgresSpanSink(turnpike.database).sayThere();
    await change(
      `since = clock_timestamp() - interval '61 seconds' WHERE seen_at > clock_timestamp() - interval '5 seconds'`,
    );
    await sweep(0);
    expect(await stored(job)).toMatchObject({
      status: 'error',
      errorMessage: 'Interrupted: the process was gone before it wrote how this ended.',
    });
  });
});
