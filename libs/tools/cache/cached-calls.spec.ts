import { randomBytes, randomUUID } from 'node:crypto';
import { renderMetrics } from '#telemetry';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith, TEST_REDIS_URL } from '../../../test/harness/services.ts';
import { CallTime } from '../executor/call-time.ts';
import type { Attempted } from '../executor/attempts.ts';
import { ToolError } from '#pack-kit';
import { CachedCalls } from './cached-calls.ts';
import { canonicalJson, hashOf } from './canonical-json.ts';
import { RedisToolCache } from './redis-tool-cache.ts';
import type { CacheKey, ToolCache } from './tool-cache.ts';

const prefix = `test-${randomBytes(5).toString('hex')}`;
const newKey = (): CacheKey => ({ orgId: randomUUID(), key: `search:${randomBytes(8).toString('hex')}` });
const logged: string[] = [];
const logger = {
  warn: (_fields: unknown, text: string) => void logged.push(text),
  info: (text: string) => void logged.push(text),
};
/** Calls `onWait` when a claim has to wait. */
function watched(cache: ToolCache, onWait: () => void): ToolCache {
  return {
    claim: async (...claimed) => {
      const claim = await cache.claim(...claimed);
      if (claim.kind === 'wait') onWait();
      return claim;
    },
    renew: (...renewed) => cache.renew(...renewed),
    end: (...ended) => cache.end(...ended),
    giveUp: (...given) => cache.giveUp(...given),
    close: () => cache.close(),
  };
}
const callsOn = (cache: ToolCache) => new CachedCalls(cache, logger as never);

async function runOn(
  calls: CachedCalls,
  key: CacheKey,
  run: () => Promise<Attempted<unknown>>,
  { limitMs = 10_000, turn = new AbortController().signal } = {},
) {
  const time = new CallTime('search', limitMs, turn);
  try {
    return await calls.run({ tool: 'search', key, ttlMs: 60_000, time, run });
  } finally {
    time.end();
  }
}

describeWith('redis', 'cached calls', () => {
  let workers: RedisToolCache[];

  beforeAll(async () => {
    workers = await Promise.all([
      RedisToolCache.open(TEST_REDIS_URL, prefix),
      RedisToolCache.open(TEST_REDIS_URL, prefix),
    ]);
  });

  afterAll(() => Promise.all(workers.map((worker) => worker.close())));

  const both = () => workers.map(callsOn) as [CachedCalls, CachedCalls];
  /** The cache of the second worker, which reports when it waits. */
  const waiter = (onWait: () => void) => {
    const [, cache] = workers;
    if (!cache) throw new Error('no cache');
    return callsOn(watched(cache, onWait));
  };

  it('run once for concurrent callers in all workers, and are then cached', async () => {
    const key = newKey();
    const [a, b] = both();
    let runs = 0;
    let land: () => void = () => undefined;
    const flying = new Promise<void>((resolve) => (land = resolve));
    const run = async () => {
      runs += 1;
      await flying;
      return { attempts: 2, data: { found: [1, 2] } };
    };
    const running = Array.from({ length: 8 }, (_, index) => runOn(index % 2 ? a : b, key, run));
    while (runs === 0) await new Promise(setImmediate);
    land();
    const results = await Promise.all(running);
    expect(runs).toBe(1);
    expect(results.map(({ data }) => data)).toEqual(Array.from({ length: 8 }, () => ({ found: [1, 2] })));
    expect(results.filter(({ cached }) => cached)).toHaveLength(7);
    expect(await runOn(a, key, run)).toEqual({ attempts: 0, data: { found: [1, 2] }, cached: true });
    expect(await renderMetrics()).toMatch(/turnpike_tool_cache_total\{tool="search",outcome="hit"\} [1-9]/);
  });

  it('return a failure with its help to the waiting callers, and do not cache it', async () => {
    const key = newKey();
    const [a] = both();
    let fail: () => void = () => undefined;
    const b = waiter(() => fail());
    const flying = new Promise<void>((resolve) => (fail = resolve));
    const error = new ToolError('RATE_LIMITED', 'Too many.', { retryAfterMs: 5 });
    let leads = false;
    const first = runOn(a, key, async () => {
      leads = true;
      await flying;
      return { attempts: 3, error };
    });
    while (!leads) await new Promise(setImmediate);
    const second = runOn(b, key, async () => ({ attempts: 1, data: 'ran itself' }));
    expect(await first).toEqual({ attempts: 3, error });
    expect(await second).toMatchObject({
      attempts: 0,
      cached: true,
      error: { errorClass: 'RATE_LIMITED', message: 'Too many.', help: { retryAfterMs: 5 } },
    });
    expect(await runOn(b, key, async () => ({ attempts: 1, data: 'new' }))).toEqual({
      attempts: 1,
      data: 'new',
    });
  });

  it('are run by a waiting caller when the leader dies', async () => {
    const key = newKey();
    // A worker that became the leader and was then killed.
    await workers[0]?.claim(key, 300);
    const result = await runOn(both()[1], key, async () => ({ attempts: 1, data: 'mine' }));
    expect(result).toEqual({ attempts: 1, data: 'mine' });
  });

  it('wait no longer than their own time limit', async () => {
    const key = newKey();
    await workers[0]?.claim(key, 30_000);
    const startedAt = performance.now();
    const result = await runOn(both()[1], key, async () => ({ attempts: 1, data: 'mine' }), { limitMs: 200 });
    expect(result).toMatchObject({ attempts: 0, error: { errorClass: 'TIMEOUT' } });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('stop when the turn is aborted, and let the next caller lead', async () => {
    const key = newKey();
    const [a] = both();
    const turn = new AbortController();
    const stopped = new Error('cancelled');
    const b = waiter(() => turn.abort(stopped));
    let leads = false;
    const untilStopped = () => {
      leads = true;
      return new Promise<never>((_, reject) => turn.signal.addEventListener('abort', () => reject(stopped)));
    };
    const leading = runOn(a, key, untilStopped, { turn: turn.signal });
    leading.catch(() => undefined);
    while (!leads) await new Promise(setImmediate);
    const waiting = runOn(b, key, async () => ({ attempts: 1, data: 'mine' }));
    await expect(leading).rejects.toBe(stopped);
    expect(await waiting).toEqual({ attempts: 1, data: 'mine' });
  });

  it.each<[string, Attempted<unknown>]>([
    ['is no JSON', { attempts: 1, data: { big: 1n } }],
    ['is large', { attempts: 1, data: 'x'.repeat(1024 * 1024) }],
  ])('do not keep a result that %s', async (_name, attempted) => {
    const key = newKey();
    const [a] = both();
    expect(await runOn(a, key, async () => attempted)).toBe(attempted);
    expect(await runOn(a, key, async () => ({ attempts: 1, data: 'again' }))).toMatchObject({
      data: 'again',
    });
  });
});

describe('cached calls without their backend', () => {
  it('run uncached, and log the outage once', async () => {
    const gone = await LocalServer.start(() => undefined);
    await gone.stop();
    const increaseOf = await metricIncreases();
    const cache = await RedisToolCache.open(`redis://${gone.address}`, prefix);
    const calls = callsOn(cache);
    logged.length = 0;
    for (let call = 0; call < 3; call += 1) {
      expect(await runOn(calls, newKey(), async () => ({ attempts: 1, data: call }))).toEqual({
        attempts: 1,
        data: call,
      });
    }
    await cache.close();
    expect(logged).toEqual(['the tool cache is away: calls run without it']);
    expect(await increaseOf('turnpike_tool_cache_total{tool="search",outcome="away"}')).toBe(3);
  });
});

describe('canonical JSON', () => {
  it('is equal for equal values, whatever the order of their properties', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
    expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
    expect(canonicalJson(JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'))).toBe(
      '{"__proto__":{"a":2,"b":1},"z":1}',
    );
    expect(canonicalJson(undefined)).toBe('null');
  });
});
