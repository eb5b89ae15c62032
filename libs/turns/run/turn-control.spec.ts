import { ModelError } from '#models';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { noteTool, useTurns, testPack } from '../testing/turns.fixture.ts';

describeWith('postgres', 'cancelling and retrying a turn', () => {
  const runs: string[] = [];

  const turnpike = useTurns([testPack('alpha', [noteTool(runs)])]);
  const org = useOrg(turnpike);

  beforeEach(() => {
    runs.length = 0;
  });

  it('counts a turn that had not started as cancelled', async () => {
    const { turnId } = await org.send({ channel: 'voice' });
    const increaseOf = await metricIncreases();
    expect(await org.cancel(turnId)).toBe(true);
    expect(await org.cancel(turnId)).toBe(true);
    expect(await increaseOf('turnpike_turns_total{state="cancelled",channel="voice"}')).toBe(1);
  });

  describe('a running turn', () => {
    /** As a worker has it that renewed its lease last for so long. */
    const begin = (turnId: string, leaseFor: string) =>
      org.executeUnscoped(
        `UPDATE turns SET state = 'running', lease_token = gen_random_uuid(), starts = 1,
                  lease_until = clock_timestamp() + $2::interval WHERE id = $1`,
        [turnId, leaseFor],
      );

    it('is stopped by its worker', async () => {
      const { turnId } = await org.send();
      await begin(turnId, '5 seconds');
      await org.cancel(turnId);
      expect(await org.row(turnId)).toMatchObject({ state: 'running', cancel_requested: true });
    });

    it('is stopped at once if its worker is gone, and the next turn starts', async () => {
      const { turnId } = await org.send();
      const next = await org.send();
      await begin(turnId, '-1 second');
      await org.cancel(turnId);
      expect(await org.row(turnId)).toMatchObject({ state: 'cancelled', lease_token: null });
      expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
    });
  });

  describe('a failed turn', () => {
    const actor = { kind: 'user' as const, userId: null };
    const refuses = () => Promise.reject(new ModelError('BAD_REQUEST', 'no'));
    const audited = (turnId: string) =>
      org.queryUnscoped('SELECT action FROM audit_log WHERE target = $1', [`turn:${turnId}`]);

    it('resumes where it stopped, and repeats neither tool nor model calls', async () => {
      turnpike.model.answer(calls('note'), refuses, () => ({ text: 'Noted.' }));
      const { turnId } = await org.send();
      await org.run(turnId);
      expect((await org.row(turnId)).state).toBe('failed');
      expect(await turnpike.control.retry(org.id, turnId, actor)).toBe('retried');
      expect(turnpike.jobs.enqueued.at(-1)).toMatchObject({ turnId, jobId: `${turnId}-1` });
      expect(await org.row(turnId)).toMatchObject({
        state: 'queued',
        error_class: null,
        starts: 0,
      });
      expect(await org.run(turnId)).toEqual({ kind: 'done' });
      expect(await org.turn(turnId)).toMatchObject({
        state: 'completed',
        reply: { text: 'Noted.' },
        error: null,
        totals: { modelRounds: 2, toolCalls: 1 },
      });
      expect(runs).toHaveLength(1);
      expect(turnpike.model.requests).toHaveLength(3);
      expect(await audited(turnId)).toEqual([{ action: 'turn.retry' }]);
      const events = await org.events(turnId);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    });

    it('keeps the end of its first attempt, and counts the retry apart', async () => {
      turnpike.model.answer(refuses, refuses, () => ({ text: 'Here.' }));
      const { turnId } = await org.send();
      const increaseOf = await metricIncreases();
      await org.run(turnId);
      const failed = await org.row(turnId);
      for (const retry of [1, 2]) {
        await turnpike.control.retry(org.id, turnId, actor);
        await org.run(turnId);
        expect(await org.row(turnId)).toMatchObject({
          state: retry === 1 ? 'failed' : 'completed',
          retries: retry,
          first_finished_at: failed.finished_at,
          first_error_class: failed.error_class,
          started_at: failed.started_at,
        });
      }
      const ofChat = async (name: string, state: string) =>
        increaseOf(`turnpike_${name}_total{state="${state}",channel="chat"}`);
      expect([await ofChat('turns', 'failed'), await ofChat('turns', 'completed')]).toEqual([1, 0]);
      expect([await ofChat('turn_retries', 'failed'), await ofChat('turn_retries', 'completed')]).toEqual([
        1, 1,
      ]);
      expect(await increaseOf('turnpike_turn_duration_seconds_count{channel="chat"}')).toBe(1);
    });

    it.each([
      ['keeps its model', 'offline-premium', 2, () => Promise.reject(new Error('a defect'))],
      ['is given another model where that is what failed', 'offline-standard', 0, refuses],
    ])('%s', async (_what, answers, kept, fails) => {
      turnpike.model.answer(fails);
      const { turnId } = await org.say();
      const begin = `UPDATE turn_steps SET outcome = outcome || '{"model":"offline-premium"}' WHERE turn_id = $1 AND key = 'route'`;
      expect(await org.executeUnscoped(begin, [turnId])).toBe(1);
      const again = `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
                     SELECT org_id, turn_id, 'route:2', request_hash, outcome FROM turn_steps
                      WHERE turn_id = $1 AND key = 'route'`;
      expect(await org.executeUnscoped(again, [turnId])).toBe(1);
      await turnpike.control.retry(org.id, turnId, actor);
      await org.run(turnId);
      expect(await org.row(turnId)).toMatchObject({ state: 'completed', model: answers });
      const routes = `SELECT key FROM turn_steps WHERE turn_id = $1 AND key LIKE 'route%'`;
      expect(await org.queryUnscoped(routes, [turnId])).toHaveLength(kept);
    });

    it('is retried once, and only if it has failed', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await org.send();
      expect(await turnpike.control.retry(org.id, turnId, actor)).toBe('not_failed');
      await org.run(turnId);
      const both = [0, 1].map(() => turnpike.control.retry(org.id, turnId, actor));
      expect((await Promise.all(both)).toSorted()).toEqual(['not_failed', 'retried']);
      expect(await audited(turnId)).toHaveLength(1);
      const other = await turnpike.newOrg();
      expect(await turnpike.control.retry(other.id, turnId, actor)).toBeUndefined();
    });

    it('is not retried during the erasure of its contact', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await org.send();
      await org.run(turnId);
      const erasing = (until: string | null) =>
        org.executeUnscoped(`UPDATE contacts SET erasing_until = now() + $2::interval WHERE org_id = $1`, [
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
      const { turnId } = await org.send();
      const next = await org.send();
      await org.run(turnId);
      expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
      await turnpike.control.retry(org.id, turnId, actor);
      expect(turnpike.jobs.turnIds.at(-1)).toBe(turnId);
      // The job of the younger one finds that it is not its turn.
      await org.run(next.turnId);
      expect((await org.row(next.turnId)).state).toBe('queued');
      await org.run(turnId);
      expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
      await org.run(next.turnId);
      expect((await org.row(next.turnId)).state).toBe('completed');
    });

    it('continues for its subscribers from its first end to its second', async () => {
      turnpike.model.answer(refuses);
      const { turnId } = await org.send();
      await org.run(turnId);
      const failed = await org.eventTypes(turnId);
      await turnpike.control.retry(org.id, turnId, actor);
      await org.run(turnId);
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
    await org.run(turnId);
    const madeBy = (id: string) =>
      org.queryUnscoped(
        `SELECT t.model, d.mode, a.action, a.after FROM turns t JOIN broker_decisions d ON d.turn_id = t.id
           LEFT JOIN audit_log a ON a.target = 'turn:' || t.id::text WHERE t.id = $1`,
        [id],
      );
    const override = { tier: 'premium', broker: 'enforce' };
    expect(await madeBy(turnId)).toEqual([
      { model: 'offline-premium', mode: 'enforce', action: 'turn.override', after: override },
    ]);
    const next = await org.send({ contact: 'bob' });
    await org.run(next.turnId);
    const not = (value: string) => expect.not.stringContaining(value) as string;
    const usual = { model: not('offline-premium'), mode: not('enforce'), action: null, after: null };
    expect(await madeBy(next.turnId)).toEqual([usual]);
  });
});
