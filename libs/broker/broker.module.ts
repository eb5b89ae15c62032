import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactDataParts } from '#identity';
import { Changes, Outbox } from '#queue';
import { BrokerDecision } from './broker-decision.entity.ts';
import { RankerContactData } from './rankers/ranker-contact-data.repository.ts';
import { Rankers } from './rankers/rankers.ts';
import { TrainingPlan } from './rankers/training-plan.service.ts';
import { RankingModule } from './ranking.module.ts';

/** The broker with its learned rankers and their training plan. */
@Module({
  imports: [TypeOrmModule.forFeature([BrokerDecision]), RankingModule],
  providers: [Rankers, TrainingPlan],
  exports: [RankingModule, Rankers, TrainingPlan],
})
export class BrokerModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    @Inject(Rankers) private readonly rankers: Rankers,
    @Inject(ContactDataParts) contactData: ContactDataParts,
    @Inject(Changes) changes: Changes,
    @Inject(Outbox) outbox: Outbox,
  ) {
    contactData.register(new RankerContactData(changes, outbox));
  }

  onModuleInit(): void {
    this.rankers.start();
  }

  onModuleDestroy(): void {
    this.rankers.stop();
  }
}
