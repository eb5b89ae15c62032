import { once } from 'node:events';
import { Client } from 'pg';
import { describeWith } from '../../../test/harness/services.ts';
import { useExecutor } from '../testing/executor.fixture.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import { type Tool, CallTakenOverError, ToolError } from '#pack-kit';

const never = () => new Promise<never>(() => undefined);
const UNKNOWN = { success: false, data: { outcome: 'unknown' } };

describeWith('postgres', 'a repeated side effect', () => {
  const { opened, setUp } = useExecutor();

  /** A service that accepts idempotency keys. Each of `answers` answers one request; the first request may never return. */
  function keyed(answers: (() => Promise<unknown>)[], over: Partial<Tool> = {}) {
    let asked = 0;
    const tool = fakeTool({
      sideEffect: 'external',
      takesIdempotencyKey: true,
      execute: (async () => answers[asked++]?.()) as never,
      ...(over as object),
    });
    const parts = setUp(tool);
    return { ...parts, asked: () => asked, die: () => parts.dieWhileRunning(() => asked > 0) };
  }

  const refuse = (errorClass: 'UPSTREAM_REJECTED' | 'RATE_LIMITED' | 'UPSTREAM_UNAVAILABLE') => () =>
    Promise.reject(new ToolError(errorClass, 'No.', { retryAfterMs: 1 }));

  it.each(['UPSTREAM_REJECTED', 'RATE_LIMITED'] as const)(
    'is not reported as failed if only the second run got %s',
    async (errorClass) => {
      const run = keyed([never, ...Array(3).fill(refuse(errorClass))]);
      await run.die();
      expect((await run.call({ mayHaveRun: true })).result).toMatchObject({ ...UNKNOWN, errorClass });
      expect(await run.effects()).toMatchObject([{ state: 'unknown_outcome' }]);
    },
  );

  it('is not reported as failed if the second run may not call the service', async () => {
    const run = keyed([never, ...Array(20).fill(refuse('UPSTREAM_UNAVAILABLE'))], {
      outbound: { service: 'mail' },
    });
    await run.die();
    for (let other = 0; other < 5; other += 1) await run.call({ idempotencyKey: `other:${other}` });
    const { result, attempts } = await run.call({ mayHaveRun: true });
    expect([attempts, result]).toMatchObject([0, { ...UNKNOWN, errorClass: 'UPSTREAM_UNAVAILABLE' }]);
    const own = { key: run.invocation.idempotencyKey, state: 'unknown_outcome' };
    expect(await run.effects()).toContainEqual(expect.objectContaining(own));
  });

  it('is not reported as failed if only the second attempt was rejected', async () => {
    const run = keyed([refuse('UPSTREAM_UNAVAILABLE'), refuse('UPSTREAM_REJECTED')]);
    const { result, attempts } = await run.call();
    expect([attempts, result]).toMatchObject([2, { ...UNKNOWN, errorClass: 'UPSTREAM_REJECTED' }]);
    expect(await run.effects()).toMatchObject([{ state: 'unknown_outcome' }]);
  });

  it('is returned if the tool was switched off in the meantime', async () => {
    const done = keyed([() => Promise.resolve('sent')]);
    await done.call();
    done.caller.scope = { ...done.caller.scope, usable: [] };
    expect((await done.call({ mayHaveRun: true })).result).toEqual({ success: true, data: 'sent' });

    const died = keyed([never]);
    await died.die();
    died.caller.scope = { ...died.caller.scope, usable: [] };
    expect((await died.call({ mayHaveRun: true })).result).toMatchObject({
      ...UNKNOWN,
      errorClass: 'CONFLICT',
    });
    expect(await died.effects()).toMatchObject([{ state: 'unknown_outcome' }]);

    const neverRun = keyed([]);
    neverRun.caller.scope = { ...neverRun.caller.scope, usable: [] };
    expect((await neverRun.call({ mayHaveRun: true })).result.errorClass).toBe('FORBIDDEN');
  });

  it('is neither started nor marked unknown for a call that another worker has taken over', async () => {
    const recorder = {
      holdIn: () => Promise.reject(new CallTakenOverError('taken over')),
      recordIn: async () => undefined,
    };
    const run = keyed([() => Promise.resolve('sent')], { takesIdempotencyKey: false });
    const { signal } = new AbortController();
    const first = run.executor.execute(run.invocation, run.caller, signal, recorder);
    await expect(first).rejects.toThrow('taken over');
    expect([run.asked(), await run.effects()]).toEqual([0, []]);
    const died = keyed([never], { takesIdempotencyKey: false });
    await died.die();
    const again = { ...died.invocation, mayHaveRun: true };
    await expect(died.executor.execute(again, died.caller, signal, recorder)).rejects.toThrow('taken over');
    expect(await died.effects()).toMatchObject([{ state: 'started' }]);
  });

  it('is returned if the time limit is reached during the commit', async () => {
    const other = new Client({ connectionString: opened.settings.url });
    await other.connect();
    await other.query(`
      CREATE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON tool_effects
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_commit();
      SELECT pg_advisory_lock(1)`);
    const { promise: overtime, resolve: end } = Promise.withResolvers<unknown>();
    const tool = fakeTool({
      sideEffect: 'write',
      timeoutMs: 2_000,
      execute: (_input, { write, signal }) => {
        void once(signal, 'abort').then(end);
        return write(() => Promise.resolve('written'));
      },
    });
    const { call, effects } = setUp(tool);
    const outcome = call();
    await overtime;
    // Enough time for a look-up in the ledger before the row is committed.
    for (let trip = 0; trip < 50; trip += 1) await other.query('SELECT 1');
    await other.query('SELECT pg_advisory_unlock(1)');
    await other.query('DROP TRIGGER hold_commit ON tool_effects');
    await other.end();
    expect((await outcome).result).toEqual({ success: true, data: 'written' });
    expect(await effects()).toMatchObject([{ state: 'done', result: 'written' }]);
  });
});
