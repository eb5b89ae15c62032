import { Client } from 'pg';
import { ApiTest, needsOf } from '../e2e/api.fixture.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

/** The sweeper waits ten seconds after the end of a turn, and runs every fifteen. */
const SWEPT_WITHIN_MS = 60_000;

const SPANS_OF_TURN =
  'SELECT name, status, latency_ms AS "latencyMs", attributes FROM spans WHERE turn_id = $1';

/** The span writers that wait for a lock on their table. */
const WAITING_WRITERS = `
  SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
   WHERE l.relation = 'spans'::regclass AND l.mode = 'RowExclusiveLock' AND NOT l.granted`;

describeWith(needsOf.postgres, 'a worker that is killed before it has written the end of a turn', () => {
  let model: ScriptedModel;
  let api: ApiTest;
  let database: Client;

  beforeAll(async () => {
    model = await ScriptedModel.start(
      { name: 'store_insight', arguments: { text: 'Needs a garden', category: 'preference' } },
      'I have noted it.',
    );
    api = await ApiTest.start({ backend: 'postgres', env: model.env });
    database = new Client({ connectionString: api.turnpike.database.url });
    await database.connect();
  });

  afterAll(async () => {
    await database?.end();
    await api?.stop();
    await model?.stop();
  });

  it('leaves a trace that the sweeper closes', async () => {
    model.holding = true;
    const { turnId } = await api.accept({
      contact: 'contact-020',
      agent: 'qualifier',
      text: 'A garden, please.',
    });
    const spans = async () =>
      (
        await database.query<{ name: string; status: string; latencyMs: number | null; attributes: unknown }>(
          SPANS_OF_TURN,
          [turnId],
        )
      ).rows;
    const root = async () => (await spans()).find(({ name }) => name === 'turn');
    await eventually(async () => expect((await root())?.status).toBe('running'));

    // From here on no spans are written: the turn ends, and the end of its spans stays in the worker's buffer.
    await database.query('BEGIN');
    await database.query('LOCK TABLE ONLY spans IN SHARE MODE');
    model.release();
    await api.untilState(turnId, 'completed');
    const [worker] = api.turnpike.workers;
    await worker?.kill();
    // Spans that the worker had sent before must not arrive after its death.
    await database.query(`SELECT pg_terminate_backend(pid) FROM (${WAITING_WRITERS}) waiting`);
    await database.query('COMMIT');
    expect((await root())?.status).toBe('running');

    await api.turnpike.addWorker();
    await eventually(async () => {
      expect(await root()).toMatchObject({
        status: 'success',
        latencyMs: expect.any(Number) as number,
        attributes: { 'turnpike.end_inferred': true },
      });
    }, SWEPT_WITHIN_MS);
    const ofRun = (await spans()).filter(({ name }) => !name.startsWith('extract'));
    expect(ofRun.filter(({ status }) => status === 'running')).toEqual([]);
  });
});
