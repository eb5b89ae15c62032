import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ContactHoldings, OrgService } from '#identity';
import { Embeddings } from '#models';
import { FollowUps } from '#queue';
import { insightHolding } from './insight-holding.ts';
import { Insight } from './insight.entity.ts';
import { InsightService } from './insight.service.ts';
import { ReEmbedding } from './re-embedding.service.ts';

const INSIGHT_HOLDING = Symbol('InsightHolding');

/** Its process has the embeddings of `ModelsModule` or `ModelsAdminModule`. */
@Module({
  imports: [TypeOrmModule.forFeature([Insight])],
  providers: [
    {
      provide: InsightService,
      inject: [Database, Embeddings, CLOCK],
      useFactory: (database: Database, embeddings: Embeddings, clock: Clock) =>
        new InsightService(database, embeddings, clock),
    },
    {
      provide: ReEmbedding,
      inject: [Database, OrgService, Embeddings, FollowUps, CLOCK, PinoLogger],
      useFactory: (
        database: Database,
        orgs: OrgService,
        embeddings: Embeddings,
        followUps: FollowUps,
        clock: Clock,
        logger: PinoLogger,
      ) => new ReEmbedding(database, orgs, embeddings, followUps, clock, logger),
    },
    {
      provide: INSIGHT_HOLDING,
      inject: [ContactHoldings],
      useFactory: (holdings: ContactHoldings) => holdings.register(insightHolding()),
    },
  ],
  exports: [InsightService, ReEmbedding],
})
export class MemoryModule {}
