import { PostgresTraceSink, traceRow, type SpanRow } from '#telemetry';
import { spanRow } from '../../libs/telemetry/testing/span.fixture.ts';
import { useOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import { useTurns } from '../../libs/turns/testing/turns.fixture.ts';
import { describeWith } from '../harness/services.ts';

const INTERRUPTED = 'Interrupted: the process was gone before it wrote how this ended.';

describeWith('postgres', 'a trace that a dead process has left open', () => {
  let sink: PostgresTraceSink;
  const turnpike = useTurns();
  const org = useOrg(turnpike);
  beforeAll(() => {
    sink = new PostgresTraceSink(turnpike.database);
  });

  const open = { status: 'running', latencyMs: null } as const;
  const write = (run: SpanRow, isEnded: boolean) => {
    const step = spanRow({ ...open, orgId: org.id, name: 'step', kind: 'load', parentSpanId: run.spanId });
    return sink.write([traceRow(run, [run, step], isEnded)]);
  };
  /** Writes the run as open, lets its process be silent for the time, and sweeps. */
  const leave = async (run: SpanRow, seconds: number) => {
    await write(run, false);
    await org.execute(
      `UPDATE traces SET written_at = written_at - $3 * interval '1 second' WHERE org_id = $1 AND span_id = $2`,
      [run.spanId, seconds],
    );
    await turnpike.sweeper.sweep();
  };
  const stored = (run: SpanRow) =>
    org.query(
      `SELECT name, status, latency_ms AS "latencyMs", error_message AS "errorMessage" FROM spans
        WHERE org_id = $1 AND trace_id = $2 ORDER BY name DESC`,
      [run.traceId],
    );
  let made = 0;
  const newTraceId = () => (made += 1).toString(16).padStart(32, 'a');

  /** A run of a turn that began four seconds before the turn reached its state. */
  async function runOf(columns: string): Promise<SpanRow> {
    const { turnId, conversationId } = await org.send();
    const startedAt = turnpike.clock.now();
    turnpike.clock.advance(4_000);
    await org.execute(
      `UPDATE turns SET ${columns}, starts = 1, started_at = $3 WHERE org_id = $1 AND id = $2`,
      [turnId, startedAt],
    );
    return spanRow({
      ...open,
      orgId: org.id,
      turnId,
      conversationId,
      traceId: newTraceId(),
      startedAt: startedAt.toISOString().replace('Z', '000Z'),
      attributes: { 'turnpike.attempt': 1 },
    });
  }
  const endTurn = (run: SpanRow) =>
    org.execute('UPDATE turns SET finished_at = $3 WHERE org_id = $1 AND id = $2', [
      run.turnId,
      turnpike.clock.now(),
    ]);

  it.each([
    [`state = 'completed'`, { status: 'success', errorMessage: null }],
    [`state = 'failed', error_class = 'MODEL_REFUSED'`, { status: 'error', errorMessage: 'MODEL_REFUSED' }],
    [`state = 'cancelled'`, { status: 'success', errorMessage: null }],
  ])('ends with the state of its turn after half a minute: %s', async (columns, end) => {
    const run = await runOf(columns);
    await endTurn(run);
    await leave(run, 25);
    expect(await stored(run)).toMatchObject([open, { status: 'running' }]);
    await leave(run, 31);
    expect(await stored(run)).toMatchObject([{ ...end, latencyMs: 4_000 }, { status: end.status }]);
    // A later write by the worker replaces this end.
    await write({ ...run, status: 'success', latencyMs: 3_987.5 }, true);
    expect(await stored(run)).toMatchObject([{ status: 'success', latencyMs: 3_987.5 }, {}]);
  });

  it('ends as waiting if its turn waits for a person', async () => {
    const run = await runOf(`state = 'awaiting_approval'`);
    await leave(run, 31);
    expect(await stored(run)).toMatchObject([{ status: 'pending' }, {}]);
    await org.cancel(run.turnId ?? '');
  });

  it('ends as interrupted if another run has continued its turn', async () => {
    const run = await runOf(`state = 'completed'`);
    await endTurn(run);
    await leave({ ...run, attributes: { 'turnpike.attempt': 2 } }, 31);
    expect(await stored(run)).toMatchObject([{ status: 'error', errorMessage: INTERRUPTED }, {}]);
  });

  it('stays open while a worker holds its turn', async () => {
    const run = await runOf(`state = 'running', lease_until = clock_timestamp() + interval '1 minute'`);
    await leave(run, 31);
    expect(await stored(run)).toMatchObject([open, {}]);
    await org.execute(`UPDATE turns SET state = 'cancelled' WHERE org_id = $1 AND id = $2`, [run.turnId]);
  });

  it('ends as interrupted if it was a job', async () => {
    const job = spanRow({
      ...open,
      orgId: org.id,
      name: 'summarize',
      kind: 'job',
      turnId: null,
      traceId: newTraceId(),
    });
    await leave(job, 25);
    expect(await stored(job)).toMatchObject([open, {}]);
    await leave(job, 31);
    expect(await stored(job)).toMatchObject([
      { status: 'error', errorMessage: INTERRUPTED },
      { status: 'error', errorMessage: INTERRUPTED },
    ]);
  });
});
