import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MailOutcomeUnknownError } from '#outbound';
import { describeWith } from '../../../test/harness/services.ts';
import { clock, useExecutor } from '../testing/executor.fixture.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import { type ToolContext, type Tool, ToolError } from '#pack-kit';
import { callerEffectKey } from './effect-key.ts';

const never = () => new Promise<never>(() => undefined);

describeWith('postgres', 'the side effects', () => {
  const { setUp } = useExecutor();

  const writer = (runs: string[], over: Partial<Tool> = {}) =>
    fakeTool({
      sideEffect: 'write',
      execute: (async (_input: unknown, context: ToolContext) =>
        context.write(async (tx) => {
          await tx.execute('INSERT INTO contacts (org_id, id, created_at) VALUES ($1, $2, $3)', [
            randomUUID(),
            clock.now(),
          ]);
          runs.push(context.idempotencyKey);
          return { number: runs.length };
        })) as never,
      ...(over as object),
    });

  describe('of a tool that writes our own tables', () => {
    it('runs it once per key, also concurrently', async () => {
      const runs: string[] = [];
      const { call, effects } = setUp(writer(runs));
      const outcomes = await Promise.all([call(), call(), call()]);
      expect(runs).toHaveLength(1);
      for (const { result } of outcomes) expect(result).toEqual({ success: true, data: { number: 1 } });
      expect(await effects()).toMatchObject([{ state: 'done', result: { number: 1 } }]);
    });

    it('returns the first result to a replay, even if the tool would now refuse', async () => {
      const runs: string[] = [];
      const inner = writer(runs);
      const { call } = setUp({
        ...inner,
        execute: async (input, context) => {
          if (runs.length > 0) throw new ToolError('CONFLICT', 'It is there already.');
          return inner.execute(input, context);
        },
      });
      await call();
      expect((await call({ mayHaveRun: true })).result).toEqual({ success: true, data: { number: 1 } });
      expect(runs).toHaveLength(1);
    });

    it('runs again after a failure, because the failed write was rolled back', async () => {
      const runs: string[] = [];
      let fail = true;
      const { call, effects } = setUp(
        writer(runs, {
          execute: async (_input: unknown, context: ToolContext) =>
            context.write(async () => {
              if (fail) throw new ToolError('PRECONDITION_FAILED', 'Not yet.');
              return 'second';
            }),
        } as never),
      );
      expect((await call()).result.errorClass).toBe('PRECONDITION_FAILED');
      expect(await effects()).toEqual([]);
      fail = false;
      expect((await call({ mayHaveRun: true })).result).toMatchObject({ data: 'second' });
    });

    it('resumes the step after the write if the first run died, and writes nothing twice', async () => {
      const runs: string[] = [];
      const followed: string[] = [];
      let dies = true;
      const { call, effects } = setUp(
        writer(runs, {
          afterwards: (data: unknown, _input: unknown, { idempotencyKey }: ToolContext) => {
            if (dies) throw new Error('the worker is gone');
            followed.push(idempotencyKey);
            return Promise.resolve({ ...(data as object), told: true });
          },
        } as never),
      );
      expect((await call()).result.success).toBe(false);
      expect(await effects()).toMatchObject([{ state: 'done', result: { number: 1 } }]);
      dies = false;
      expect((await call({ mayHaveRun: true })).result).toEqual({
        success: true,
        data: { number: 1, told: true },
      });
      expect(runs).toHaveLength(1);
      expect(followed).toEqual(runs);
    });

    it('returns the written data if the step after the write fails again', async () => {
      const runs: string[] = [];
      const { call } = setUp(writer(runs, { afterwards: () => Promise.reject(new Error('no')) } as never));
      await call();
      expect((await call({ mayHaveRun: true })).result).toEqual({ success: true, data: { number: 1 } });
    });

    it('writes nothing for a call that reached its time limit', async () => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let ended: Promise<unknown> = Promise.resolve();
      const { call, effects } = setUp(
        fakeTool({
          sideEffect: 'write',
          timeoutMs: 100,
          execute: (_input, context) => (ended = context.write(() => held.then(() => 'late'))),
        }),
      );
      expect((await call()).result.errorClass).toBe('TIMEOUT');
      release();
      await expect(ended).rejects.toThrow(/did not answer within 0.1 s/);
      expect(await effects()).toEqual([]);
    });
  });

  describe('of a tool that sends something out', () => {
    const sender = (sent: string[], over: Partial<Tool> = {}) =>
      fakeTool({
        sideEffect: 'external',
        execute: (async (_input: unknown, context: ToolContext) => {
          sent.push(context.idempotencyKey);
          return { sent: sent.length };
        }) as never,
        ...(over as object),
      });

    it('sends once per key, and returns the first result again', async () => {
      const sent: string[] = [];
      const { call, effects } = setUp(sender(sent));
      await call();
      expect((await call({ mayHaveRun: true })).result).toEqual({ success: true, data: { sent: 1 } });
      expect(sent).toHaveLength(1);
      expect(await effects()).toMatchObject([{ state: 'done', result: { sent: 1 } }]);
    });

    it('does not resend an effect that was started and never ended, however often it is called', async () => {
      const sent: string[] = [];
      const { call, effects, dieWhileRunning } = setUp(
        sender(sent, {
          execute: () => {
            sent.push('x');
            return sent.length === 1 ? never() : Promise.resolve('again');
          },
        }),
      );
      await dieWhileRunning(() => sent.length > 0);
      expect(await effects()).toMatchObject([{ state: 'started' }]);
      for (let replay = 0; replay < 3; replay += 1) {
        expect((await call({ mayHaveRun: true })).result).toMatchObject({
          success: false,
          errorClass: 'CONFLICT',
          data: { outcome: 'unknown' },
        });
        expect(await effects()).toMatchObject([{ state: 'unknown_outcome' }]);
      }
      expect(sent).toHaveLength(1);
    });

    it('resends with the same key if the service supports keys', async () => {
      const sent: string[] = [];
      let hang = true;
      const { call, invocation, dieWhileRunning } = setUp(
        sender(sent, {
          takesIdempotencyKey: true,
          execute: (_input, context) => {
            sent.push(context.idempotencyKey);
            return hang ? never() : Promise.resolve('sent');
          },
        }),
      );
      await dieWhileRunning(() => sent.length > 0);
      hang = false;
      expect((await call({ mayHaveRun: true })).result).toMatchObject({ success: true, data: 'sent' });
      expect(sent).toEqual([invocation.idempotencyKey, invocation.idempotencyKey]);
    });

    it('reports an unknown outcome after a timeout, for a person to settle', async () => {
      const { call, effects } = setUp(sender([], { timeoutMs: 50, execute: never }));
      expect((await call()).result).toMatchObject({
        errorClass: 'TIMEOUT',
        error: expect.stringContaining('a person has to look'),
        data: { outcome: 'unknown' },
      });
      expect(await effects()).toMatchObject([{ state: 'unknown_outcome' }]);
      expect((await call({ mayHaveRun: true })).result.errorClass).toBe('CONFLICT');
    });

    it('has an unknown outcome if the error says so, whatever its class', async () => {
      const { call, effects } = setUp(
        sender([], { outbound: true, execute: () => Promise.reject(new MailOutcomeUnknownError()) }),
      );
      expect((await call()).result).toMatchObject({ errorClass: 'CONFLICT', data: { outcome: 'unknown' } });
      expect(await effects()).toMatchObject([{ state: 'unknown_outcome' }]);
    });

    it('is unknown after a timeout although the service supports keys, until a retry', async () => {
      let hang = true;
      const tool = { takesIdempotencyKey: true, timeoutMs: 2_000 };
      const { call, effects } = setUp(
        sender([], { ...tool, execute: () => (hang ? never() : Promise.resolve('sent')) }),
      );
      expect((await call()).result.errorClass).toBe('TIMEOUT');
      expect(await effects()).toMatchObject([{ state: 'unknown_outcome' }]);
      hang = false;
      expect((await call({ mayHaveRun: true })).result).toMatchObject({ success: true, data: 'sent' });
      expect(await effects()).toMatchObject([{ state: 'done' }]);
    });

    it('may be repeated after a rejection, and is unknown if the repeated call dies', async () => {
      const sent: string[] = [];
      const { call, effects, dieWhileRunning } = setUp(
        sender(sent, {
          execute: () => {
            sent.push('x');
            return sent.length === 1 ? Promise.reject(new ToolError('UPSTREAM_REJECTED', 'No.')) : never();
          },
        }),
      );
      expect((await call()).result.errorClass).toBe('UPSTREAM_REJECTED');
      expect(await effects()).toMatchObject([{ state: 'failed' }]);
      await dieWhileRunning(() => sent.length > 1, { mayHaveRun: true });
      expect(await effects()).toMatchObject([{ state: 'started' }]);
      expect((await call({ mayHaveRun: true })).result.errorClass).toBe('CONFLICT');
      expect(sent).toHaveLength(2);
    });

    it('stays done if a later call with the key fails earlier', async () => {
      const sent: string[] = [];
      const { call, effects } = setUp(sender(sent));
      await call();
      await call({ arguments: { text: 4 } });
      expect(await effects()).toMatchObject([{ state: 'done' }]);
    });

    it('is not unknown if the open circuit prevented sending', async () => {
      const sent: string[] = [];
      const away = new ToolError('UPSTREAM_UNAVAILABLE', 'away');
      const tool = sender(sent, { outbound: { service: 'mail' }, execute: () => Promise.reject(away) });
      const { call, effects } = setUp(tool);
      for (let failed = 0; failed < 5; failed += 1) await call({ idempotencyKey: `down:${failed}` });
      expect((await effects()).map(({ state }) => state)).toEqual(Array(5).fill('unknown_outcome'));
      const { result, attempts } = await call({ idempotencyKey: 'refused' });
      expect([attempts, result.errorClass, result.data]).toEqual([
        0,
        'UPSTREAM_UNAVAILABLE',
        { circuit: 'open', service: 'mail' },
      ]);
      expect((await effects()).at(-1)).toMatchObject({ state: 'failed' });
    });

    it('rejects a concurrent call with the same key, without affecting the first', async () => {
      let send: (value: string) => void = () => undefined;
      const sent: string[] = [];
      const { call, effects } = setUp(
        sender(sent, {
          execute: () => {
            sent.push('x');
            return new Promise((resolve) => (send = resolve));
          },
        }),
      );
      const first = call();
      while (sent.length === 0) await new Promise(setImmediate);
      expect((await call()).result).toMatchObject({ errorClass: 'CONFLICT', data: { outcome: 'running' } });
      expect(await effects()).toMatchObject([{ state: 'started' }]);
      send('done');
      expect((await first).result).toEqual({ success: true, data: 'done' });
      expect((await call()).result).toEqual({ success: true, data: 'done' });
      expect(sent).toHaveLength(1);
    });

    it('stores the arguments, without secrets', async () => {
      const { call, caller, effects } = setUp(
        sender([], { input: z.object({ text: z.string(), password: z.string() }) as never }),
      );
      await call({ arguments: { text: 'hi', password: 'hunter2' } });
      expect(await effects()).toMatchObject([
        { arguments: { text: 'hi', password: '[redacted]' }, conversation_id: caller.conversationId },
      ]);
    });
  });

  describe('of a call from outside a turn', () => {
    const tools = (sent: string[]) => [
      writer(sent),
      fakeTool({ sideEffect: 'external', execute: (async () => ({ sent: sent.push('x') })) as never }),
    ];

    it('happen once for the key of its caller', async () => {
      for (const [index, tool] of tools([]).entries()) {
        const { call, caller } = setUp(tool);
        Object.assign(caller, { turnId: undefined, conversationId: undefined });
        const own = { idempotencyKey: callerEffectKey('key-1', `order-${index}`), stepKey: undefined };
        const first = await call(own);
        expect(first.result.success).toBe(true);
        expect((await call(own)).result).toEqual(first.result);
      }
    });

    it('are rejected for a key that was used with other arguments or another tool', async () => {
      for (const tool of tools([])) {
        const { call } = setUp(tool);
        const idempotencyKey = callerEffectKey('key-1', `reused-${tool.sideEffect}`);
        await call({ idempotencyKey, arguments: { text: 'a' } });
        expect((await call({ idempotencyKey, arguments: { text: 'b' } })).result).toMatchObject({
          errorClass: 'CONFLICT',
          error: expect.stringContaining('Use a new key'),
        });
      }
    });

    it('have keys that no other caller can produce', () => {
      expect(callerEffectKey('a', 'x')).not.toBe(callerEffectKey('b', 'x'));
      expect(callerEffectKey('a', 'x')).toMatch(/^caller:/);
    });
  });
});
