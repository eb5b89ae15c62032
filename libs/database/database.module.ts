import { Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#config';
import { dataSourceOptions } from './data-source.ts';
import { Database } from './database.ts';

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
      useFactory: (dataSource: DataSource, config: Config) =>
        new Database(dataSource, config.database.kind === 'postgres'),
    },
  ],
  exports: [Database],
})
export class DatabaseModule {}
