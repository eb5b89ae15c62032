import type { PoolClient } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { SnakeNamingStrategy } from './snake-naming.strategy.ts';

/** Limit of the wait for a free connection of the pool, so that a burst waits instead of failing, and again of connecting. */
export const CONNECT_TIMEOUT_MS = 10_000;

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
    extra: { pipeline: true, keepAlive: true, onConnect: hearErrors },
  };
}

/**
 * Listens for errors of a new connection until TypeORM does, because an unhandled `error` event would end the process. A
 * server that shuts down may send the error in the same packet as its ready message. The next statement then fails.
 */
function hearErrors(client: PoolClient): void {
  client.on('error', () => undefined);
}
