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
    extra: { pipeline: settings.kind === 'postgres', keepAlive: true },
  };
}
