import { DatabaseUnavailableError } from '#database';
import { fakeTool } from '../testing/fake-tools.ts';
import type { ToolSpec } from '../tool.ts';
import { ToolError } from '../tool.errors.ts';
import { attempt } from './attempts.ts';

const open = () => new AbortController().signal;
const never = () => new Promise<never>(() => undefined);
const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('secret details', { cause }), { code });

/** Runs a tool that throws each of `failures` in turn and then succeeds. */
async function run(failures: unknown[], over: Partial<ToolSpec> = {}, channel: 'chat' | 'voice' = 'chat') {
  const left = [...failures];
  return attempt(fakeTool(over as never), channel, open(), async () => {
    if (left.length > 0) throw left.shift();
    return 'done';
  });
}

const unavailable = new ToolError('UPSTREAM_UNAVAILABLE', 'away');

describe('attempts', () => {
  it('makes three in chat and two on voice', async () => {
    expect(await run([unavailable, unavailable])).toEqual({ attempts: 3, data: 'done' });
    expect(await run([unavailable, unavailable, unavailable])).toMatchObject({
      attempts: 3,
      error: unavailable,
    });
    expect(await run([unavailable], {}, 'voice')).toEqual({ attempts: 2, data: 'done' });
    expect(await run([unavailable, unavailable], {}, 'voice')).toMatchObject({
      attempts: 2,
      error: unavailable,
    });
  });

  it.each(['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'] as const)(
    'tries again after %s',
    async (errorClass) => {
      expect(await run([new ToolError(errorClass, 'x')])).toMatchObject({ attempts: 2, data: 'done' });
    },
  );

  it.each([
    'VALIDATION_FAILED',
    'NOT_FOUND',
    'FORBIDDEN',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'NOT_CONFIGURED',
    'LIMIT_EXCEEDED',
    'UPSTREAM_REJECTED',
    'UPSTREAM_ERROR',
    'INTERNAL',
  ] as const)('does not after %s', async (errorClass) => {
    expect(await run([new ToolError(errorClass, 'x')])).toMatchObject({ attempts: 1, error: { errorClass } });
  });

  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a broken connection', withCode('ECONNRESET')],
    ['what fetch wraps', new TypeError('fetch failed', { cause: withCode('ENOTFOUND') })],
    [
      'a connection that takes too long',
      new TypeError('fetch failed', { cause: withCode('UND_ERR_CONNECT_TIMEOUT') }),
    ],
  ])('takes %s as the service being away, not our database', async (_name, error) => {
    expect(await run([error])).toMatchObject({ attempts: 2, data: 'done' });
    const { error: told } = await run([error, error, error]);
    expect(told).toMatchObject({ errorClass: 'UPSTREAM_UNAVAILABLE' });
    expect(told?.message).not.toContain('secret');
  });

  it('hides the details of a defect', async () => {
    const defect = new Error('secret details');
    const { error, attempts } = await run([defect]);
    expect(attempts).toBe(1);
    expect(error).toMatchObject({ errorClass: 'INTERNAL', cause: defect });
    expect(error?.message).not.toContain('secret');
    expect(await run(['a text'])).toMatchObject({ error: { errorClass: 'INTERNAL' } });
  });

  it('leaves it to the turn when our own database is away', async () => {
    await expect(run([new DatabaseUnavailableError(new Error('x'))])).rejects.toThrow(
      DatabaseUnavailableError,
    );
  });

  it('waits as long as the service asks for', async () => {
    const startedAt = performance.now();
    expect(await run([new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 600 })])).toMatchObject({
      attempts: 2,
    });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(595);
    const atOnce = performance.now();
    expect(await run([new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 0 })])).toMatchObject({
      attempts: 2,
    });
    expect(performance.now() - atOnce).toBeLessThan(150);
  });

  it('does not wait for longer than there is time', async () => {
    const startedAt = performance.now();
    const result = await run([new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 60_000 })]);
    expect(result).toMatchObject({ attempts: 1, error: { errorClass: 'RATE_LIMITED' } });
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  describe('of a tool that sends something out', () => {
    const external = { sideEffect: 'external' as const };

    it.each(['TIMEOUT', 'UPSTREAM_UNAVAILABLE'] as const)(
      'are not made again after %s when the service takes no key',
      async (errorClass) => {
        expect(await run([new ToolError(errorClass, 'x')], external)).toMatchObject({
          attempts: 1,
          error: { errorClass },
        });
        expect(
          await run([new ToolError(errorClass, 'x')], { ...external, takesIdempotencyKey: true }),
        ).toMatchObject({ attempts: 2 });
      },
    );

    it('are made again when it was turned away', async () => {
      expect(await run([new ToolError('RATE_LIMITED', 'x')], external)).toMatchObject({
        attempts: 2,
        data: 'done',
      });
    });
  });

  it('ends at the time limit over all attempts, and tells the tool', async () => {
    let given: AbortSignal | undefined;
    const startedAt = performance.now();
    const result = await attempt(fakeTool({ timeoutMs: 100 }), 'chat', open(), (signal) => {
      given = signal;
      return never();
    });
    expect(result).toMatchObject({
      attempts: 1,
      error: { errorClass: 'TIMEOUT', message: 'echo did not answer within 0.1 s.' },
    });
    expect(given?.aborted).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('ends when the turn does, whatever the tool does', async () => {
    const turn = new AbortController();
    const stopped = new Error('stopped');
    const running = attempt(fakeTool(), 'chat', turn.signal, never);
    turn.abort(stopped);
    await expect(running).rejects.toBe(stopped);
    let ran = false;
    await expect(
      attempt(fakeTool(), 'chat', turn.signal, async () => {
        ran = true;
      }),
    ).rejects.toBe(stopped);
    expect(ran).toBe(false);
  });

  it('ends when the turn does in the pause between two attempts', async () => {
    const turn = new AbortController();
    const running = attempt(fakeTool(), 'chat', turn.signal, async () => {
      queueMicrotask(() => turn.abort(new Error('stopped')));
      throw new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 10_000 });
    });
    await expect(running).rejects.toThrow('stopped');
  });
});
