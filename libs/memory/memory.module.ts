import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ContactHoldings } from '#identity';
import type { EmbeddingModel } from '#models';
import { insightHolding } from './insight-holding.ts';
import { Insight } from './insight.entity.ts';
import { InsightService } from './insight.service.ts';
import { OfflineEmbedder } from './offline-embedder.ts';

const INSIGHT_HOLDING = Symbol('InsightHolding');

/** Injection token of the {@link EmbeddingModel}. */
export const EMBEDDING_MODEL = Symbol('EmbeddingModel');

@Module({
  imports: [TypeOrmModule.forFeature([Insight])],
  providers: [
    { provide: EMBEDDING_MODEL, useClass: OfflineEmbedder },
    {
      provide: InsightService,
      inject: [Database, EMBEDDING_MODEL, CLOCK],
      useFactory: (database: Database, embedder: EmbeddingModel, clock: Clock) =>
        new InsightService(database, embedder, clock),
    },
    {
      provide: INSIGHT_HOLDING,
      inject: [ContactHoldings],
      useFactory: (holdings: ContactHoldings) => holdings.register(insightHolding()),
    },
  ],
  exports: [InsightService, EMBEDDING_MODEL],
})
export class MemoryModule {}
