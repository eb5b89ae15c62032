import { randomUUID } from 'node:crypto';
import { describeWith } from '../../../test/harness/services.ts';
import { clock, useExecutor, orgId } from '../testing/executor.fixture.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import type { Tool } from '#pack-kit';

const never = () => new Promise<never>(() => undefined);
const enough = new Error('enough');

interface Row {
  success: boolean;
  error_class: string | null;
  attempts: number;
  result: { error?: string; data?: unknown };
}

describeWith('postgres', 'a call whose caller disconnects while it runs', () => {
  const fixture = useExecutor();

  /** Calls the tool from outside a turn. The caller disconnects when `leave` is called. */
  function setUp(tool: Tool, ports: Parameters<typeof fixture.setUp>[2] = {}) {
    const { call, caller, invocation } = fixture.setUp(tool, {}, ports);
    const there = new AbortController();
    caller.turnId = undefined;
    const key = `caller:key:${randomUUID()}`;
    const query = <Found>(sql: string, of: unknown) =>
      fixture.opened.database.forOrg(orgId, (tx) =>
        tx.queryUnscoped<Found & Record<string, unknown>>(sql, [of]),
      );
    return {
      caller,
      leave: () => there.abort(enough),
      call: (mayHaveRun = false, signal = there.signal) =>
        call({ ...invocation, idempotencyKey: key, stepKey: undefined, mayHaveRun }, signal),
      rows: () =>
        query<Row>(
          'SELECT * FROM tool_calls WHERE conversation_id = $1 ORDER BY created_at, id',
          caller.conversationId,
        ),
      effects: () =>
        query<{ state: string; result: unknown }>('SELECT * FROM tool_effects WHERE key = $1', key),
    };
  }

  /** Calls a tool whose caller disconnects as soon as it runs. */
  function setUpLeaving(sideEffect?: Tool['sideEffect']) {
    const parts = setUp(
      fakeTool({
        ...(sideEffect && { sideEffect }),
        execute: () => {
          parts.leave();
          return never();
        },
      }),
    );
    return parts;
  }

  it('has an audit row, and ends with the reason', async () => {
    const { call, rows } = setUpLeaving();
    await expect(call()).rejects.toBe(enough);
    expect(await rows()).toMatchObject([
      {
        success: false,
        error_class: 'TIMEOUT',
        attempts: 1,
        capability: null,
        result: { error: 'The call was cancelled by the caller.' },
      },
    ]);
  });

  it('has an audit row if the caller disconnected before anything ran', async () => {
    let ran = false;
    const { call, leave, rows, effects } = setUp(
      fakeTool({ sideEffect: 'external', execute: async () => (ran = true) }),
    );
    leave();
    await expect(call()).rejects.toBe(enough);
    expect(ran).toBe(false);
    expect(await rows()).toMatchObject([{ success: false, attempts: 0 }]);
    expect(await effects()).toMatchObject([{ state: 'failed' }]);
  });

  it('has an unknown outcome if the effect may have been sent', async () => {
    const { call, rows, effects } = setUpLeaving('external');
    await expect(call()).rejects.toBe(enough);
    expect(await effects()).toMatchObject([{ state: 'unknown_outcome' }]);
    expect(await rows()).toMatchObject([
      {
        success: false,
        result: { error: expect.stringContaining('a person has to look'), data: { outcome: 'unknown' } },
      },
    ]);
    const again = await call(false, new AbortController().signal);
    expect(again.result).toMatchObject({ errorClass: 'CONFLICT', data: { outcome: 'unknown' } });
  });

  it('is done if it was recorded as sent', async () => {
    const { call, leave, rows, effects } = setUp(
      fakeTool({
        sideEffect: 'external',
        execute: async (_input, context) => {
          const sending = context.write(async () => ({ sent: 1 }));
          leave();
          await sending;
          return never();
        },
      }),
    );
    await expect(call()).rejects.toBe(enough);
    expect(await effects()).toMatchObject([{ state: 'done', result: { sent: 1 } }]);
    expect(await rows()).toMatchObject([{ success: true, error_class: null, result: { data: { sent: 1 } } }]);
  });

  it('keeps committed writes, also if the caller disconnects during the commit', async () => {
    const { call, leave, rows, effects } = setUp(
      fakeTool({
        sideEffect: 'write',
        capability: 'noting',
        execute: async (_input, context) => {
          const written = await context.write(async (tx) => {
            await tx.execute('INSERT INTO contacts (org_id, id, created_at) VALUES ($1, $2, $3)', [
              randomUUID(),
              clock.now(),
            ]);
            return { noted: true };
          });
          leave();
          return written;
        },
        afterwards: never,
      }),
    );
    await expect(call()).rejects.toBe(enough);
    expect(await effects()).toMatchObject([{ state: 'done', result: { noted: true } }]);
    expect(await rows()).toMatchObject([
      { success: true, capability: 'noting', attempts: 1, result: { data: { noted: true } } },
    ]);
  });

  it('writes nothing if the caller disconnects before the commit', async () => {
    const { call, leave, rows, effects } = setUp(
      fakeTool({
        sideEffect: 'write',
        execute: (_input, context) =>
          context.write(async () => {
            leave();
            return 'late';
          }),
      }),
    );
    await expect(call()).rejects.toBe(enough);
    expect(await effects()).toEqual([]);
    expect(await rows()).toMatchObject([{ success: false, error_class: 'TIMEOUT' }]);
  });

  it('has no audit row if it is retried: in a turn, or with a recorder', async () => {
    const one = setUpLeaving('external');
    one.caller.turnId = randomUUID();
    await expect(one.call()).rejects.toBe(enough);
    expect(await one.rows()).toEqual([]);
    expect(await one.effects()).toMatchObject([{ state: 'started' }]);

    const stopped = new AbortController();
    const { executor, caller, invocation, effects } = fixture.setUp(
      fakeTool({
        sideEffect: 'external',
        execute: () => {
          stopped.abort(enough);
          return never();
        },
      }),
    );
    const recorder = { recordIn: () => Promise.reject(new Error('nothing is to be recorded')) };
    const { turnId } = caller;
    caller.turnId = undefined;
    await expect(executor.execute(invocation, caller, stopped.signal, recorder)).rejects.toBe(enough);
    caller.turnId = turnId;
    expect(await effects()).toEqual([]);
    const [effect] = await fixture.opened.database.forOrg(orgId, (tx) =>
      tx.queryUnscoped<{ state: string }>('SELECT state FROM tool_effects WHERE key = $1', [
        invocation.idempotencyKey,
      ]),
    );
    expect(effect?.state).toBe('started');
  });
});
