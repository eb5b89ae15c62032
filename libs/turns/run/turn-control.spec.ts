import { ModelError } from '#models';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { eventsOf, noteTool, useTurns, testPack } from '../testing/turns.fixture.ts';
import type { Org } from '#identity';

describeWith('postgres', 'cancelling and retrying a turn', () => {
  let org: Org;
  const runs: string[] = [];

  const turnpike = useTurns([testPack('alpha', [noteTool(runs)])]);

  beforeEach(async () => {
    runs.length = 0;
    turnpike.model.forget();
    turnpike.jobs.enqueued.length = 0;
    org = await turnpike.newOrg();
  });

  const run = (turnId: string) => turnpike.newRunner().run(org.id, turnId, false);

  it('counts a turn that had not started as cancelled', async () => {
    const { turnId } = await turnpike.send(org, { channel: 'voice' });
    const increaseOf = await metricIncreases();
    expect(await turnpike.control.cancel(org.id, turnId)).toBe(true);
    expect(await turnpike.control.cancel(org.id, turnId)).toBe(true);
    expect(await increaseOf('turnpike_turns_total{state="cancelled",channel="voice"}')).toBe(1);
  });

  describe('a running turn', () => {
    /** As a worker has it that renewed its lease last for so long. */
    const begin = (turnId: string, leaseFor: string) =>
      turnpike.sql(org.id).executeUnscoped(
        `UPDATE turns SET state = 'running', lease_token = gen_random_uuid(), starts = 1,
                  lease_until = clock_timestamp() + $2::interval WHERE id = $1`,
        [turnId, leaseFor],
      );

    it('is stopped by its worker', async () => {
      const { turnId } = await turnpike.send(org);
      await begin(turnId, '5 seconds');
      await turnpike.control.cancel(org.id, turnId);
      expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'running', cancel_requested: true });
    });

    it('is stopped at once if its worker is gone, and the next turn starts', async () => {
      const { turnId } = await turnpike.send(org);
      const next = await turnpike.send(org);
      await begin(turnId, '-1 second');
      await turnpike.control.cancel(org.id, turnId);
      expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'cancelled', lease_token: null });
      expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
    });
  });

  describe('a failed turn', () => {
    const actor = { kind: 'user' as const, userId: null };
    const refuses = () => Promise.reject(new ModelError('BAD_REQUEST', 'no'));
    const audited = (turnId: string) =>
      turnpike
        .sql(org.id)
        .queryUnscoped('SELECT action FROM audit_log WHERE target = $1', [`turn:${turnId}`]);

    it('resumes where it stopped, and repeats neither tool nor model calls', async () => {
      turnpike.model.answer(calls('note'), refuses, () => ({ text: 'Noted.' }));
      const { turnId } = await turnpike.send(org);
      await run(turnId);
      expect((await turnpike.row(org.id, turnId)).state).toBe('failed');
      expect(await turnpike.control.retry(org.id, turnId, actor)).toBe('retried');
      expect(turnpike.jobs.enqueued.at(-1)).toMatchObject({ turnId, jobId: `${turnId}-1` });
      expect(await turnpike.row(org.id, turnId)).toMatchObject({
        state: 'queued',
        error_class: null,
        starts: 0,
      });
      expect(await run(turnId)).toEqual({ kind: 'done' });
      expect(await turnpike.turns.find(org.id, turnId)).toMatchObject({
        state: 'completed',
        reply: { text: 'Noted.' },
        error: null,
        totals: { modelRounds: 2, toolCalls: 1 },
      });
      expect(runs).toHaveLength(1);
      expect(turnpike.model.requests).toHaveLength(3);
      expect(await audited(turnId)).toEqual([{ action: 'turn.retry' }]);
      const events = await eventsOf(turnpike.database, org.id, turnId);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    });

    it.each([
      ['keeps its model', 'offline-premium', 2, () => Promise.reject(new Error('a defect'))],
      ['is given another model where that is what failed', 'offline-standard', 1, refuses],
    ])('%s', async (_what, answers, kept, fails) => {
      turnpike.model.answer(fails);
      const { turnId } = await turnpike.send(org);
      await turnpike.newRunner().run(org.id, turnId, true);
      const begin = `UPDATE turn_steps SET outcome = outcome || '{"model":"offline-premium"}' WHERE turn_id = $1 AND key = 'route'`;
      expect(await turnpike.sql(org.id).executeUnscoped(begin, [turnId])).toBe(1);
      const again = `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
                     SELECT org_id, turn_id, 'route:2', request_hash, outcome FROM turn_steps
                      WHERE turn_id = $1 AND key = 'route'`;
      expect(await turnpike.sql(org.id).executeUnscoped(again, [turnId])).toBe(1);
      await turnpike.control.retry(org.id, turnId, actor);
      await run(turnId);
      expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'completed', model: answers });
      const routes = `SELECT key FROM turn_steps WHERE turn_id = $1 AND key LIKE 'route%'`;
      expect(await turnpike.sql(org.id).queryUnscoped(routes, [turnId])).toHaveLength(kept);
    });

    it('is retried once, and only if it has failed', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await turnpike.send(org);
      expect(await turnpike.control.retry(org.id, turnId, actor)).toBe('not_failed');
      await run(turnId);
      const both = [0, 1].map(() => turnpike.control.retry(org.id, turnId, actor));
      expect((await Promise.all(both)).toSorted()).toEqual(['not_failed', 'retried']);
      expect(await audited(turnId)).toHaveLength(1);
      const other = await turnpike.newOrg();
      expect(await turnpike.control.retry(other.id, turnId, actor)).toBeUndefined();
    });

    it('is not retried during the erasure of its contact', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await turnpike.send(org);
      await run(turnId);
      const erasing = (until: string | null) =>
        turnpike
          .sql(org.id)
          .executeUnscoped(`UPDATE contacts SET erasing_until = now() + $2::interval WHERE org_id = $1`, [
            org.id,
            until,
          ]);
      await erasing('1 hour');
      expect(await turnpike.control.retry(org.id, turnId, actor)).toBe('not_failed');
      await erasing(null);
      expect(await turnpike.control.retry(org.id, turnId, actor)).toBe('retried');
    });

    it('runs before younger turns of its conversation that have not started', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await turnpike.send(org);
      const next = await turnpike.send(org);
      await run(turnId);
      expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
      await turnpike.control.retry(org.id, turnId, actor);
      expect(turnpike.jobs.turnIds.at(-1)).toBe(turnId);
      // The job of the younger one finds that it is not its turn.
      await run(next.turnId);
      expect((await turnpike.row(org.id, next.turnId)).state).toBe('queued');
      await run(turnId);
      expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
      await run(next.turnId);
      expect((await turnpike.row(org.id, next.turnId)).state).toBe('completed');
    });

    it('continues for its subscribers from its first end to its second', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await turnpike.send(org);
      await run(turnId);
      const failed = await turnpike.eventTypes(org.id, turnId);
      await turnpike.control.retry(org.id, turnId, actor);
      await run(turnId);
      const told: string[] = [];
      for await (const { type } of turnpike.events.follow(org.id, turnId, 0, AbortSignal.timeout(20_000)))
        told.push(type);
      expect(told.slice(0, failed.length + 1)).toEqual([...failed, 'turn.queued']);
      expect(told.at(-1)).toBe('turn.completed');
    });
  });

  it('applies the overrides of the turn only to that turn: broker mode and tier', async () => {
    const actor = { kind: 'user' as const, userId: null };
    const { turnId } = await turnpike.intake.accept(
      {
        org,
        settings: new Map(),
        staff: false,
        tries: { actor, override: { tier: 'premium', broker: 'enforce' } },
      },
      { text: 'Hello', contact: 'bob', channel: 'chat' },
    );
    await run(turnId);
    const [asked] = await turnpike.sql(org.id).queryUnscoped(
      `SELECT t.model, d.mode, a.action, a.after FROM turns t
           JOIN broker_decisions d ON d.turn_id = t.id JOIN audit_log a ON a.target = 'turn:' || t.id::text
          WHERE t.id = $1`,
      [turnId],
    );
    expect(asked).toEqual({
      model: 'offline-premium',
      mode: 'enforce',
      action: 'turn.override',
      after: { tier: 'premium', broker: 'enforce' },
    });
    const next = await turnpike.send(org, { contact: 'bob' });
    await run(next.turnId);
    const { model, mode } = await turnpike.database.forOrg(org.id, async (tx) => {
      const [row] = await tx.queryUnscoped<{ model: string; mode: string }>(
        'SELECT t.model, d.mode FROM turns t JOIN broker_decisions d ON d.turn_id = t.id WHERE t.id = $1',
        [next.turnId],
      );
      return row!;
    });
    expect([model, mode]).not.toContain('offline-premium');
    expect(mode).not.toBe('enforce');
  });
});
