import { Client } from 'pg';
import { PostgresTraceSink, traceRow } from '#telemetry';
import { spanRow } from '../../libs/telemetry/testing/span.fixture.ts';
import { useOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import { useTurns } from '../../libs/turns/testing/turns.fixture.ts';
import { TurnContactData } from '../../libs/turns/erasure/turn-contact-data.repository.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';

const BATCH = 500;

describeWith('postgres', 'traces of a contact that is erased', () => {
  let sink: PostgresTraceSink;
  let contactData: TurnContactData;

  const turnpike = useTurns();
  const org = useOrg(turnpike);
  beforeAll(() => {
    sink = new PostgresTraceSink(turnpike.database);
    contactData = new TurnContactData(turnpike.database, turnpike.control, turnpike.clock);
  });

  /** Cancels the turn and moves the clock ahead, so that the turn's own trace has been written. */
  const end = async (turnId: string) => {
    await org.cancel(turnId);
    turnpike.clock.set(new Date(turnpike.clock.now().getTime() + 60_000));
  };
  const write = (...of: { conversationId: string | null; traceId: string }[]) =>
    sink.write(
      of.map((ids) => {
        const run = spanRow({ orgId: org.id, turnId: null, ...ids });
        return traceRow(run, [run]);
      }),
    );
  const stored = () =>
    org.query<{ conversationId: string | null; traceId: string }>(
      'SELECT conversation_id AS "conversationId", trace_id AS "traceId" FROM traces WHERE org_id = $1 ORDER BY started_at',
    );

  it('are discarded by every process that still holds some, while those of others are written', async () => {
    const erased = await org.send({ contact: 'ann' });
    const kept = await org.send({ contact: 'bob' });
    const [turn] = await org.query<{ traceId: string }>(
      'SELECT trace_id AS "traceId" FROM turns WHERE org_id = $1 AND id = $2',
      [erased.turnId],
    );
    await end(erased.turnId);
    await contactData.stop(org.id, 'ann');
    const elsewhere = { conversationId: kept.conversationId, traceId: turn!.traceId };
    await write(
      { conversationId: erased.conversationId, traceId: 'f'.repeat(32) },
      { conversationId: null, traceId: turn!.traceId },
      elsewhere,
    );
    expect(await stored()).toEqual([elsewhere]);
  });

  it('are erased if they were in flight when the erasure began', async () => {
    const { conversationId, turnId } = await org.send({ contact: 'ann' });
    await end(turnId);
    const { settings } = turnpike.testDatabase;
    const writer = new Client({ connectionString: 'url' in settings ? settings.url : undefined });
    // If an expectation fails, the test's database is dropped together with its connections.
    writer.on('error', () => undefined);
    await writer.connect();
    // The partition of the month exists.
    await write({ conversationId: null, traceId: 'e'.repeat(32) });
    await writer.query('BEGIN');
    await writer.query(
      `INSERT INTO traces (trace_id, span_id, started_at, name, org_id, conversation_id, status)
       VALUES ($1, 'late', '2026-03-02', 'task extract', $2, $3, 'success')`,
      ['d'.repeat(32), org.id, conversationId],
    );
    let stopped = false;
    const stopping = contactData.stop(org.id, 'ann').then(() => (stopped = true));
    await eventually(async () => {
      const waiting = await writer.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'traces'::regclass AND mode = 'ShareLock' AND NOT granted`,
      );
      expect(waiting.rows).toHaveLength(1);
    });
    expect(stopped).toBe(false);
    await writer.query('COMMIT');
    await stopping;
    const { deleted } = await org.transact((tx) => contactData.erase(tx, 'ann', BATCH));
    expect(deleted.traces).toBe(1);
    await writer.end();
  });
});
