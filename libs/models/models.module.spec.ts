import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DynamicModule } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { RolloutEvidenceReadModel } from '#broker';
import { ConfigModule, loadConfig } from '#config';
import { Database, DatabaseModule } from '#database';
import { FlagRuleRepository, FlagsModule, FlagStore, orgPlace } from '#flags';
import { IdentityModule, OrgService, SecretBox, SettingsModule } from '#identity';
import { OutboundModule } from '#outbound';
import { QueueModule } from '#queue';
import { LoggingModule } from '#telemetry';
import { defineTask } from '#pack-kit';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase, type SuiteDatabase } from '../../test/harness/suite-database.ts';
import { LanguageModels } from './language-models.ts';
import { ModelRouter } from './model-router.ts';
import { ModelTasks } from './model-tasks.ts';
import { ModelsModule } from './models.module.ts';
import { noHints, OfflineModel } from '#offline-model';
import { deploymentModels } from './known-models.ts';
import { ModelRegistry } from './registry.ts';

const NAMES = Symbol('names that settings may list');
class NamesModule {}
const names: DynamicModule = {
  module: NamesModule,
  global: true,
  providers: [{ provide: NAMES, useValue: { toolNames: () => [] } }],
  exports: [NAMES],
};
const scoring = defineTask({
  key: 'score',
  taskType: 'lead_scoring',
  instructions: 'Score.',
  input: z.object({}),
  output: z.object({ score: z.int() }),
  rules: () => ({ score: 1 }),
});
let on: SuiteDatabase;

async function start(variables: Record<string, string>) {
  const config = loadConfig({
    DATABASE_URL: on.settings.url,
    LOG_LEVEL: 'silent',
    QUEUE_PREFIX: `test-${randomUUID().slice(0, 8)}`,
    ...variables,
  });
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(config),
      LoggingModule.forRoot({ serviceName: 'test' }),
      DatabaseModule,
      QueueModule,
      OutboundModule.forRoot({ sealer: SecretBox }),
      IdentityModule,
      names,
      SettingsModule.forRoot({ packs: [], named: NAMES }),
      FlagsModule.forRoot({ evidence: RolloutEvidenceReadModel }),
      ModelsModule.forRoot({ app: 'worker', standIn: () => ({ model: new OfflineModel(noHints) }) }),
    ],
  }).compile();
  on.closings.push(() => module.close());
  return {
    models: module.get(LanguageModels),
    router: module.get(ModelRouter),
    tasks: module.get(ModelTasks),
    module,
  };
}

describeWith(['postgres'], 'ModelsModule', () => {
  on = suiteDatabase();

  it('is offline without a key', async () => {
    const { models, router, tasks } = await start({});
    expect(models.configured).toEqual(['offline']);
    expect(models.modelFor(router.route({ taskType: 'qualification' })).provider).toBe('offline');
    expect(() => models.modelFor({ provider: 'openai' })).toThrow('set OPENAI_API_KEY');
    expect(tasks).toBeInstanceOf(ModelTasks);
  });

  it('uses the provider that has a key, unless configured otherwise', async () => {
    const keyed = await start({ OPENAI_API_KEY: 'one, two' });
    expect(keyed.models.modelFor(keyed.router.route({ taskType: 'qualification' })).provider).toBe('openai');
    const told = await start({ OPENAI_API_KEY: 'one', MODEL_PROVIDER: 'offline' });
    expect(told.router.route({ taskType: 'qualification' }).provider).toBe('offline');
    await expect(start({ MODEL_PROVIDER: 'openai' })).rejects.toThrow('OPENAI_API_KEY');
    await expect(start({ MODEL_PROVIDER: 'anthropic' })).rejects.toThrow('ANTHROPIC_API_KEY');
    const all = await start({
      GOOGLE_GENERATIVE_AI_API_KEY: 'g',
      OPENAI_API_KEY: 'o',
      ANTHROPIC_API_KEY: 'a',
    });
    expect(all.models.configured.toSorted()).toEqual(['anthropic', 'google', 'offline', 'openai']);
    expect(all.router.route({ taskType: 'negotiation' }).provider).toBe('openai');
  });

  it('reads the flag model_router for every task outside a turn', async () => {
    const { tasks, module } = await start({});
    const { id: orgId } = await module.get(OrgService).create({ slug: 'routed', name: 'Org' });
    const tierOfScoring = async () => {
      let tier: string | undefined;
      const facts = { orgId, conversationId: randomUUID(), contactId: 'ann', userId: null };
      const place = { pack: 'p', agent: '', channel: 'chat', language: 'en', timezone: 'UTC' };
      await tasks.run(
        scoring,
        {},
        {
          facts: { ...facts, ...place, now: new Date() },
          signal: new AbortController().signal,
          onRoute: (route) => {
            tier = route.tier;
          },
        },
      );
      return tier;
    };
    expect(await tierOfScoring()).toBe('flash');
    const rules = module.get(FlagRuleRepository);
    const place = orgPlace('org', orgId);
    await module
      .get(Database)
      .forOrg(orgId, (tx) =>
        rules.write(tx, 'model_router', place, { value: 'false', percent: null, revision: 0 }),
      );
    await module.get(FlagStore, { strict: false }).refresh();
    expect(await tierOfScoring()).toBe('standard');
  });
});

describe('models of a compatible server', () => {
  it('replace the known ones, by tier', () => {
    const registry = new ModelRegistry(
      deploymentModels({
        OPENAI_MODELS: { flash: 'llama3:8b', standard: 'qwen3', premium: 'qwen3' },
        MODEL_PRICES_USD: { 'llama3:8b': { input: 0.2, cachedInput: 0.1, output: 0.6 } },
      }),
    );
    const router = new ModelRouter({ registry, configured: ['openai', 'offline'] });
    expect(router.route({ taskType: 'intent_classification' })).toMatchObject({
      provider: 'openai',
      model: 'llama3:8b',
    });
    expect(router.route({ taskType: 'negotiation' })).toMatchObject({
      model: 'qwen3',
      tier: 'premium',
      estimatedCostUsd: 0,
    });
    expect(registry.all().filter((entry) => entry.provider === 'openai')).toMatchObject([
      { prices: { input: 0.2, source: 'MODEL_PRICES_USD' } },
      { prices: { unknown: true } },
      { prices: { unknown: true } },
    ]);
  });

  it('keep the price of a known model', () => {
    const [entry] = deploymentModels({ OPENAI_MODELS: { standard: 'gpt-6.1-sol' }, MODEL_PRICES_USD: {} });
    expect(entry).toMatchObject({ id: 'gpt-6.1-sol', tier: 'standard', prices: { input: 2 } });
  });
});
