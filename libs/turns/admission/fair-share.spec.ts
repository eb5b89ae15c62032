import { eventually } from '../../../test/harness/eventually.ts';
import { describeOnEachKind } from '../../../test/harness/suite-database.ts';
import { useOrg, type TestOrg } from '../testing/test-org.fixture.ts';
import { testPack, useTurns } from '../testing/turns.fixture.ts';
import { WorkerSlots } from './worker-slots.ts';

describeOnEachKind('the shares of orgs in the slots of all workers', (create) => {
  const turnpike = useTurns([testPack('alpha', [])], { create });
  const crowd = useOrg(turnpike, { MAX_RUNNING_TURNS: '0' });
  const single = useOrg(turnpike);
  let sent = 0;
  let looksAgain: jest.SpiedFunction<typeof turnpike.admission.admitReady>;

  // The second look for slots would give some between two steps of a test.
  beforeEach(() => {
    looksAgain = jest.spyOn(turnpike.admission, 'admitReady').mockResolvedValue(0);
  });
  afterEach(() => looksAgain.mockRestore());

  const readShares = async () => {
    // The first may have begun before the change.
    await turnpike.fairShare.read();
    await turnpike.fairShare.read();
  };

  const sendMany = async (org: TestOrg, count: number) => {
    for (let message = 0; message < count; message += 1) {
      turnpike.clock.advance(1);
      sent += 1;
      await org.send({ contact: `contact-${sent}` });
    }
  };
  /** The org's turns in the queue, oldest first. */
  const queuedOf = async (org: TestOrg): Promise<string[]> => {
    const rows = await org.queryUnscoped<{ id: string }>(
      `SELECT id FROM turns WHERE org_id = $1 AND admission = 'admitted' AND state = 'queued' ORDER BY created_at`,
      [org.id],
    );
    return rows.map(({ id }) => id);
  };
  const runMany = async (org: TestOrg, count: number) => {
    for (let turn = 0; turn < count; turn += 1) await org.run((await queuedOf(org))[0] ?? '');
  };

  it('applies none while no worker runs', async () => {
    await readShares();
    await sendMany(crowd, 25);
    const queued = await queuedOf(crowd);
    expect(queued).toHaveLength(25);
    await runMany(crowd, 25);
  });

  it('leaves a reserve, divides the slots of all workers, and gives back what others leave', async () => {
    for (const chat of [6, 4]) await new WorkerSlots(turnpike.database, { chat, voice: 1 }).report();
    // They count as running during the whole test.
    await turnpike.database.asPlatform('the test has slow workers', (tx) =>
      tx.execute(`UPDATE worker_slots SET seen_at = now() + interval '1 hour'`),
    );
    await readShares();
    await sendMany(crowd, 30);
    expect(await queuedOf(crowd)).toHaveLength(9);

    await sendMany(single, 1);
    expect(await queuedOf(single)).toHaveLength(1);

    await readShares();
    await sendMany(crowd, 1);
    await eventually(async () => expect(looksAgain).toHaveBeenLastCalledWith(crowd.id, 'chat', 4));
    await sendMany(single, 9);
    expect(await queuedOf(single)).toHaveLength(4);
    await runMany(crowd, 7);
    expect(await queuedOf(crowd)).toHaveLength(4);

    await runMany(single, 10);
    await readShares();
    await runMany(crowd, 5);
    expect(await queuedOf(crowd)).toHaveLength(9);
    await runMany(crowd, 19);
  });

  it('does not fall below one', async () => {
    await turnpike.database.asPlatform('the test has other workers', (tx) =>
      tx.execute('DELETE FROM worker_slots'),
    );
    await new WorkerSlots(turnpike.database, { chat: 1, voice: 1 }).report();
    await readShares();
    for (const org of [crowd, single]) {
      await sendMany(org, 2);
      expect(await queuedOf(org)).toHaveLength(1);
    }
  });
});
