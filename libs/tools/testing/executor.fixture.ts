import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { ToolExecutor, type ExecutorPorts } from '../executor/tool-executor.ts';
import type { ToolCaller, ToolInvocation } from '../executor/tool-invocation.ts';
import { ToolRegistry } from '../registry.ts';
import { everyTool, scopeTools, type ScopeRequest } from '../scoping.ts';
import type { Tool } from '#pack-kit';
import { fakePack } from './fake-tools.ts';

export const orgId = randomUUID();
export const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));

const silent = { info: () => undefined, warn: () => undefined };

interface CallRow {
  tool: string;
  arguments: unknown;
  result: { data?: unknown };
  success: boolean;
  error_class: string | null;
  attempts: number;
  capability: string | null;
  cached: boolean;
  whole_result: { data?: unknown } | null;
  result_bytes: number | null;
}

/** Provides an executor with its own database for the enclosing suite. */
export function useExecutor() {
  const opened = suiteDatabase();

  /** Sets up an executor with one tool and a caller. */
  function setUp(tool: Tool, over: Partial<ScopeRequest> = {}, ports: Partial<ExecutorPorts> = {}) {
    const registry = new ToolRegistry([fakePack([tool])], []);
    const scope = scopeTools({
      registry: registry.effective(orgId),
      agent: { pack: 'test', name: 'helper' },
      orgPacks: ['test'],
      disabledTools: new Set(),
      channel: 'chat',
      caller: 'contact',
      conversation: everyTool,
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
      settings: new Map<string, string>(),
      scope,
    } as unknown as ToolCaller;
    const executor = new ToolExecutor(registry, opened.database, clock, { logger: silent, ...ports });
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
      opened.database.forOrg(orgId, (tx) =>
        tx.queryUnscoped<CallRow & Record<string, unknown>>(
          'SELECT * FROM tool_calls WHERE turn_id = $1 ORDER BY id',
          [caller.turnId],
        ),
      );
    const effects = () =>
      opened.database.forOrg(orgId, (tx) =>
        tx.queryUnscoped<{ state: string; result: unknown }>(
          'SELECT * FROM tool_effects WHERE turn_id = $1 ORDER BY key',
          [caller.turnId],
        ),
      );
    /** Makes the call with a worker that dies as soon as the service is called. */
    async function dieWhileRunning(isCalled: () => boolean, change: Partial<ToolInvocation> = {}) {
      const worker = new AbortController();
      const dying = call(change, worker.signal);
      dying.catch(() => undefined);
      while (!isCalled()) await new Promise(setImmediate);
      worker.abort(new Error('the worker died'));
      await expect(dying).rejects.toThrow('the worker died');
    }
    return { registry, executor, caller, invocation, call, calls, effects, dieWhileRunning };
  }

  return { opened, setUp };
}
