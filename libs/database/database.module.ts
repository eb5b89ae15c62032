import { Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#config';
import { dataSourceOptions } from './data-source.ts';
import { Database } from './database.ts';
import { requireSchema } from './require-schema.ts';
import { requireSessions } from './require-sessions.ts';

/** Opens the connection pool of this process. The modules that own the entities register them. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config.database, 'turnpike'),
        autoLoadEntities: true,
        retryAttempts: 10,
        retryDelay: 500,
      }),
    }),
  ],
  providers: [
    {
      provide: Database,
      inject: [getDataSourceToken(), CONFIG],
      useFactory: async (dataSource: DataSource, { database: settings }: Config) => {
        if (settings.kind === 'postgres') await requireSessions(settings.url);
        await requireSchema(dataSource);
        return new Database(dataSource, settings);
      },
    },
  ],
  exports: [Database],
})
export class DatabaseModule {}
