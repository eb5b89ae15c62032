import { randomUUID } from 'node:crypto';
import { Test } from '@nestjs/testing';
import { ConfigModule, loadConfig } from '#config';
import { DatabaseModule } from '#database';
import { IdentityModule } from '#identity';
import { Embeddings, OfflineEmbedder } from '#models';
import { QueueModule } from '#queue';
import { LoggingModule } from '#telemetry';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { InsightService } from './insight.service.ts';
import { MemoryModule } from './memory.module.ts';

class EmbeddingsModule {}
const embeddings = {
  module: EmbeddingsModule,
  global: true,
  providers: [{ provide: Embeddings, useValue: new OfflineEmbedder() }],
  exports: [Embeddings],
};

it('the memory module gives a service on the offline embedder', async () => {
  const test = await createTestDatabase();
  const config = loadConfig({ DATABASE_URL: test.settings.url, LOG_LEVEL: 'silent' });
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(config),
      LoggingModule.forRoot({ serviceName: 'test' }),
      DatabaseModule,
      QueueModule,
      IdentityModule,
      embeddings,
      MemoryModule,
    ],
  }).compile();
  const memory = module.get(InsightService);
  const orgId = randomUUID();
  expect(memory.isSemantic(orgId)).toBe(false);
  expect((await memory.embed(orgId, 'Likes gardens')).embedding).toHaveLength(768);
  await module.close();
  await test.drop();
});
