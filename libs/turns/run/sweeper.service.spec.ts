import { describeWith } from '../../../test/harness/services.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

describeWith('postgres', 'the sweeper', () => {
  const turnpike = useTurns();
  const org = useOrg(turnpike);

  beforeEach(async () => {
    await turnpike.database.asPlatform('the rows of earlier tests are no heads', (tx) =>
      tx.executeUnscoped(`UPDATE turns SET state = 'completed'`),
    );
    turnpike.jobs.away = true;
  });

  const accept = async (message = {}) => {
    const { turnId } = await org.send(message);
    return turnId;
  };
  const sweep = async () => {
    turnpike.jobs.away = false;
    turnpike.jobs.enqueued.length = 0;
    await turnpike.sweeper.sweep();
    return turnpike.jobs.enqueued;
  };

  it('enqueues the oldest turn without a job, with a new run number, and no turn behind it', async () => {
    const head = await accept();
    await accept();
    expect(await sweep()).toEqual([]);
    turnpike.clock.advance(6_000);
    expect(await sweep()).toEqual([{ name: 'turn.chat', turnId: head, jobId: `${head}-1` }]);
    expect((await org.row(head)).run).toBe(1);
  });

  it('does not enqueue a turn that has a job', async () => {
    const head = await accept();
    turnpike.clock.advance(6_000);
    turnpike.jobs.live.add(`${head}-0`);
    expect(await sweep()).toEqual([]);
    turnpike.jobs.live.clear();
    expect(await sweep()).toHaveLength(1);
  });

  it('enqueues turns of a dead worker, but not of a live one', async () => {
    const head = await accept();
    await turnpike.claims.claim(org.id, head);
    turnpike.clock.advance(6_000);
    expect(await sweep()).toEqual([]);
    await org.expireLease(head, 2);
    expect(await sweep()).toEqual([]);
    await org.expireLease(head, 6);
    expect(await sweep()).toMatchObject([{ turnId: head }]);
  });

  it('does not enqueue a turn twice', async () => {
    await accept();
    turnpike.clock.advance(6_000);
    expect(await sweep()).toHaveLength(1);
    expect(await sweep()).toEqual([]);
  });

  it('deletes old keys and counters', async () => {
    await org.send({}, 'k');
    turnpike.clock.advance(25 * 3_600_000);
    await sweep();
    for (const table of ['idempotency_keys', 'message_minutes']) {
      expect(await org.queryUnscoped(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
  });
});
