import { randomUUID } from 'node:crypto';
import { describeWith } from '../../../test/harness/services.ts';
import { LEASE_MS, type Claim } from './claim.repository.ts';
import type { ClaimedTurn } from './claimed-turn.ts';
import { TurnEndRepository } from './turn-end.repository.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

describeWith('postgres', 'the claim of a turn', () => {
  let turnId: string;

  const turnpike = useTurns();
  const org = useOrg(turnpike);

  beforeEach(async () => {
    ({ turnId } = await org.send());
  });

  const claim = (id = turnId) => turnpike.claims.claim(org.id, id);
  const claimed = (result: Claim): ClaimedTurn => {
    if (result.kind !== 'claimed') throw new Error(result.kind);
    return result.turn;
  };

  it('gives a queued turn to one of several workers', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect(results.filter((result) => result.kind === 'claimed')).toHaveLength(1);
    for (const result of results.filter((one) => one.kind !== 'claimed')) {
      expect(result).toEqual({ kind: 'later', delayMs: expect.any(Number) });
    }
    expect(await org.row(turnId)).toMatchObject({ state: 'running', starts: 1 });
  });

  it('returns the claimed turn', async () => {
    const turn = claimed(await claim());
    expect(turn).toMatchObject({
      row: {
        id: turnId,
        orgId: org.id,
        seq: 1,
        starts: 1,
        callerKind: 'contact',
        createdAt: expect.any(Date),
      },
      resumed: false,
      isRead: false,
      earlier: { lastEventSeq: 1 },
    });
    expect(turn.earlier.steps.size).toBe(0);
  });

  it('rejects a younger turn until the older one has ended', async () => {
    const younger = await org.send();
    expect(await claim(younger.turnId)).toMatchObject({ kind: 'not_yours', reason: /older/ });
    await claim();
    expect(await claim(younger.turnId)).toMatchObject({ kind: 'not_yours' });
    await org.expireLease(turnId);
    expect(await claim(younger.turnId)).toMatchObject({ kind: 'not_yours' });
    await org.cancel(turnId);
    // By the clock of another worker, which may be ahead.
    const finished = new Date(Date.now() + 60_000);
    const end = `UPDATE turns SET state = 'cancelled', finished_at = $2 WHERE id = $1`;
    await org.executeUnscoped(end, [turnId, finished]);
    expect(await claim(younger.turnId)).toMatchObject({ kind: 'claimed' });
    await org.transact((tx) => new TurnEndRepository(tx, new Date()).end(younger.turnId, 'cancelled', null));
    expect(await org.row(younger.turnId)).toMatchObject({ started_at: finished, finished_at: finished });
  });

  it('rejects turns that have ended, do not exist, or belong to another org', async () => {
    const other = await turnpike.newOrg();
    expect(await turnpike.claims.claim(other.id, turnId)).toMatchObject({ kind: 'not_yours' });
    expect(await claim(randomUUID())).toMatchObject({ kind: 'not_yours' });
    await org.cancel(turnId);
    expect(await claim()).toMatchObject({ kind: 'not_yours', reason: 'it is cancelled' });
  });

  it('takes over a turn with an expired lease, including its journal', async () => {
    const first = claimed(await claim());
    await org.transact(async (tx) => {
      await tx.executeUnscoped(
        `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome) VALUES ($1, $2, 'model:1', 'h', '{"a":1}')`,
        [org.id, turnId],
      );
      await tx.executeUnscoped(
        `INSERT INTO turn_events (org_id, turn_id, seq, type, at) VALUES ($1, $2, 2, 'turn.started', now())`,
        [org.id, turnId],
      );
    });
    await org.expireLease(turnId);
    const second = claimed(await claim());
    expect(second).toMatchObject({
      row: { starts: 2 },
      resumed: true,
      earlier: { lastEventSeq: 2 },
    });
    expect(second.earlier.steps.get('model:1')).toEqual({ requestHash: 'h', outcome: { a: 1 } });
    expect(second.row.leaseToken).not.toBe(first.row.leaseToken);
    expect([await turnpike.claims.renew(first.row), await turnpike.claims.renew(second.row)]).toMatchObject([
      { held: false },
      { held: true, cancelRequested: false },
    ]);
    await turnpike.claims.release(first.row);
    expect((await org.row(turnId)).state).toBe('running');
    await turnpike.claims.release(second.row);
    expect(await org.row(turnId)).toMatchObject({ state: 'queued', lease_token: null });
  });

  it('backs off from a turn whose workers die repeatedly, for less than 10 s', async () => {
    const pauseAfter = async (starts: number) => {
      await claim();
      await org.executeUnscoped(
        `UPDATE turns SET starts = $2, lease_token = gen_random_uuid(), lease_until = clock_timestamp() WHERE id = $1`,
        [turnId, starts],
      );
      const result = await claim();
      return result.kind === 'later' ? result.delayMs : result.kind;
    };
    expect(await pauseAfter(3)).toBe('claimed');
    for (const [starts, longestMs] of [
      [5, 1_000],
      [7, 4_000],
      [20, 4_000],
    ] as const) {
      const began = performance.now();
      const pause = await pauseAfter(starts);
      // The pause began before the claim returned.
      expect(Number(pause) + performance.now() - began).toBeGreaterThan(longestMs / 2);
      expect(pause).toBeLessThanOrEqual(longestMs + 100);
      // The lease was renewed at the moment of its death.
      expect(LEASE_MS + Number(pause)).toBeLessThan(10_000);
    }
    await org.expireLease(turnId, 5);
    expect(claimed(await claim())).toMatchObject({ row: { starts: 21 }, resumed: true });
  });
});
