import { randomUUID } from 'node:crypto';
import type { Database } from '#database';
import type { CacheClaim, CacheKey, FlightEnd, ToolCache } from './tool-cache.ts';

interface Entry {
  state: 'running' | 'done' | 'failed';
  flight: string;
  content: string | null;
}

const FIND = `
  SELECT state, flight, content FROM tool_cache
   WHERE org_id = $1 AND key = $2 AND expires_at > clock_timestamp()`;
/** Replaces an expired entry, or a failure that only earlier calls waited for. */
const LEAD = `
  INSERT INTO tool_cache AS known (org_id, key, flight, state, content, expires_at)
  VALUES ($1, $2, $3, 'running', NULL, clock_timestamp() + $4::integer * interval '1 millisecond')
  ON CONFLICT (org_id, key) DO UPDATE
     SET flight = excluded.flight, state = 'running', content = NULL, expires_at = excluded.expires_at
   WHERE known.expires_at <= clock_timestamp() OR known.state = 'failed'`;
const RENEW = `
  UPDATE tool_cache SET expires_at = clock_timestamp() + $4::integer * interval '1 millisecond'
   WHERE org_id = $1 AND key = $2 AND flight = $3 AND state = 'running'`;
const END = `
  UPDATE tool_cache SET state = $5, content = $6, expires_at = clock_timestamp() + $4::integer * interval '1 millisecond'
   WHERE org_id = $1 AND key = $2 AND flight = $3 AND state = 'running'`;
const GIVE_UP = `DELETE FROM tool_cache WHERE org_id = $1 AND key = $2 AND flight = $3 AND state = 'running'`;
const FORGET = `DELETE FROM tool_cache WHERE org_id = $1 AND expires_at < clock_timestamp() - interval '1 minute'`;

/** Tool cache in PostgreSQL, also the embedded one: the table `tool_cache`. */
export class PostgresToolCache implements ToolCache {
  constructor(private readonly database: Database) {}

  async claim({ orgId, key }: CacheKey, leaseMs: number, waitedFor?: string): Promise<CacheClaim> {
    return this.database.forOrg(orgId, async (tx) => {
      for (;;) {
        const [entry] = await tx.query<Entry>(FIND, [key]);
        const claim = entry && claimFrom(entry, waitedFor);
        if (claim) return claim;
        const flight = randomUUID();
        if ((await tx.execute(LEAD, [key, flight, leaseMs])) > 0) return { kind: 'lead', flight };
        // Another worker became the leader between the two statements: the next iteration finds its entry.
      }
    });
  }

  async renew(key: CacheKey, flight: string, leaseMs: number): Promise<boolean> {
    return (await this.execute(RENEW, key, flight, leaseMs)) > 0;
  }

  async end(key: CacheKey, flight: string, { state, content, keepMs }: FlightEnd): Promise<void> {
    // Also deletes the org's expired rows, which is cheap with the index on `expires_at`.
    await this.database.forOrgAtOnce(key.orgId, (tx) =>
      Promise.all([tx.execute(END, [key.key, flight, keepMs, state, content]), tx.execute(FORGET)]),
    );
  }

  async giveUp(key: CacheKey, flight: string): Promise<void> {
    await this.execute(GIVE_UP, key, flight);
  }

  async close(): Promise<void> {
    // The database is shared; its owner closes it.
  }

  private execute(sql: string, { orgId, key }: CacheKey, ...values: unknown[]): Promise<number> {
    return this.database.forOrgAtOnce(orgId, (tx) => tx.execute(sql, [key, ...values]));
  }
}

/** @returns undefined if a new flight may begin. */
function claimFrom({ state, flight, content }: Entry, waitedFor: string | undefined): CacheClaim | undefined {
  if (state === 'running') return { kind: 'wait', flight };
  if (state === 'done') return { kind: 'hit', content: content ?? 'null' };
  return flight === waitedFor ? { kind: 'failed', content: content ?? '{}' } : undefined;
}
