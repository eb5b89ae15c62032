import type { PoolClient } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { SnakeNamingStrategy } from './snake-naming.strategy.ts';

/** Also the wait for a free connection of the pool: a burst waits, it is not turned away. */
const CONNECT_TIMEOUT_MS = 10_000;

/** TypeORM's options for `settings`. Entities and migrations are added by who composes the process. */
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
 * Between the moment in which the pool hands a connection out and that in which TypeORM listens to it, an error that nobody
 * hears would end the process: a server that shuts down may say so in the packet in which it says that it is ready. The next
 * statement fails with it.
 */
function hearErrors(client: PoolClient): void {
  client.on('error', () => undefined);
}
