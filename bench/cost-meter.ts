import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { cpuMsOf, postgresCpuMs } from './processor-time.ts';
import { combine, round } from './statistics.ts';

/** Wait for rows that are stored soon after the end of a turn (traces, usage, checkpoints): they belong to its cost. */
const SETTLE_MS = 2_000;

export type Costs = {
  /** Milliseconds by name of the processes, and `postgres` and `redis`. */
  cpuMs: Record<string, number>;
  /** `transactions`, `walKib` and `diskKib`; `statements` if the server has pg_stat_statements. */
  postgres: Record<string, number>;
  /** `kibIn`, `kibOut`, and the executed `commands` in all and by name. Empty without Redis. */
  redis: { kibIn?: number; kibOut?: number; commands?: Record<string, number> };
};

/** Measures what turns cost: the contestant's processes, PostgreSQL and Redis, which must have no other work meanwhile. */
export class CostMeter {
  /** Statements of the benchmark itself, which are no cost of a turn. */
  private asked = 0;

  private constructor(
    readonly database: Client,
    private readonly redis: Redis | undefined,
    private readonly statements: string,
  ) {
    const query = database.query.bind(database) as (...given: unknown[]) => unknown;
    database.query = ((...given: unknown[]) => {
      this.asked += 1;
      return query(...given);
    }) as Client['query'];
  }

  /** @param redisUrl undefined if the contestant does not use Redis. */
  static async open(databaseUrl: string, redisUrl: string | undefined): Promise<CostMeter> {
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    const { rows } = await database.query(
      `SELECT WHERE current_setting('shared_preload_libraries') ~ 'pg_stat_statements'`,
    );
    if (rows.length > 0) await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const calls = '(SELECT sum(calls) FROM pg_stat_statements WHERE dbid = datid)';
    const statements = rows.length > 0 ? `(${calls} - $1)::float8 AS statements,` : '';
    return new CostMeter(database, redisUrl === undefined ? undefined : new Redis(redisUrl), statements);
  }

  /**
   * Runs `turns` turns in `work`.
   *
   * @param processes ids by name.
   * @returns the costs per turn. Both ends of the measurement are checkpoints, so that each contestant pays for the pages
   * that it has changed, and for nothing that was changed before.
   */
  async perTurn<Result>(
    turns: number,
    processes: Record<string, number[]>,
    work: () => Promise<Result>,
  ): Promise<{ result: Result; costs: Costs }> {
    // Autovacuum would do this within a minute. Plans for empty tables are then replaced.
    await this.database.query('ANALYZE');
    await this.database.query('CHECKPOINT');
    const before = await this.totals(processes);
    const result = await work();
    await delay(SETTLE_MS);
    await this.database.query('CHECKPOINT');
    const after = await this.totals(processes);
    const costs = combine([before, after], ([from = 0, to = 0]) => round((to - from) / turns, 2));
    return { result, costs: costs as Costs };
  }

  async close(): Promise<void> {
    await Promise.all([this.database.end(), this.redis?.quit()]);
  }

  private async totals(processes: Record<string, number[]>): Promise<Costs> {
    const own = Object.entries(processes).map(
      ([name, pids]) => [name, pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)] as const,
    );
    const { rows } = await this.database.query<Record<string, number>>(
      `SELECT pg_backend_pid() AS pid, ${this.statements} (xact_commit + xact_rollback - $1)::float8 AS transactions,
              (pg_current_wal_insert_lsn() - '0/0')::float8 / 1024 AS "walKib",
              pg_database_size(datid)::float8 / 1024 AS "diskKib"
         FROM pg_stat_database WHERE datname = current_database()`,
      [this.asked],
    );
    const { pid = 0, ...postgres } = rows[0] ?? {};
    const { cpu, ...redis } = await this.redisTotals();
    return {
      cpuMs: { ...Object.fromEntries(own), postgres: postgresCpuMs(pid), redis: cpu },
      postgres,
      redis,
    };
  }

  private async redisTotals(): Promise<Costs['redis'] & { cpu: number }> {
    if (!this.redis) return { cpu: 0 };
    const text = await this.redis.info('all');
    const read = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, name = '', value]) => [name, Number(value)] as const);
    const sum = (pattern: RegExp) => read(pattern).reduce((total, [, value]) => total + value, 0);
    const calls = /^cmdstat_(\S+?):calls=(\d+)/gm;
    return {
      cpu: sum(/^(used_cpu_(?:sys|user)(?:_children)?):(\S+)/gm) * 1_000,
      kibIn: sum(/^(total_net_input_bytes):(\d+)/gm) / 1_024,
      kibOut: sum(/^(total_net_output_bytes):(\d+)/gm) / 1_024,
      commands: { all: sum(calls), ...Object.fromEntries(read(calls)) },
    };
  }
}
