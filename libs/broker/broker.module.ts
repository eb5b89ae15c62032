import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactHoldings } from '#identity';
import { Changes, FollowUps } from '#queue';
import { BrokerDecision } from './broker-decision.entity.ts';
import { RankerHolding } from './rankers/ranker-holding.repository.ts';
import { Rankers } from './rankers/rankers.ts';
import { TrainingPlan } from './rankers/training-plan.service.ts';
import { RankingModule } from './ranking.module.ts';

/** The broker, what it has learned, and how it learns. */
@Module({
  imports: [TypeOrmModule.forFeature([BrokerDecision]), RankingModule],
  providers: [Rankers, TrainingPlan],
  exports: [RankingModule, Rankers, TrainingPlan],
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
