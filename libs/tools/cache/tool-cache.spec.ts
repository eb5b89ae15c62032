import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith, TEST_REDIS_URL } from '../../../test/harness/services.ts';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { PostgresToolCache } from './postgres-tool-cache.repository.ts';
import { RedisToolCache } from './redis-tool-cache.ts';
import type { CacheKey, ToolCache } from './tool-cache.ts';

const prefix = `test-${randomBytes(5).toString('hex')}`;
const LEASE_MS = 30_000;

describeWith('redis', 'the tool cache in Redis', () =>
  describeCache(() => RedisToolCache.open(TEST_REDIS_URL, prefix)),
);
describeOnEachDatabase('the tool cache', (on) =>
  describeCache(async () => new PostgresToolCache(on.database)),
);

function describeCache(open: () => Promise<ToolCache>): void {
  let cache: ToolCache;
  /** The cache of another worker. */
  let other: ToolCache;

  beforeAll(async () => {
    cache = await open();
    other = await open();
  });

  afterAll(async () => {
    await cache?.close();
    await other?.close();
  });

  const newKey = (): CacheKey => ({ orgId: randomUUID(), key: `search:${randomBytes(8).toString('hex')}` });
  async function lead(key: CacheKey, leaseMs = LEASE_MS): Promise<string> {
    const claim = await cache.claim(key, leaseMs);
    if (claim.kind !== 'lead') throw new Error(`not leading: ${claim.kind}`);
    return claim.flight;
  }

  it('makes one of many callers the leader, and names the flight for the others', async () => {
    const key = newKey();
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? cache : other).claim(key, LEASE_MS)),
    );
    const leaders = claims.filter((claim) => claim.kind === 'lead');
    expect(leaders).toHaveLength(1);
    const flights = claims.map((claim) => ('flight' in claim ? claim.flight : claim.kind));
    expect(new Set(flights).size).toBe(1);
  });

  it('returns the unchanged result to all callers', async () => {
    const key = newKey();
    const flight = await lead(key);
    const content = JSON.stringify({ text: 'عقار \u0000 \ud800 "', big: 1e300, list: [null, true] });
    await cache.end(key, flight, { state: 'done', content, keepMs: 60_000 });
    expect(await other.claim(key, LEASE_MS)).toEqual({ kind: 'hit', content });
    expect(await cache.claim(key, LEASE_MS, flight)).toEqual({ kind: 'hit', content });
  });

  it('keeps orgs and keys apart', async () => {
    const key = newKey();
    await cache.end(key, await lead(key), { state: 'done', content: '1', keepMs: 60_000 });
    expect(await cache.claim({ ...key, orgId: randomUUID() }, LEASE_MS)).toMatchObject({ kind: 'lead' });
    expect(await cache.claim({ ...key, key: `${key.key}x` }, LEASE_MS)).toMatchObject({ kind: 'lead' });
  });

  it('drops a result when it expires', async () => {
    const key = newKey();
    await cache.end(key, await lead(key), { state: 'done', content: '1', keepMs: 5_000 });
    expect(await cache.claim(key, LEASE_MS)).toMatchObject({ kind: 'hit' });
    await eventually(async () => expect(await other.claim(key, LEASE_MS)).toMatchObject({ kind: 'lead' }));
  });

  it('replaces a leader whose lease expired, and ignores its later result', async () => {
    const key = newKey();
    const flight = await lead(key, 50);
    const next = await eventually(async () => {
      const claim = await other.claim(key, LEASE_MS, flight);
      if (claim.kind !== 'lead') throw new Error('still led');
      return claim.flight;
    });
    expect(await cache.renew(key, flight, LEASE_MS)).toBe(false);
    await cache.end(key, flight, { state: 'done', content: '"old"', keepMs: 60_000 });
    await cache.giveUp(key, flight);
    expect(await cache.claim(key, LEASE_MS)).toEqual({ kind: 'wait', flight: next });
  });

  it('keeps a leader that renews its lease', async () => {
    const key = newKey();
    const flight = await lead(key, 5_000);
    expect(await cache.renew(key, flight, LEASE_MS)).toBe(true);
    const later = performance.now() + 5_200;
    await eventually(async () => expect(performance.now()).toBeGreaterThan(later));
    expect(await other.claim(key, LEASE_MS)).toEqual({ kind: 'wait', flight });
  });

  it('returns a failure only to the callers that waited for it', async () => {
    const key = newKey();
    const flight = await lead(key);
    await cache.end(key, flight, { state: 'failed', content: '{"a":1}', keepMs: 60_000 });
    expect(await other.claim(key, LEASE_MS, flight)).toEqual({ kind: 'failed', content: '{"a":1}' });
    expect(await other.claim(key, LEASE_MS, randomUUID())).toMatchObject({ kind: 'lead' });
    expect(await cache.claim(key, LEASE_MS, flight)).toMatchObject({ kind: 'wait' });
  });

  it('lets the next caller lead when the leader gives up', async () => {
    const key = newKey();
    await cache.giveUp(key, await lead(key));
    expect(await other.claim(key, LEASE_MS)).toMatchObject({ kind: 'lead' });
  });
}
