import type { Org } from '#identity';
import type { SpanRow } from '#telemetry';
import { PostgresSpanSink } from '../../libs/telemetry/span-store/postgres-span-sink.repository.ts';
import { spanRow } from '../../libs/telemetry/span-store/span.fixture.ts';
import { endOpenSpans } from '../../libs/turns/run/open-spans.repository.ts';
import { openTurns, type TurnsFixture } from '../../libs/turns/testing/turns.fixture.ts';
import { blocksRead } from '../harness/blocks-read.ts';
import { describeWith } from '../harness/services.ts';

interface EndOfSpan {
  status: string;
  latencyMs: number | null;
  errorMessage: string | null;
  agent: string | null;
  attributes: Record<string, unknown>;
}

describeWith('postgres', 'spans that their worker has left open', () => {
  let turnpike: TurnsFixture;
  let sink: PostgresSpanSink;
  let org: Org;

  beforeAll(async () => {
    turnpike = await openTurns();
    sink = new PostgresSpanSink(turnpike.database);
  });
  afterAll(() => turnpike?.close());
  beforeEach(async () => {
    org = await turnpike.newOrg();
  });

  /** A turn of that org which was begun now and ends 4 s later. */
  const turnThatEnds = async (owner = org, columns = `state = 'completed'`) => {
    const { turnId, conversationId } = await turnpike.send(owner);
    const startedAt = turnpike.clock.now();
    turnpike.clock.advance(4_000);
    const [turn] = await turnpike.database.forOrg(owner.id, (tx) =>
      tx.query<{ traceId: string }>(
        `UPDATE turns SET ${columns}, agent = 'helper', started_at = $3, finished_at = $4 WHERE org_id = $1 AND id = $2
          RETURNING trace_id AS "traceId"`,
        [turnId, startedAt, turnpike.clock.now()],
      ),
    );
    const open = (row: Partial<SpanRow> = {}, afterMs = 0) =>
      spanRow({
        orgId: owner.id,
        turnId,
        conversationId,
        traceId: turn!.traceId,
        startedAt: new Date(startedAt.getTime() + afterMs).toISOString().replace('Z', '000Z'),
        status: 'running',
        latencyMs: null,
        agent: null,
        attributes: { 'turnpike.resumed': false },
        ...row,
      });
    return { open };
  };
  const sweep = async (afterMs = 10_001) => {
    turnpike.clock.advance(afterMs);
    await turnpike.sweeper.sweep();
  };
  const stored = async ({ spanId, orgId }: SpanRow) => {
    const rows = await turnpike.database.forOrg(orgId, (tx) =>
      tx.query<EndOfSpan>(
        `SELECT status, latency_ms AS "latencyMs", error_message AS "errorMessage", agent, attributes
           FROM spans WHERE org_id = $1 AND span_id = $2`,
        [spanId],
      ),
    );
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const runs = { status: 'running', latencyMs: null };
  const inferred = { 'turnpike.resumed': false, 'turnpike.end_inferred': true };

  it('end as their turn did: a completed one', async () => {
    const { open } = await turnThatEnds();
    const root = open({}, 500);
    const settle = open({ name: 'settle', kind: 'settle', parentSpanId: root.spanId });
    await sink.write([root, settle]);
    await sweep();
    expect(await stored(root)).toEqual({
      status: 'success',
      latencyMs: 3_500,
      errorMessage: null,
      agent: 'helper',
      attributes: inferred,
    });
    expect(await stored(settle)).toMatchObject({ status: 'success', latencyMs: null, attributes: inferred });
  });

  it('end as their turn did: a failed one, whose words only an org that keeps texts has in its spans', async () => {
    const failed = `state = 'failed', error_class = 'MODEL_REFUSED', error_message = 'It says no to ann@example.com.'`;
    const masked = await turnpike.newOrg({ SPAN_TEXTS: 'mask' });
    const words: (string | null | undefined)[] = [];
    for (const owner of [org, masked]) {
      const { open } = await turnThatEnds(owner, failed);
      const root = open();
      const call = open({ name: 'chat', kind: 'model', parentSpanId: root.spanId });
      await sink.write([root, call]);
      await sweep();
      const ended = await stored(root);
      expect(ended).toMatchObject({ status: 'error', latencyMs: 4_000 });
      words.push(ended?.errorMessage);
      expect(await stored(call)).toMatchObject({
        status: 'error',
        latencyMs: null,
        errorMessage: 'The worker was gone before it wrote the end of this step.',
      });
    }
    expect(words).toEqual(['MODEL_REFUSED: It says no to ann@example.com.', 'MODEL_REFUSED']);
  });

  it('end as their turn did: a cancelled one has no error, the step that it was in has', async () => {
    const { open } = await turnThatEnds(org, `state = 'cancelled'`);
    const root = open();
    const call = open({ name: 'chat', kind: 'model', parentSpanId: root.spanId });
    await sink.write([root, call]);
    await sweep();
    expect(await stored(root)).toMatchObject({ status: 'success', latencyMs: 4_000, errorMessage: null });
    expect(await stored(call)).toMatchObject({ status: 'error' });
  });

  it('of a run that another one followed end where that began, with what they were in', async () => {
    const { open } = await turnThatEnds();
    const cut = open();
    const call = open({ name: 'chat', kind: 'model', parentSpanId: cut.spanId }, 100);
    const below = open({ name: 'POST host', kind: 'http', parentSpanId: call.spanId }, 110);
    const last = open({ status: 'success', latencyMs: 900 }, 3_000);
    await sink.write([cut, call, below, last]);
    await sweep();
    expect(await stored(cut)).toMatchObject({
      status: 'error',
      latencyMs: 3_000,
      errorMessage: 'The worker was gone before the end of this run; another worker continued the turn.',
      attributes: inferred,
    });
    for (const step of [call, below])
      expect(await stored(step)).toMatchObject({ status: 'error', latencyMs: null });
    expect(await stored(last)).toMatchObject({
      status: 'success',
      latencyMs: 900,
      attributes: { 'turnpike.resumed': false },
    });
  });

  it('stay open while the turn has not ended, or only just has', async () => {
    const { open } = await turnThatEnds(org, `state = 'awaiting_approval'`);
    const waits = open();
    const later = (await turnThatEnds()).open();
    await sink.write([waits, later]);
    await sweep(9_999);
    expect(await stored(later)).toMatchObject(runs);
    await sweep(2);
    expect(await stored(later)).toMatchObject({ status: 'success' });
    expect(await stored(waits)).toMatchObject(runs);
  });

  it('stay open where they are of work that outlives the turn, of its caller or of another turn', async () => {
    const { open } = await turnThatEnds();
    const caller = open({ name: 'POST /v1/messages', kind: 'http' });
    const root = open({ parentSpanId: caller.spanId });
    const job = open({ name: 'summarize', kind: 'job', parentSpanId: root.spanId });
    const task = open({ name: 'task summarize', kind: 'model', parentSpanId: job.spanId });
    const { turnId } = await turnpike.send(org);
    const caused = open({ turnId, parentSpanId: root.spanId });
    await sink.write([caller, root, job, task, caused]);
    await sweep();
    expect(await stored(root)).toMatchObject({ status: 'success' });
    for (const span of [caller, job, task, caused]) expect(await stored(span)).toMatchObject(runs);
  });

  describe('of no turn', () => {
    const ofJob = () => {
      const job = spanRow({ orgId: org.id, name: 'summarize', kind: 'job', ...left });
      const task = spanRow({
        orgId: org.id,
        traceId: job.traceId,
        parentSpanId: job.spanId,
        kind: 'model',
        ...left,
      });
      const request = spanRow({ orgId: org.id, name: 'POST /v1/messages', kind: 'http', ...left });
      return [job, task, request];
    };
    const left = {
      ...runs,
      status: 'running' as const,
      turnId: null,
      attributes: { 'turnpike.resumed': false },
    };
    const change = (columns: string, values: readonly unknown[] = []) =>
      turnpike.database.asPlatform('a test lets processes die', (tx) =>
        tx.executeUnscoped(`UPDATE span_processes SET ${columns}`, [...values]),
      );
    /** Nobody has said for so long that it is there, or could. */
    const forget = (seconds: number) =>
      change(`seen_at = seen_at - $1 * interval '1 second', since = since - $1 * interval '1 second'`, [
        seconds,
      ]);
    const standFor = (seconds: number) =>
      change(
        `since = clock_timestamp() - $1 * interval '1 second' WHERE seen_at > clock_timestamp() - interval '5 seconds'`,
        [seconds],
      );
    /** Another process, which is there from now on. */
    const another = async () => {
      const process = new PostgresSpanSink(turnpike.database);
      await process.sayThere();
      return process;
    };

    beforeEach(async () => {
      await turnpike.database.asPlatform('a test begins with no process', (tx) =>
        tx.executeUnscoped('DELETE FROM span_processes'),
      );
      sink = new PostgresSpanSink(turnpike.database);
    });

    it('stay open while their process is there, and end as interrupted when it is gone', async () => {
      const rows = ofJob();
      await sink.write(rows);
      await forget(50);
      await another();
      await standFor(300);
      await sweep();
      for (const row of rows) expect(await stored(row)).toMatchObject(runs);
      await forget(11);
      await another();
      await sink.sayThere();
      await standFor(300);
      await sweep();
      for (const row of rows) expect(await stored(row)).toMatchObject(runs);
      await forget(61);
      await another();
      await standFor(61);
      await sweep();
      for (const row of rows)
        expect(await stored(row)).toEqual({
          status: 'error',
          latencyMs: null,
          errorMessage: 'Interrupted: the process was gone before it wrote how this ended.',
          agent: row.agent,
          attributes: inferred,
        });
      const [job = rows[0]!] = rows;
      await sink.write([{ ...job, status: 'success', latencyMs: 7, attributes: {} }]);
      expect(await stored(job)).toMatchObject({ status: 'success', latencyMs: 7, attributes: {} });
    });

    it('stay open after an outage, in which nobody could say that it was there, until one has been there for a minute', async () => {
      const [job] = ofJob();
      await sink.write([job!]);
      const other = await another();
      await standFor(300);
      await forget(70);
      await sweep();
      expect(await stored(job!)).toMatchObject(runs);
      await other.sayThere();
      await sweep();
      expect(await stored(job!)).toMatchObject(runs);
      await standFor(59);
      await sweep();
      expect(await stored(job!)).toMatchObject(runs);
      await standFor(61);
      await sweep();
      expect(await stored(job!)).toMatchObject({ status: 'error', attributes: inferred });
    });

    it('stay open after an outage that was shorter than the minute', async () => {
      const [job] = ofJob();
      await sink.write([job!]);
      await forget(9);
      const other = await another();
      await standFor(300);
      await forget(52);
      await other.sayThere();
      await sweep();
      expect(await stored(job!)).toMatchObject(runs);
    });

    it('that name no process end after a day', async () => {
      const [job] = ofJob();
      const startedAt = turnpike.clock.now().toISOString().replace('Z', '000Z');
      await sink.write([{ ...job!, startedAt }]);
      await turnpike.database.asPlatform('a test writes as an earlier version did', (tx) =>
        tx.executeUnscoped(
          `UPDATE spans SET attributes = attributes - 'service.instance.id' WHERE span_id = $1`,
          [job!.spanId],
        ),
      );
      await forget(61);
      await sweep();
      expect(await stored(job!)).toMatchObject(runs);
      await sweep(86_400_000);
      expect(await stored(job!)).toMatchObject({ status: 'error' });
    });

    it('and of a turn whose run is open wait for what the turn says of them', async () => {
      const { open } = await turnThatEnds(org, `state = 'awaiting_approval'`);
      const root = open();
      const call = open({ name: 'chat', kind: 'model', parentSpanId: root.spanId });
      const job = open({ name: 'summarize', kind: 'job', parentSpanId: root.spanId });
      await sink.write([root, call, job]);
      await forget(61);
      await another();
      await standFor(61);
      await sweep();
      for (const span of [root, call]) expect(await stored(span)).toMatchObject(runs);
      expect(await stored(job)).toMatchObject({ status: 'error', attributes: inferred });
    });
  });

  it('take the end that their worker writes after all, and are left alone from then on', async () => {
    const { open } = await turnThatEnds();
    const root = open();
    await sink.write([root]);
    await sweep();
    await sink.write([root]);
    expect(await stored(root)).toMatchObject({ status: 'success', latencyMs: 4_000 });
    const own = { ...root, status: 'success' as const, latencyMs: 3_987.5, attributes: { own: true } };
    await sink.write([own]);
    await sweep();
    expect(await stored(root)).toMatchObject({ latencyMs: 3_987.5, attributes: { own: true } });
  });

  it('are ended without reading what else the org has, also where the server has no statistics', async () => {
    const [turns, steps, others, blocksPerSpan] = [30, 9, 10_000, 60];
    const turnIds: string[] = [];
    for (let made = 0; made < turns; made += 1) {
      const { open } = await turnThatEnds();
      const root = open();
      turnIds.push(String(root.turnId));
      await sink.write([
        root,
        ...Array.from({ length: steps }, () => open({ kind: 'model', parentSpanId: root.spanId })),
      ]);
    }
    await turnpike.database.forOrg(org.id, (tx) =>
      tx.execute(
        `INSERT INTO spans (trace_id, span_id, started_at, name, org_id, conversation_id, status, output)
         SELECT md5(n::text), left(md5(n::text), 16), $3, 'other', $1, md5(n::text)::uuid, 'success', repeat('x', 1200)
           FROM generate_series(1, $2::int) n`,
        [others, turnpike.clock.now()],
      ),
    );
    const read = await turnpike.database.forOrg(org.id, (tx) =>
      blocksRead(tx, (explained) => endOpenSpans(explained, turnIds, true)),
    );
    expect(read).toBeLessThan(blocksPerSpan * turns * (steps + 1));
  });
});
