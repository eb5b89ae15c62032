import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Changes } from '#queue';
import { ToolRegistry } from '#tools';
import { RankerTraining } from './rankers/ranker-training.service.ts';
import { RankerVersion } from './rankers/ranker-version.entity.ts';
import { StoredRankers } from './rankers/stored-rankers.ts';
import { ToolBroker } from './selection/tool-broker.ts';

/** Choosing tools and training rankers without queues: what a command or the console needs. */
@Module({
  imports: [TypeOrmModule.forFeature([RankerVersion])],
  providers: [
    { provide: ToolBroker, useFactory: () => new ToolBroker() },
    StoredRankers,
    {
      provide: RankerTraining,
      inject: [Database, CLOCK, ToolRegistry, ToolBroker, Changes],
      useFactory: (
        database: Database,
        clock: Clock,
        registry: ToolRegistry,
        broker: ToolBroker,
        changes: Changes,
      ) => new RankerTraining({ database, clock, registry, broker, changes }),
    },
  ],
  exports: [ToolBroker, StoredRankers, RankerTraining],
})
export class RankingModule {}
