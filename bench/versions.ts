import { Redis } from 'ioredis';
import { withClient } from '../test/harness/with-client.ts';

/** Versions of the services on which a benchmark ran, as reported by those services that have a URL. */
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

/** `server_version`; for the embedded database, the version of the PostgreSQL inside. */
async function postgresVersion(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ server_version: string }>('SHOW server_version'),
  );
  return rows[0]?.server_version ?? '';
}

async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? '';
  } finally {
    await redis.quit();
  }
}
