import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ContactDataParts } from '#identity';
import { Embeddings } from '#models';
import { insightContactData } from './insight-contact-data.ts';
import { Insight } from './insight.entity.ts';
import { KnowledgeFact } from './knowledge/knowledge-fact.entity.ts';
import { KnowledgePassage } from './knowledge/knowledge-passage.entity.ts';
import { KnowledgeService } from './knowledge/knowledge.service.ts';
import { InsightService } from './insight.service.ts';
import { ReEmbedding } from './re-embedding.service.ts';

/** Requires the embeddings of `ModelsModule` or `ModelsAdminModule` in the same process. */
@Module({
  imports: [TypeOrmModule.forFeature([Insight, KnowledgeFact, KnowledgePassage])],
  providers: [
    {
      provide: InsightService,
      inject: [Database, Embeddings, CLOCK],
      useFactory: (database: Database, embeddings: Embeddings, clock: Clock) =>
        new InsightService(database, embeddings, clock),
    },
    {
      provide: KnowledgeService,
      inject: [Database, Embeddings, CLOCK],
      useFactory: (database: Database, embeddings: Embeddings, clock: Clock) =>
        new KnowledgeService(database, embeddings, clock),
    },
    ReEmbedding,
  ],
  exports: [InsightService, KnowledgeService, ReEmbedding],
})
export class MemoryModule {
  constructor(@Inject(ContactDataParts) contactData: ContactDataParts) {
    contactData.register(insightContactData());
  }
}
