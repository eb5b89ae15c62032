import { Test } from '@nestjs/testing';
import { ConfigModule, loadConfig } from '#config';
import { LanguageModels } from './language-models.ts';
import { ModelRouter } from './model-router.ts';
import { ModelTasks } from './model-tasks.ts';
import { ModelsModule } from './models.module.ts';
import { noHints } from './offline/hints.ts';

async function start(variables: Record<string, string>) {
  const config = loadConfig({ DATABASE_URL: 'postgres://localhost/none', ...variables });
  const module = await Test.createTestingModule({
    imports: [ConfigModule.forRoot(config), ModelsModule.forRoot({ hints: () => noHints })],
  }).compile();
  return {
    models: module.get(LanguageModels),
    router: module.get(ModelRouter),
    tasks: module.get(ModelTasks),
  };
}

describe('ModelsModule', () => {
  it('is offline without a key', async () => {
    const { models, router, tasks } = await start({});
    expect(models.configured).toEqual(['offline']);
    expect(models.modelFor(router.route({ taskType: 'qualification' })).provider).toBe('offline');
    expect(() => models.modelFor({ provider: 'openai' })).toThrow('set OPENAI_API_KEY');
    expect(tasks).toBeInstanceOf(ModelTasks);
  });

  it('takes the provider that has a key, unless told otherwise', async () => {
    const keyed = await start({ OPENAI_API_KEY: 'one, two' });
    expect(keyed.models.modelFor(keyed.router.route({ taskType: 'qualification' })).provider).toBe('openai');
    const told = await start({ OPENAI_API_KEY: 'one', MODEL_PROVIDER: 'offline' });
    expect(told.router.route({ taskType: 'qualification' }).provider).toBe('offline');
    const keyless = await start({ MODEL_PROVIDER: 'anthropic' });
    expect(() => keyless.router.route({ taskType: 'qualification' })).toThrow('ANTHROPIC_API_KEY');
  });
});
