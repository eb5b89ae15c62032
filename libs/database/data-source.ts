import type { PoolClient } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { SnakeNamingStrategy } from './snake-naming.strategy.ts';

/** Connection timeout. It includes the wait for a free connection of the pool, so a burst waits instead of failing. */
const CONNECT_TIMEOUT_MS = 10_000;

/** TypeORM's options for `settings`. The process module adds entities and migrations. */
export function dataSourceOptions(settings: DatabaseSettings, applicationName: string): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    applicationName,
    poolSize: settings.poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    namingStrategy: new SnakeNamingStrategy(),
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    migrationsTableName: 'migrations',
    extra: { pipeline: settings.kind === 'postgres', keepAlive: true, onConnect: hearErrors },
  };
}

/**
 * Listens for errors of a new connection until TypeORM does, because an unhandled `error` event would end the process. A
 * server that shuts down may send the error in the same packet as its ready message. The next statement then fails.
 */
function hearErrors(client: PoolClient): void {
  client.on('error', () => undefined);
}
