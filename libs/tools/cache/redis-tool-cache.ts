import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { CacheClaim, CacheKey, FlightEnd, ToolCache } from './tool-cache.ts';

/** Timeout of a command. A slower cache does not help. */
const COMMAND_TIMEOUT_MS = 500;
/** Time to wait for the connection at start. Without a connection, calls run uncached. */
const CONNECT_TIMEOUT_MS = 1_000;

/** KEYS: entry. ARGV: new flight, lease in ms, flight waited for. */
const CLAIM = `
  local entry = redis.call('HMGET', KEYS[1], 'state', 'flight', 'content')
  if entry[1] == 'done' then return {'hit', entry[3]} end
  if entry[1] == 'running' then return {'wait', entry[2]} end
  if entry[1] == 'failed' and entry[2] == ARGV[3] then return {'failed', entry[3]} end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'state', 'running', 'flight', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {'lead', ARGV[1]}`;
/** ARGV: flight, time to live in ms, and for END the state and content. */
const IF_LEADING = `
  local entry = redis.call('HMGET', KEYS[1], 'state', 'flight')
  if entry[1] ~= 'running' or entry[2] ~= ARGV[1] then return 0 end`;
const RENEW = `${IF_LEADING}
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
const END = `${IF_LEADING}
  redis.call('HSET', KEYS[1], 'state', ARGV[3], 'content', ARGV[4])
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
const GIVE_UP = `${IF_LEADING}
  return redis.call('DEL', KEYS[1])`;

/** Tool cache in Redis: one hash per key, which expires with its lease or its result. */
export class RedisToolCache implements ToolCache {
  private constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  /** Connects. If Redis is unavailable, the client reconnects in the background. */
  static async open(url: string, prefix: string): Promise<RedisToolCache> {
    const redis = new Redis(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    // Failing commands report errors; without a listener ioredis would end the process.
    redis.on('error', () => undefined);
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).catch(() => undefined);
    return new RedisToolCache(redis, prefix);
  }

  async claim(key: CacheKey, leaseMs: number, waitedFor = ''): Promise<CacheClaim> {
    const answer = await this.run(CLAIM, key, randomUUID(), leaseMs, waitedFor);
    const [kind, text] = answer as ['hit' | 'lead' | 'wait' | 'failed', string];
    return kind === 'lead' || kind === 'wait' ? { kind, flight: text } : { kind, content: text };
  }

  async renew(key: CacheKey, flight: string, leaseMs: number): Promise<boolean> {
    return (await this.run(RENEW, key, flight, leaseMs)) === 1;
  }

  async end(key: CacheKey, flight: string, { state, content, keepMs }: FlightEnd): Promise<void> {
    await this.run(END, key, flight, keepMs, state, content);
  }

  async giveUp(key: CacheKey, flight: string): Promise<void> {
    await this.run(GIVE_UP, key, flight);
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }

  private run(script: string, { orgId, key }: CacheKey, ...values: (string | number)[]): Promise<unknown> {
    return this.redis.eval(script, 1, `${this.prefix}:tool-cache:${orgId}:${key}`, ...values);
  }
}
