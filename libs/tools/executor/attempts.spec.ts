import { wordList } from '#contracts';
import { OutboundHttpError } from '#outbound';
import { DatabaseUnavailableError } from '#database';
import { fakeTool, registered } from '../testing/fake-tools.ts';
import { type ToolSpec, ToolError } from '#pack-kit';
import { attempt, type Attempt } from './attempts.ts';
import { CallTime, timeLimitMs } from './call-time.ts';
import { CircuitBreakers } from './circuit-breakers.ts';

const open = () => new AbortController().signal;
const silent = { info: () => undefined, warn: () => undefined };

/** Runs the attempts of `tool` with its own time limit. */
async function tried<Data>(
  over: Partial<ToolSpec>,
  turn: AbortSignal,
  run: Attempt<Data>['run'],
  more: Partial<Attempt<Data>> = {},
) {
  const tool = fakeTool(over as never);
  const time = new CallTime(tool.name, timeLimitMs(tool, { channel: 'chat', settings: new Map() }), turn);
  try {
    return await attempt({ tool, channel: 'chat', time, run, ...more });
  } finally {
    time.end();
  }
}
const never = () => new Promise<never>(() => undefined);
const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('secret details', { cause }), { code });

/** Runs a tool that throws each of `failures` in turn and then succeeds. */
async function run(failures: unknown[], over: Partial<ToolSpec> = {}) {
  const left = [...failures];
  const run = async () => {
    if (left.length > 0) throw left.shift();
    return 'done';
  };
  return tried(over, open(), run);
}

const unavailable = new ToolError('UPSTREAM_UNAVAILABLE', 'away');

describe('attempts', () => {
  it.each(['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'] as const)(
    'tries again after %s',
    async (errorClass) => {
      expect(await run([new ToolError(errorClass, 'x')])).toMatchObject({ attempts: 2, data: 'done' });
    },
  );

  it('keeps the error class of failed outbound requests', async () => {
    const limited = new OutboundHttpError('api.test', 429, '', 5);
    expect(await run([limited])).toMatchObject({ attempts: 2, data: 'done' });
    expect(await run([new OutboundHttpError('api.test', 404, '', undefined)])).toMatchObject({
      attempts: 1,
      error: { errorClass: 'UPSTREAM_REJECTED', message: 'api.test answered with status 404.' },
    });
    expect(await run([new OutboundHttpError('api.test', 503, '', 60_000)])).toMatchObject({
      attempts: 1,
      error: { errorClass: 'UPSTREAM_UNAVAILABLE', help: { retryAfterMs: 60_000 } },
    });
  });

  it.each(
    wordList(
      `VALIDATION_FAILED NOT_FOUND FORBIDDEN CONFLICT PRECONDITION_FAILED NOT_CONFIGURED LIMIT_EXCEEDED
      UPSTREAM_REJECTED UPSTREAM_ERROR INTERNAL`,
    ),
  )('does not retry after %s', async (errorClass) => {
    expect(await run([new ToolError(errorClass, 'x')])).toMatchObject({ attempts: 1, error: { errorClass } });
  });

  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a broken connection', withCode('ECONNRESET')],
    ['a failed fetch', new TypeError('fetch failed', { cause: withCode('ENOTFOUND') })],
    ['a slow connection', new TypeError('fetch failed', { cause: withCode('UND_ERR_CONNECT_TIMEOUT') })],
  ])('treats %s as an outage of the service, not of the database', async (_name, error) => {
    expect(await run([error])).toMatchObject({ attempts: 2, data: 'done' });
    const { error: finalError } = await run([error, error, error]);
    expect(finalError).toMatchObject({ errorClass: 'UPSTREAM_UNAVAILABLE' });
    expect(finalError?.message).not.toContain('secret');
  });

  it('stops when its server is known to be gone', async () => {
    const away = { says: undefined as string | undefined };
    const gone = await tried({ away: () => away.says }, open(), async () => {
      away.says = 'gone';
      throw unavailable;
    });
    expect(gone).toMatchObject({ attempts: 1, error: unavailable });
  });

  it('throws when the platform’s database is unavailable', async () => {
    await expect(run([new DatabaseUnavailableError(new Error('x'))])).rejects.toThrow(
      DatabaseUnavailableError,
    );
  });

  it('waits as long as the service requests', async () => {
    const startedAt = performance.now();
    expect(await run([new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 600 })])).toMatchObject({
      attempts: 2,
    });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(595);
    expect(await run([new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 0 })])).toMatchObject({
      attempts: 2,
    });
  });

  it('does not wait longer than the remaining time', async () => {
    const startedAt = performance.now();
    const result = await run([new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 60_000 })]);
    expect(result).toMatchObject({ attempts: 1, error: { errorClass: 'RATE_LIMITED' } });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  describe('of a tool that sends something out', () => {
    const external = { sideEffect: 'external' as const };

    it.each(['TIMEOUT', 'UPSTREAM_UNAVAILABLE'] as const)(
      'are not repeated after %s if the service supports no keys',
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

    it('are repeated after a rate limit', async () => {
      expect(await run([new ToolError('RATE_LIMITED', 'x')], external)).toMatchObject({
        attempts: 2,
        data: 'done',
      });
    });
  });

  it('ends at the time limit over all attempts, and aborts the tool', async () => {
    let given: AbortSignal | undefined;
    const startedAt = performance.now();
    const result = await tried({ timeoutMs: 100 }, open(), (signal) => {
      given = signal;
      return never();
    });
    expect(result).toMatchObject({
      attempts: 1,
      error: { errorClass: 'TIMEOUT', message: 'echo did not answer within 0.1 s.' },
    });
    expect(given?.aborted).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('ends when the turn is aborted, even if the tool ignores its signal', async () => {
    const turn = new AbortController();
    const stopped = new Error('stopped');
    const running = tried({}, turn.signal, never);
    turn.abort(stopped);
    await expect(running).rejects.toBe(stopped);
    let ran = false;
    await expect(
      tried({}, turn.signal, async () => {
        ran = true;
      }),
    ).rejects.toBe(stopped);
    expect(ran).toBe(false);
  });

  it('ends when the turn is aborted between two attempts', async () => {
    const turn = new AbortController();
    const running = tried({}, turn.signal, async () => {
      queueMicrotask(() => turn.abort(new Error('stopped')));
      throw new ToolError('RATE_LIMITED', 'x', { retryAfterMs: 10_000 });
    });
    await expect(running).rejects.toThrow('stopped');
  });

  it('uses the time limit of the setting, or of the tool if it is lower', () => {
    const limit = (timeoutMs: number | undefined, setting?: string) =>
      timeLimitMs(fakeTool({ timeoutMs }), {
        channel: 'chat',
        settings: new Map<string, string>(setting === undefined ? [] : [['TOOL_TIMEOUT_MS', setting]]),
      });
    expect([limit(undefined), limit(5_000), limit(60_000)]).toEqual([25_000, 5_000, 25_000]);
    expect([limit(undefined, '40000'), limit(60_000, '40000'), limit(5_000, '2000')]).toEqual([
      40_000, 40_000, 2_000,
    ]);
    expect([limit(undefined, 'for ever'), limit(undefined, '1')]).toEqual([25_000, 25_000]);
  });

  it('waits 250 and 750 ms in chat and 150 ms on voice, give or take a fifth', async () => {
    const pauses = async (channel: 'chat' | 'voice') => {
      const startedAt: number[] = [];
      await tried(
        {},
        open(),
        async () => {
          startedAt.push(performance.now());
          throw unavailable;
        },
        { channel },
      );
      return startedAt.slice(1).map((moment, index) => moment - (startedAt[index] ?? 0));
    };
    const [chat, voice] = await Promise.all([pauses('chat'), pauses('voice')]);
    const within = (pause: number | undefined, middle: number) => {
      expect(pause).toBeGreaterThanOrEqual(middle * 0.8 - 2);
      expect(pause).toBeLessThan(middle * 1.2 + 2_000);
    };
    within(chat[0], 250);
    within(chat[1], 750);
    within(voice[0], 150);
    expect([chat.length, voice.length]).toEqual([2, 1]);
  });

  describe('of a service behind a circuit breaker', () => {
    const service = registered(fakeTool({ outbound: true }));

    it('end with the last error if the circuit opens in between, and are then rejected at once', async () => {
      const breaker = new CircuitBreakers(silent).of('org', service);
      if (!breaker) throw new Error('no breaker');
      let runs = 0;
      const fail = async () => {
        runs += 1;
        throw unavailable;
      };
      const call = () => tried({}, open(), fail, { breaker });
      expect(await call()).toMatchObject({ attempts: 3, error: unavailable });
      expect(await call()).toMatchObject({ attempts: 2, error: unavailable });
      expect(await call()).toMatchObject({
        attempts: 0,
        error: { errorClass: 'UPSTREAM_UNAVAILABLE', help: { circuit: 'open' } },
      });
      expect(runs).toBe(5);
    });
  });
});
