import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { ContactHoldings } from '#identity';
import { configuredEmbedder, type EmbeddingModel } from '#models';
import { insightHolding } from './insight-holding.ts';
import { Insight } from './insight.entity.ts';
import { InsightService } from './insight.service.ts';
import { ReEmbedding } from './re-embedding.service.ts';

const INSIGHT_HOLDING = Symbol('InsightHolding');

/** Injection token of the {@link EmbeddingModel}. */
export const EMBEDDING_MODEL = Symbol('EmbeddingModel');

@Module({
  imports: [TypeOrmModule.forFeature([Insight])],
  providers: [
    {
      provide: EMBEDDING_MODEL,
      inject: [CONFIG, CLOCK],
      useFactory: ({ environment }: Config, clock: Clock) => configuredEmbedder(environment, clock),
    },
    {
      provide: InsightService,
      inject: [Database, EMBEDDING_MODEL, CLOCK, PinoLogger],
      useFactory: (database: Database, embedder: EmbeddingModel, clock: Clock, logger: PinoLogger) =>
        new InsightService(database, embedder, clock, logger),
    },
    {
      provide: ReEmbedding,
      inject: [Database, EMBEDDING_MODEL, PinoLogger],
      useFactory: (database: Database, embedder: EmbeddingModel, logger: PinoLogger) =>
        new ReEmbedding(database, embedder, logger),
    },
    {
      provide: INSIGHT_HOLDING,
      inject: [ContactHoldings],
      useFactory: (holdings: ContactHoldings) => holdings.register(insightHolding()),
    },
  ],
  exports: [InsightService, EMBEDDING_MODEL, ReEmbedding],
})
export class MemoryModule {}
