import { DatabaseUnavailableError } from '#database';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

describeWith('postgres', 'a turn during a database outage', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  const org = useOrg(turnpike);

  afterEach(() => jest.restoreAllMocks());

  /** Makes the database unreachable while `isAway`. @returns the number of attempts in the meantime. */
  function away(isAway: () => boolean): () => number {
    let refused = 0;
    const { database } = turnpike;
    for (const way of ['forOrg', 'forOrgAtOnce'] as const) {
      const original = database[way].bind(database);
      jest.spyOn(database, way).mockImplementation((orgId, work, mode?: object) => {
        if (!isAway()) return original(orgId, work, mode);
        refused += 1;
        return Promise.reject(new DatabaseUnavailableError(new Error('gone')));
      });
    }
    return () => refused;
  }

  it('keeps model answers until the database is back', async () => {
    let isAway = false;
    const refused = away(() => isAway);
    turnpike.model.answer(
      () => {
        isAway = true;
        return calls('look')();
      },
      () => ({ text: 'Found.' }),
    );
    const { turnId } = await org.send();
    const running = org.run(turnId);
    await eventually(async () => expect(refused()).toBeGreaterThan(5));
    isAway = false;
    expect(await running).toMatchObject({ kind: 'later', delayMs: expect.any(Number) });
    expect(await org.row(turnId)).toMatchObject({ state: 'queued', starts: 0 });
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await org.replyTo(turnId)).toBe('Found.');
    expect(turnpike.model.requests).toHaveLength(2);
  });

  it('is released when its worker shuts down during the outage', async () => {
    let isAway = false;
    const refused = away(() => isAway);
    turnpike.model.answer(() => {
      isAway = true;
      return calls('look')();
    });
    const { turnId } = await org.send();
    const runner = turnpike.newRunner();
    const running = runner.run(org.id, turnId, false);
    await eventually(async () => expect(refused()).toBeGreaterThan(5));
    runner.close(0);
    expect(await running).toMatchObject({ kind: 'later' });
    isAway = false;
    await org.expireLease(turnId);
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
  });

  it('does not pay for a model call twice if the commit fails', async () => {
    turnpike.model.answer(
      () => ({ text: 'First.' }),
      () => ({ text: 'Second.' }),
    );
    const { turnId } = await org.send();
    const { forOrgAtOnce } = turnpike.database;
    const settling = jest.spyOn(turnpike.database, 'forOrgAtOnce');
    settling.mockImplementation((orgId, work) =>
      forOrgAtOnce.call(turnpike.database, orgId, async (tx) => {
        const query = jest.spyOn(tx, 'query');
        const done = work(tx);
        const ends = query.mock.calls.some(([sql]) => sql.includes(`state = 'completed'`));
        const gone = ends ? tx.query(`SELECT refuse('57P01', 'gone') WHERE $1::uuid IS NOT NULL`) : undefined;
        await Promise.all([gone, done]);
        return done;
      }),
    );
    // However often: an outage is not the turn's fault.
    for (let times = 0; times < 2; times += 1)
      expect(await org.run(turnId, true)).toMatchObject({ kind: 'later', delayMs: expect.any(Number) });
    expect(await org.row(turnId)).toMatchObject({ state: 'queued', starts: 0, lease_token: null });
    settling.mockRestore();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(turnpike.model.requests).toHaveLength(1);
    expect(await org.replyTo(turnId)).toBe('First.');
  });
});
