import { randomUUID } from 'node:crypto';
import { untilBlocking } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { modelUse } from '../testing/model-use.fixture.ts';
import { useOrg, type TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';
import { countDeadCalls } from '../run/late-calls.repository.ts';
import { LeaseLostError } from '../turn.errors.ts';
import type { Lease } from './journal.repository.ts';
import { LogWriter, type LogEntry } from './log-writer.ts';

describeWith('postgres', 'logs of many turns', () => {
  let writer: LogWriter;

  const turnpike = useTurns();
  const org = useOrg(turnpike);
  beforeAll(() => {
    writer = new LogWriter(turnpike.database, turnpike.notifications);
  });

  async function claim(of: TestOrg = org): Promise<Lease> {
    const { turnId } = await of.send({ newConversation: true });
    const claimed = await turnpike.claims.claim(of.id, turnId);
    if (claimed.kind !== 'claimed') throw new Error('not claimed');
    return claimed.turn.row;
  }

  const claims = async (count: number) => {
    const leases: Lease[] = [];
    while (leases.length < count) leases.push(await claim());
    return leases;
  };
  const entry = (seq: number, payload: Record<string, unknown> = {}): LogEntry => ({
    events: [{ seq, type: 'model.started', payload, at: turnpike.clock.now() }],
    steps: [{ key: `step:${seq}`, requestHash: '', outcome: seq }],
    begun: [],
    forgotten: [],
    uses: [],
    calls: [],
  });
  const told = async ({ id }: Lease) => (await org.events(id)).slice(1).map((event) => event.seq);
  /** The number of transactions that wrote the events from `seq` and the rows of `more`. */
  const writersOf = async (turns: Lease[], seq = 10, more = '') => {
    const events = 'SELECT xmin::text FROM turn_events WHERE turn_id = ANY ($1) AND seq >= $2';
    const rows = await org.queryUnscoped(`${events} ${more}`, [turns.map(({ id }) => id), seq]);
    return new Set(rows.map(({ xmin }) => xmin)).size;
  };
  const write = (lease: Lease, seq: number) => writer.write(org.id, lease, entry(seq));

  it('are written in one transaction, each with its turn', async () => {
    const leases = await claims(3);
    const held = await Promise.all(leases.map((lease, at) => write(lease, 10 + at)));
    expect(await writersOf(leases)).toBe(1);
    expect(held).toEqual(leases.map(({ id }) => ({ id, cancelRequested: false, isRead: false })));
    expect(await Promise.all(leases.map(told))).toEqual([[10], [11], [12]]);
  });

  it('wait for the write in progress, and are then written together', async () => {
    const leases = await claims(4);
    const [first, ...others] = leases;
    const begun = write(first!, 10);
    await Promise.resolve().then(() => undefined);
    await Promise.all([begun, ...others.map((lease) => write(lease, 10))]);
    expect(await writersOf(leases)).toBe(2);
    expect(await Promise.all(leases.map(told))).toEqual([[10], [10], [10], [10]]);
  });

  it('report requested cancellations', async () => {
    const leases = await claims(2);
    await org.cancel(leases[1]!.id);
    const held = await Promise.all(leases.map((lease) => write(lease, 10)));
    expect(held).toMatchObject([{ cancelRequested: false }, { cancelRequested: true }]);
  });

  it('are written, except those whose lease is lost', async () => {
    const [mine, lost] = await claims(2);
    lost!.leaseToken = randomUUID();
    const [first, second] = await Promise.allSettled([write(mine!, 10), write(lost!, 10)]);
    expect([first.status, second]).toMatchObject([
      'fulfilled',
      { status: 'rejected', reason: expect.any(LeaseLostError) as unknown },
    ]);
    expect([await told(mine!), await told(lost!)]).toEqual([[10], []]);
  });

  it('do not wait for a turn whose row is locked', async () => {
    const [free, held] = await claims(2);
    let late: Promise<unknown> | undefined;
    await org.transact(async (tx) => {
      await tx.executeUnscoped('SELECT 1 FROM turns WHERE id = $1 FOR NO KEY UPDATE', [held!.id]);
      late = write(held!, 10);
      await write(free!, 10);
      await write(free!, 11);
      expect(await told(free!)).toEqual([10, 11]);
    });
    await late;
    expect(await told(held!)).toEqual([10]);
  });

  it('are written even if the database rejects one of them', async () => {
    const [good, bad] = await claims(2);
    const wrong = { ...entry(10), events: [{ ...entry(10).events[0]!, seq: 2 ** 40 }] };
    const outcomes = await Promise.allSettled([write(good!, 10), writer.write(org.id, bad!, wrong)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([await told(good!), await told(bad!)]).toEqual([[10], []]);
  });

  it.each(['before', 'while'])('take an estimate back if the sweeper commits %s they count', async (when) => {
    const lease = await claim();
    const use = modelUse(0.25);
    const started = { ...use, amountUsd: 0.5, leaseMs: -1 };
    await writer.write(org.id, lease, { ...entry(10), begun: [started] });
    const count = () => writer.write(org.id, lease, { ...entry(11), uses: [use] });
    const counted = await turnpike.database.asPlatform('the test sweeps', async (tx) => {
      expect(await countDeadCalls(tx)).toBe(1);
      if (when === 'before') return count;
      const counting = count();
      await untilBlocking(tx);
      return () => counting;
    });
    await counted();
    // A turn that the sweeper has locked is written alone, after the calls.
    const writers = await writersOf([lease], 11, 'UNION SELECT xmin::text FROM turns WHERE id = ANY ($1)');
    expect(writers).toBe(when === 'before' ? 1 : 2);
    expect(await org.row(lease.id)).toMatchObject({ cost_usd: '0.00000000', prompt_tokens: 0 });
  });

  it('of two orgs never share a transaction', async () => {
    const other = await turnpike.newOrg();
    const [mine, theirs] = [await claim(), await claim(other)];
    await Promise.all([write(mine, 10), writer.write(other.id, theirs, entry(20))]);
    expect(await told(mine)).toEqual([10]);
    expect((await other.events(theirs.id)).at(-1)?.seq).toBe(20);
    await expect(writer.write(other.id, mine, entry(30))).rejects.toBeInstanceOf(LeaseLostError);
  });
});
