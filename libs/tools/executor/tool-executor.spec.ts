import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { describeWith } from '../../../test/harness/services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { ToolRegistry } from '../registry.ts';
import { scopeTools, type ScopeRequest } from '../scoping.ts';
import { fakePack, fakeTool } from '../testing/fake-tools.ts';
import type { ToolContext } from '../tool-context.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool.errors.ts';
import { ToolExecutor, type ToolCaller, type ToolInvocation } from './tool-executor.ts';

const orgId = randomUUID();
const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));
const never = () => new Promise<never>(() => undefined);

interface CallRow {
  tool: string;
  arguments: unknown;
  result: { data?: unknown };
  success: boolean;
  error_class: string | null;
  attempts: number;
  capability: string | null;
}

describeWith('postgres', 'the executor', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ database, close } = await openDatabase(testDatabase.settings));
  });

  afterAll(async () => {
    await close?.();
    await testDatabase?.drop();
  });

  /** One tool with all around it. */
  function setUp(tool: Tool, over: Partial<ScopeRequest> = {}) {
    const registry = new ToolRegistry([fakePack([tool])], []);
    const agent = registry.agent('test', 'helper');
    if (!agent) throw new Error('no agent');
    const scope = scopeTools({
      agent,
      orgPacks: ['test'],
      disabledTools: new Set(),
      channel: 'chat',
      caller: 'contact',
      ...over,
    });
    const caller = {
      org: { id: orgId, slug: 'test' },
      caller: { kind: 'contact' },
      turnId: randomUUID(),
      conversationId: randomUUID(),
      messageText: 'hello',
      channel: 'chat',
      channelName: 'chat',
      language: 'en',
      timezone: 'UTC',
      clock,
      settings: new Map(),
      scope,
    } as unknown as ToolCaller;
    const executor = new ToolExecutor(registry, database, clock);
    const invocation: ToolInvocation = {
      tool: tool.name,
      arguments: {},
      idempotencyKey: `${caller.turnId}:tool:1:0`,
      mayHaveRun: false,
      stepKey: 'tool:1:0',
    };
    const call = (change: Partial<ToolInvocation> = {}, signal = new AbortController().signal) =>
      executor.execute({ ...invocation, ...change }, caller, signal);
    const calls = () =>
      database.forOrg(orgId, (tx) =>
        tx.query<CallRow & Record<string, unknown>>(
          'SELECT * FROM tool_calls WHERE turn_id = $1 ORDER BY id',
          [caller.turnId],
        ),
      );
    const effects = () =>
      database.forOrg(orgId, (tx) =>
        tx.query<{ state: string; result: unknown }>(
          'SELECT state, result FROM tool_effects WHERE turn_id = $1',
          [caller.turnId],
        ),
      );
    return { executor, caller, invocation, call, calls, effects };
  }

  const writer = (runs: string[], over: Partial<Tool> = {}) =>
    fakeTool({
      sideEffect: 'write',
      execute: (async (_input: unknown, context: ToolContext) =>
        context.write(async (tx) => {
          await tx.execute('INSERT INTO contacts (org_id, id, created_at) VALUES ($1, $2, $3)', [
            orgId,
            randomUUID(),
            clock.now(),
          ]);
          runs.push(context.idempotencyKey);
          return { number: runs.length };
        })) as never,
      ...(over as object),
    });

  it('gives the result and writes one row for the audit', async () => {
    const { call, calls, caller } = setUp(fakeTool({ capability: 'echoing' }));
    const outcome = await call({ arguments: { text: 'hi', extra: 1 } });
    expect(outcome).toMatchObject({
      attempts: 1,
      result: { success: true, data: { text: 'hi', warnings: ['Unknown arguments were left out: extra'] } },
    });
    expect(JSON.parse(outcome.modelText)).toEqual(outcome.result);
    expect(await calls()).toMatchObject([
      {
        tool: 'echo',
        pack: 'test',
        step_key: 'tool:1:0',
        success: true,
        error_class: null,
        capability: 'echoing',
        channel: 'chat',
        caller_kind: 'contact',
        conversation_id: caller.conversationId,
        created_at: clock.now(),
        attempts: 1,
      },
    ]);
  });

  it('keeps no capability and no secret of a failed call', async () => {
    const { call, calls } = setUp(
      fakeTool({
        capability: 'echoing',
        input: z.object({ text: z.string(), password: z.string() }) as never,
        execute: async () => {
          throw new ToolError('NOT_FOUND', 'There is no such thing.', { suggestions: ['this'] });
        },
      }),
    );
    const { result } = await call({ arguments: { text: 'hi', password: 'hunter2' } });
    expect(result).toEqual({
      success: false,
      error: 'There is no such thing.',
      errorClass: 'NOT_FOUND',
      data: { suggestions: ['this'] },
    });
    const [row] = await calls();
    expect(row).toMatchObject({ success: false, error_class: 'NOT_FOUND', capability: null });
    expect(JSON.stringify(row)).not.toContain('hunter2');
  });

  it.each<[string, Partial<ToolInvocation>, string, RegExp]>([
    ['an unknown tool', { tool: 'nothing\u0000' }, 'NOT_FOUND', /no tool named/],
    ['arguments that do not fit', { arguments: { text: 4 } }, 'VALIDATION_FAILED', /text: .*expected string/],
    ['arguments that are no JSON', { malformed: '{"text": \ud800' }, 'VALIDATION_FAILED', /not valid JSON/],
  ])('answers %s with a result', async (_name, change, errorClass, message) => {
    const { call, calls } = setUp(fakeTool());
    const { result, attempts } = await call(change);
    expect(result).toMatchObject({ success: false, errorClass, error: expect.stringMatching(message) });
    expect(attempts).toBe(0);
    expect(await calls()).toHaveLength(1);
  });

  it('refuses what is out of scope, and says why', async () => {
    const { call } = setUp(fakeTool({ role: 'staff' }));
    expect((await call()).result).toMatchObject({
      errorClass: 'FORBIDDEN',
      error: 'echo cannot be used here: it needs the role staff, the caller is contact.',
    });
  });

  it('hides the details of a defect', async () => {
    const { call, calls } = setUp(
      fakeTool({ execute: () => Promise.reject(new Error('password of the database')) }),
    );
    const { result, modelText } = await call();
    expect(result.errorClass).toBe('INTERNAL');
    expect(modelText).not.toContain('password');
    expect(JSON.stringify(await calls())).not.toContain('password of');
  });

  it.each<[string, Partial<Tool>]>([
    ['is no JSON', { execute: async () => ({ big: 1n }) }],
    [
      'its short form cannot read',
      {
        modelView: () => {
          throw new Error('no');
        },
      },
    ],
  ])('makes a result that %s an error of ours, not an exception', async (_name, over) => {
    const { call, calls } = setUp(fakeTool(over as never));
    expect((await call()).result).toMatchObject({ success: false, errorClass: 'INTERNAL' });
    expect(await calls()).toHaveLength(1);
  });

  it('shows a model the short form, and cuts what is too large for a caller but not for the audit', async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => ({ index, text: 'x'.repeat(100) }));
    const { call, calls } = setUp(
      fakeTool({ execute: async () => ({ items }), modelView: () => ({ count: items.length }) }),
    );
    const { result, modelText } = await call();
    expect(result.data).toMatchObject({ truncated: true, available: 3_000 });
    expect(JSON.parse(modelText)).toEqual({ success: true, data: { count: 3_000 } });
    const [row] = await calls();
    expect((row?.result.data as { items: unknown[] }).items).toHaveLength(3_000);
  });

  it('stores results with characters that PostgreSQL does not take', async () => {
    const { call, calls } = setUp(fakeTool({ execute: async () => ({ text: 'a\u0000b\ud800' }) }));
    expect((await call()).result.success).toBe(true);
    expect((await calls())[0]?.result.data).toEqual({ text: 'a\ufffdb\ufffd' });
  });

  it('records the outcome in the transaction of the audit row', async () => {
    const { executor, invocation, caller, calls } = setUp(fakeTool());
    const signal = new AbortController().signal;
    await expect(
      executor.execute(invocation, caller, signal, async (tx, outcome) => {
        expect(outcome.result.success).toBe(true);
        expect(await tx.query('SELECT 1 FROM tool_calls WHERE turn_id = $1', [caller.turnId])).toHaveLength(
          1,
        );
        throw new Error('the lease is lost');
      }),
    ).rejects.toThrow('the lease is lost');
    expect(await calls()).toEqual([]);
  });

  describe('of a tool that writes our own tables', () => {
    it('runs it once per key, also at the same moment', async () => {
      const runs: string[] = [];
      const { call, effects } = setUp(writer(runs));
      const outcomes = await Promise.all([call(), call(), call()]);
      expect(runs).toHaveLength(1);
      for (const { result } of outcomes) expect(result).toEqual({ success: true, data: { number: 1 } });
      expect(await effects()).toEqual([{ state: 'done', result: { number: 1 } }]);
    });

    it('gives the first result to a replay, also where the tool would now refuse', async () => {
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

    it('runs again after a failure, since nothing of it was kept', async () => {
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

    it('keeps nothing of a call that was told to have run out of time', async () => {
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

    it('sends once per key, and gives the first result again', async () => {
      const sent: string[] = [];
      const { call, effects } = setUp(sender(sent));
      await call();
      expect((await call({ mayHaveRun: true })).result).toEqual({ success: true, data: { sent: 1 } });
      expect(sent).toHaveLength(1);
      expect(await effects()).toEqual([{ state: 'done', result: { sent: 1 } }]);
    });

    it('does not send again what was started and never ended, however often it is asked', async () => {
      const sent: string[] = [];
      const turn = new AbortController();
      const { call, effects } = setUp(
        sender(sent, {
          execute: () => {
            sent.push('x');
            return sent.length === 1 ? never() : Promise.resolve('again');
          },
        }),
      );
      const first = call({}, turn.signal);
      first.catch(() => undefined);
      while (sent.length === 0) await new Promise(setImmediate);
      turn.abort(new Error('the worker died'));
      await expect(first).rejects.toThrow('the worker died');
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

    it('sends again with the same key where the service honours it', async () => {
      const sent: string[] = [];
      const turn = new AbortController();
      let hang = true;
      const { call, invocation } = setUp(
        sender(sent, {
          takesIdempotencyKey: true,
          execute: (_input, context) => {
            sent.push(context.idempotencyKey);
            return hang ? never() : Promise.resolve('sent');
          },
        }),
      );
      const first = call({}, turn.signal);
      first.catch(() => undefined);
      while (sent.length === 0) await new Promise(setImmediate);
      turn.abort(new Error('the worker died'));
      await expect(first).rejects.toThrow();
      hang = false;
      expect((await call({ mayHaveRun: true })).result).toMatchObject({ success: true, data: 'sent' });
      expect(sent).toEqual([invocation.idempotencyKey, invocation.idempotencyKey]);
    });

    it('says that the outcome of a time-out is unknown, and leaves it to a person', async () => {
      const { call, effects } = setUp(sender([], { timeoutMs: 50, execute: never }));
      expect((await call()).result).toMatchObject({
        errorClass: 'TIMEOUT',
        error: expect.stringContaining('a person has to look'),
        data: { outcome: 'unknown' },
      });
      expect(await effects()).toMatchObject([{ state: 'unknown_outcome' }]);
      expect((await call({ mayHaveRun: true })).result.errorClass).toBe('CONFLICT');
    });

    it('may be made again after a refusal, and is again unknown when that one dies', async () => {
      const sent: string[] = [];
      const turn = new AbortController();
      const { call, effects } = setUp(
        sender(sent, {
          execute: () => {
            sent.push('x');
            return sent.length === 1 ? Promise.reject(new ToolError('UPSTREAM_REJECTED', 'No.')) : never();
          },
        }),
      );
      expect((await call()).result.errorClass).toBe('UPSTREAM_REJECTED');
      expect(await effects()).toMatchObject([{ state: 'failed' }]);
      const second = call({ mayHaveRun: true }, turn.signal);
      second.catch(() => undefined);
      while (sent.length < 2) await new Promise(setImmediate);
      turn.abort(new Error('the worker died'));
      await expect(second).rejects.toThrow();
      expect(await effects()).toMatchObject([{ state: 'started' }]);
      expect((await call({ mayHaveRun: true })).result.errorClass).toBe('CONFLICT');
      expect(sent).toHaveLength(2);
    });

    it('keeps what is done when a later call with the key does not get that far', async () => {
      const sent: string[] = [];
      const { call, effects } = setUp(sender(sent));
      await call();
      await call({ arguments: { text: 4 } });
      expect(await effects()).toMatchObject([{ state: 'done' }]);
    });
  });
});
