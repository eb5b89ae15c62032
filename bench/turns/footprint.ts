import { Redis } from 'ioredis';
import type { Client } from 'pg';

/** Resources of an installation after `turns` turns: PostgreSQL connections, bytes on disk and in Redis. */
export async function measureFootprint(
  database: Client,
  settings: Readonly<Record<string, string>>,
  turns: number,
): Promise<object> {
  const { rows } = await database.query<{ relation: string; bytes: number }>(
    // A partition counts towards its parent table.
    `SELECT coalesce(parent.relname, child.relname) AS relation,
            sum(pg_total_relation_size(child.oid))::float8 AS bytes
       FROM pg_class child
       LEFT JOIN pg_inherits ON inhrelid = child.oid
       LEFT JOIN pg_class parent ON parent.oid = inhparent
      WHERE child.relkind = 'r' AND child.relnamespace IN ('public'::regnamespace, to_regnamespace('bullmq'))
      GROUP BY 1 ORDER BY 2 DESC`,
  );
  const connections = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  const kibPerTurn = (bytes: number) => Math.round((bytes / 1_024 / turns) * 10) / 10;
  const largest = rows.slice(0, 8).map(({ relation, bytes }) => [relation, kibPerTurn(bytes)] as const);
  return {
    connections: connections.rows[0]?.count,
    largestTablesKibPerTurn: Object.fromEntries(largest),
    ...(settings.REDIS_URL
      ? { redisBytes: await redisBytes(settings.REDIS_URL, settings.QUEUE_PREFIX ?? '') }
      : {}),
  };
}

async function redisBytes(url: string, prefix: string): Promise<number> {
  const redis = new Redis(url);
  let bytes = 0;
  for await (const keys of redis.scanStream({ match: `{${prefix}}*`, count: 500 })) {
    const sizes = await Promise.all((keys as string[]).map((key) => redis.memory('USAGE', key)));
    bytes += sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  }
  await redis.quit();
  return bytes;
}
