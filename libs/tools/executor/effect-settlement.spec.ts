import { randomUUID } from 'node:crypto';
import { describeWith } from '../../../test/harness/services.ts';
import { clock, useExecutor, orgId } from '../testing/executor.fixture.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import { abandonEffects, countUnknownEffects, settleEffect } from './effect-settlement.repository.ts';

describeWith('postgres', 'a side effect of unknown outcome', () => {
  const fixture = useExecutor();

  /** Makes a call whose outcome is unknown. */
  async function unknown() {
    const sent: string[] = [];
    const tool = fakeTool({
      sideEffect: 'external',
      execute: (async () => {
        sent.push('x');
        if (sent.length === 1) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
        return { sent: sent.length };
      }) as never,
    });
    const parts = fixture.setUp(tool);
    expect((await parts.call()).result.data).toEqual({ outcome: 'unknown' });
    const settle = (outcome: 'done' | 'failed', result?: unknown) =>
      fixture.opened.database.forOrg(orgId, (tx) =>
        settleEffect(tx, {
          key: parts.invocation.idempotencyKey,
          outcome,
          result,
          why: 'I looked.',
          userId: randomUUID(),
          at: clock.now(),
        }),
      );
    return { ...parts, sent, settle };
  }

  it('returns the settled result to a replay', async () => {
    const { call, settle, sent, effects } = await unknown();
    expect(await settle('done', { messageId: 'm-1' })).toBe('settled');
    expect((await call({ mayHaveRun: true })).result).toEqual({ success: true, data: { messageId: 'm-1' } });
    expect(sent).toHaveLength(1);
    expect(await effects()).toMatchObject([{ state: 'done', settled_why: 'I looked.' }]);
  });

  it('may be repeated after it was settled as failed', async () => {
    const { call, settle, effects } = await unknown();
    expect(await settle('failed')).toBe('settled');
    expect((await call({ mayHaveRun: true })).result).toEqual({ success: true, data: { sent: 2 } });
    expect(await effects()).toMatchObject([{ state: 'done', settled_why: null, settled_by: null }]);
  });

  it('is settled once', async () => {
    const { settle } = await unknown();
    const answers = await Promise.all([settle('done'), settle('failed'), settle('done')]);
    expect(answers.filter((answer) => answer === 'settled')).toHaveLength(1);
    expect(await settle('failed')).not.toBe('settled');
  });

  it('includes effects that started long ago and never ended, and counts them', async () => {
    const { database } = fixture.opened;
    const insert = (state: string, startedAt: Date) =>
      database.forOrg(orgId, (tx) =>
        tx.execute(
          `INSERT INTO tool_effects (org_id, key, tool, arguments, arguments_hash, state, started_at)
           VALUES ($1, $2, $3, '{}', 'h', $4, $5)`,
          [randomUUID(), 'send', state, startedAt],
        ),
      );
    const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
    for (const state of ['started', 'done', 'failed']) await insert(state, minutesAgo(16));
    await insert('started', minutesAgo(14));
    const count = () => database.asPlatform('a test counts', countUnknownEffects);
    const before = await count();
    expect(await database.asPlatform('a test sweeps', (tx) => abandonEffects(tx, clock.now()))).toBe(1);
    expect(await count()).toBe(before + 1);
  });
});
