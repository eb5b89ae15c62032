import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Versions of the services that a benchmark ran on, as they tell them themselves: of those that have an address. */
export async function serviceVersions(services: {
  postgres?: string | undefined;
  redis?: string | undefined;
}): Promise<Record<string, string>> {
  const { postgres, redis } = services;
  return {
    ...(postgres && { postgres: await postgresVersion(postgres) }),
    ...(redis && { redis: await redisVersion(redis) }),
  };
}

/** `server_version`, which for the embedded database is that of the PostgreSQL within. */
async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}

async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? '';
  } finally {
    await redis.quit();
  }
}
