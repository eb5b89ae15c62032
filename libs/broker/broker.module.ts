import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ContactHoldings } from '#identity';
import { Changes, FollowUps } from '#queue';
import { ToolRegistry } from '#tools';
import { BrokerDecision } from './broker-decision.entity.ts';
import { RankerHolding } from './rankers/ranker-holding.repository.ts';
import { RankerTraining } from './rankers/ranker-training.service.ts';
import { RankerVersion } from './rankers/ranker-version.entity.ts';
import { Rankers } from './rankers/rankers.ts';
import { TrainingPlan } from './rankers/training-plan.service.ts';
import { ToolBroker } from './selection/tool-broker.ts';

/** The broker, what it has learned, and how it learns. */
@Module({
  imports: [TypeOrmModule.forFeature([BrokerDecision, RankerVersion])],
  providers: [
    { provide: ToolBroker, useFactory: () => new ToolBroker() },
    {
      provide: Rankers,
      inject: [Database, Changes],
      useFactory: (database: Database, changes: Changes) => new Rankers(database, changes),
    },
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
    {
      provide: TrainingPlan,
      inject: [Database, FollowUps],
      useFactory: (database: Database, followUps: FollowUps) => new TrainingPlan(database, followUps),
    },
  ],
  exports: [ToolBroker, Rankers, RankerTraining, TrainingPlan],
})
export class BrokerModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    @Inject(Rankers) private readonly rankers: Rankers,
    @Inject(ContactHoldings) holdings: ContactHoldings,
    @Inject(Changes) changes: Changes,
    @Inject(FollowUps) followUps: FollowUps,
  ) {
    holdings.register(new RankerHolding(changes, followUps));
  }

  onModuleInit(): void {
    this.rankers.start();
  }

  onModuleDestroy(): void {
    this.rankers.stop();
  }
}
