import { z } from 'zod';
import type { OrgTransaction } from '#database';
import { OutboundRefusedError } from '#outbound';
import { renderMetrics } from '#telemetry';
import { describeWith } from '../../../test/harness/services.ts';
import { clock, useExecutor } from '../testing/executor.fixture.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import { type Tool, ToolError } from '#pack-kit';
import { insertToolCalls, type ToolCallRow } from './tool-call.repository.ts';
import type { ToolInvocation } from './tool-invocation.ts';
import type { ToolOutcome } from './tool-outcome.ts';

describeWith('postgres', 'the executor', () => {
  const { opened, setUp } = useExecutor();

  it('returns the result and writes one audit row', async () => {
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

  const failing = (error: Error) => ({ execute: () => Promise.reject(error) });
  const notFound = new ToolError('NOT_FOUND', 'There is no such thing.', { suggestions: ['this'] });

  it('names removed arguments also if the tool fails', async () => {
    const { call } = setUp(fakeTool(failing(notFound)));
    expect((await call({ arguments: { text: 'hi', extra: 1 } })).result).toEqual({
      success: false,
      error: 'There is no such thing.',
      errorClass: 'NOT_FOUND',
      data: { suggestions: ['this'], warnings: ['Unknown arguments were left out: extra'] },
    });
  });

  it.each([
    ['a visitor', 'contact'],
    ['staff', 'staff'],
  ] as const)('names a setting that is missing for staff, audit and trace alone: to %s', async (_, kind) => {
    const missing = new ToolError('NOT_CONFIGURED', 'Search is not configured: set SEARCH_API_URL.', {
      missingSettings: ['SEARCH_API_URL'],
      suggestions: ['the catalogue'],
    });
    const { call, calls, caller } = setUp(fakeTool(failing(missing)));
    caller.caller = { kind };
    const { modelText, modelResult, result } = await call({ arguments: { text: 'hi' } });
    expect(modelText.includes('SEARCH_API_URL')).toBe(kind === 'staff');
    expect(JSON.parse(modelText)).toEqual(modelResult);
    expect(modelResult).toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      data: { suggestions: ['the catalogue'] },
    });
    expect(result).toMatchObject({ error: expect.stringContaining('SEARCH_API_URL') as string });
    const [row] = await calls();
    expect(row?.result.data).toMatchObject({ missingSettings: ['SEARCH_API_URL'] });
  });

  it('removes only the sentences about the setting from a failure of another class', async () => {
    const refused = new OutboundRefusedError('address', '10.0.0.1 is no address for this', '10.0.0.1:80');
    const { call } = setUp(fakeTool(failing(refused)));
    const { modelResult, result } = await call({ arguments: { text: 'hi' } });
    expect(modelResult).toEqual({
      success: false,
      errorClass: 'FORBIDDEN',
      error: '10.0.0.1 is no address for this.',
      data: undefined,
    });
    expect(result.error).toContain('HTTP_ALLOW_HOSTS');
  });

  it('does not run a tool that was switched off after the turn began', async () => {
    const { call, calls, registry } = setUp(fakeTool());
    expect((await call()).result.success).toBe(true);
    const off = new Map([['echo', { version: 1, override: { enabled: false } }]]);
    registry.applyOverrides({ platform: off, orgs: new Map(), approved: new Set() });
    expect((await call()).result).toEqual({
      success: false,
      error: 'echo cannot be used here: the platform has switched it off.',
      errorClass: 'FORBIDDEN',
    });
    expect((await calls()).map((row) => row.error_class)).toEqual([null, 'FORBIDDEN']);
  });

  it('fails if the approval rule throws, and runs nothing', async () => {
    const runs: string[] = [];
    const { call, caller } = setUp(
      fakeTool({
        execute: async () => runs.push('x'),
        approval: () => {
          throw new TypeError('a defect of the pack');
        },
      }),
    );
    caller.approvals = { tools: new Set(), decided: () => undefined };
    expect((await call()).result).toMatchObject({ success: false, errorClass: 'INTERNAL' });
    expect(runs).toEqual([]);
  });

  it('stores no capability and no secret of a failed call', async () => {
    const { call, calls } = setUp(
      fakeTool({
        capability: 'echoing',
        input: z.object({ text: z.string(), password: z.string() }) as never,
        ...failing(notFound),
      }),
    );
    await call({ arguments: { text: 'hi', password: 'hunter2' } });
    const [row] = await calls();
    expect(row).toMatchObject({ success: false, error_class: 'NOT_FOUND', capability: null });
    expect(JSON.stringify(row)).not.toContain('hunter2');
  });

  it.each<[string, Partial<ToolInvocation>, string, RegExp]>([
    ['an unknown tool', { tool: 'nothing\u0000' }, 'NOT_FOUND', /no tool named/],
    ['unfitting arguments', { arguments: { text: {} } }, 'VALIDATION_FAILED', /text: .*expected a string/],
    ['arguments that are no JSON', { malformed: '{"text": \ud800' }, 'VALIDATION_FAILED', /not valid JSON/],
  ])('answers %s with a result', async (_name, change, errorClass, message) => {
    const { call, calls } = setUp(fakeTool());
    const { result, attempts } = await call(change);
    expect(result).toMatchObject({ success: false, errorClass, error: expect.stringMatching(message) });
    expect(attempts).toBe(0);
    expect(await calls()).toHaveLength(1);
  });

  it('creates no metric series for an invented tool name', async () => {
    const { call } = setUp(fakeTool());
    await call({ tool: 'invented_by_somebody' });
    const metrics = await renderMetrics();
    expect(metrics).toContain('turnpike_tool_calls_total{tool="unknown",outcome="NOT_FOUND"}');
    expect(metrics).not.toContain('invented_by_somebody');
  });

  it('rejects a tool out of scope, with the reason', async () => {
    const { call } = setUp(fakeTool({ role: 'staff' }));
    expect((await call()).result).toMatchObject({
      errorClass: 'FORBIDDEN',
      error: 'echo cannot be used here: it needs the role staff, the caller is contact.',
    });
  });

  describe('of a tool whose server is away', () => {
    const WORDS = 'the MCP server maps is away (gone)';
    function awayTool(over: Partial<Tool> = {}) {
      const server = { away: WORDS as string | undefined };
      return { server, tool: fakeTool({ away: () => server.away, ...(over as object) }) };
    }

    it('reports the outage to callers in scope, also if it began after the turn', async () => {
      const { server, tool } = awayTool();
      const fails = { errorClass: 'UPSTREAM_UNAVAILABLE', error: `echo cannot be called now: ${WORDS}.` };
      const { call } = setUp(tool);
      expect((await call()).result).toMatchObject(fails);
      server.away = undefined;
      const before = setUp(tool);
      server.away = WORDS;
      expect((await before.call()).result).toMatchObject(fails);
    });

    it('runs it if the server has come back in the meantime', async () => {
      const { server, tool } = awayTool();
      const { call } = setUp(tool);
      server.away = undefined;
      expect((await call()).result.success).toBe(true);
    });

    it.each<[string, Partial<Tool>, Parameters<typeof setUp>[1], string]>([
      ['an agent that has it not', {}, { agent: { pack: 'test', name: 'nobody' } }, 'does not have it'],
      ['an org without its pack', {}, { orgPacks: ['other'] }, 'does not have the pack test'],
      ['a role that is too low', { role: 'staff' }, {}, 'it needs the role staff'],
      ['an org that has disabled it', {}, { disabledTools: new Set(['echo']) }, 'TOOLS_DISABLED'],
    ])('is out of scope for %s, and does not name its server', async (_who, over, request, words) => {
      const { result } = await setUp(awayTool(over).tool, request).call();
      expect(result).toMatchObject({ errorClass: 'FORBIDDEN', error: expect.stringContaining(words) });
      expect(result.error).not.toContain('maps');
    });
  });

  describe('of a tool whose server is started by the first call', () => {
    const LIMIT_MS = 40;
    function lazyTool(over: Partial<Tool> = {}) {
      const began = Promise.withResolvers<void>();
      const server = { away: undefined as string | undefined, started: began.promise, runs: 0 };
      const own = {
        timeoutMs: LIMIT_MS,
        outbound: { service: 'mcp:maps' },
        away: () => server.away,
        start: () => server.started,
        execute: async () => ({ runs: (server.runs += 1) }),
      };
      return { server, began, tool: fakeTool({ ...own, ...(over as object) }) };
    }
    /** Well beyond the time limit of a call. */
    const afterLimit = () => new Promise((resolve) => setTimeout(resolve, 3 * LIMIT_MS));

    it('does not count the start, for which all first calls wait', async () => {
      const { began, tool } = lazyTool();
      const { call } = setUp(tool);
      const first = [call(), call({ idempotencyKey: 'another' })];
      await afterLimit();
      began.resolve();
      const results = await Promise.all(first);
      expect(results.map(({ result }) => result.success)).toEqual([true, true]);
    });

    it('counts the time of the answer', async () => {
      const { began, tool } = lazyTool({ execute: () => new Promise(() => undefined) });
      began.resolve();
      expect((await setUp(tool).call()).result).toMatchObject({ errorClass: 'TIMEOUT' });
    });

    it('counts the start for a call on voice', async () => {
      const { server, tool } = lazyTool();
      const { call, caller } = setUp(tool, { channel: 'voice' });
      Object.assign(caller, { channel: 'voice', channelName: 'voice' });
      expect((await call()).result).toMatchObject({ errorClass: 'TIMEOUT' });
      expect(server.runs).toBe(0);
    });

    it('opens no circuit for failed starts, and calls the server once it runs', async () => {
      const { server, began, tool } = lazyTool();
      const { call } = setUp(tool);
      const first = Array.from({ length: 7 }, (_, at) => call({ idempotencyKey: `first ${at}` }));
      server.away = 'the MCP server maps is away (gone)';
      began.resolve();
      for (const { result, attempts } of await Promise.all(first))
        expect([attempts, result.errorClass]).toEqual([0, 'UPSTREAM_UNAVAILABLE']);
      server.away = undefined;
      expect((await call()).result.success).toBe(true);
    });

    it('ends when its turn is aborted', async () => {
      const { tool } = lazyTool();
      const turn = new AbortController();
      const waiting = setUp(tool).call({}, turn.signal);
      turn.abort(new Error('cancelled'));
      await expect(waiting).rejects.toThrow('cancelled');
    });
  });

  it('hides the details of a defect', async () => {
    const { call, calls } = setUp(fakeTool(failing(new Error('password of the database'))));
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

  it('shows the short view to a model, and cuts a large result for the caller but not for the audit', async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => ({ index, text: 'x'.repeat(100) }));
    const { call, calls } = setUp(
      fakeTool({ execute: async () => ({ items }), modelView: () => ({ count: items.length }) }),
    );
    const { result, modelText } = await call();
    expect(result.data).toMatchObject({ truncated: true, available: 3_000 });
    expect(JSON.parse(modelText)).toEqual({ success: true, data: { count: 3_000 } });
    const [row] = await calls();
    expect(row?.result.data).toMatchObject({ truncated: true, available: 3_000 });
    expect(row?.whole_result?.data).toEqual({ items });
    expect(row?.result_bytes).toBe(JSON.stringify({ items }).length);
  });

  it('stores results with characters that PostgreSQL does not accept', async () => {
    const { call, calls } = setUp(fakeTool({ execute: async () => ({ text: 'a\u0000b\ud800' }) }));
    expect((await call()).result.success).toBe(true);
    expect((await calls())[0]?.result.data).toEqual({ text: 'a\ufffdb\ufffd' });
  });

  it('records the outcome in the transaction of the audit row', async () => {
    const { executor, invocation, caller, calls } = setUp(fakeTool());
    const signal = new AbortController().signal;
    const recordIn = async (tx: OrgTransaction, outcome: ToolOutcome) => {
      expect(outcome.result.success).toBe(true);
      await tx.queryUnscoped(`SELECT refuse('TP001', 'the lease is lost')`);
    };
    await expect(executor.execute(invocation, caller, signal, { recordIn })).rejects.toThrow(
      'the lease is lost',
    );
    expect(await calls()).toEqual([]);
  });

  it('hands the audit row to a recorder that stores it with its other rows', async () => {
    const { executor, invocation, caller, calls } = setUp(fakeTool());
    const recordIn = () => Promise.reject(new Error('not in a transaction of its own'));
    const rows: ToolCallRow[] = [];
    await executor.execute(invocation, caller, new AbortController().signal, {
      recordIn,
      recordWith: async (row) => void rows.push(row),
    });
    expect(await calls()).toEqual([]);
    for (const stored of [rows, rows])
      await opened.database.forOrg(caller.org.id, (tx) => insertToolCalls(tx, stored));
    expect(await calls()).toHaveLength(1);
  });
});
