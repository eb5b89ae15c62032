// The worker of `npm run demo-history`: the one that is shipped, with stand-ins for the providers of models.
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { CLOCK, loadConfig, type Clock } from '#config';
import { listen, runProcess, START_OPTIONS, writeToLog } from '#http';
import { Budgets, LanguageModels, ModelCalls, ModelRouter, ModelTasks } from '#models';
import { offlineHintsOf, OfflineModel } from '#offline-model';
import { ToolRegistry } from '#tools';
import { WorkerModule } from '../../apps/worker/worker.module.ts';
import { KnownTasks, RememberingTasks, StandInModel } from './recorded-models.ts';
import { outagesOf } from './story.ts';

await runProcess(async () => {
  const config = loadConfig();
  const outages = outagesOf(new Date(config.environment.CLOCK_AT ?? 0));
  const tasks = new KnownTasks();
  const testing = await Test.createTestingModule({ imports: [WorkerModule.forRoot(config)] })
    .overrideProvider(LanguageModels)
    .useFactory({
      inject: [ToolRegistry, CLOCK],
      factory: (registry: ToolRegistry, clock: Clock) => {
        // Replies are told as those of the models that the story names.
        const offline = new OfflineModel(offlineHintsOf(registry), false);
        const standIn = (provider: 'openai' | 'anthropic') =>
          [provider, new StandInModel(provider, offline, tasks, clock, outages)] as const;
        return new LanguageModels(new Map([standIn('openai'), standIn('anthropic')]));
      },
    })
    .overrideProvider(ModelTasks)
    .useFactory({
      inject: [ModelRouter, ModelCalls, Budgets],
      factory: (...parts: ConstructorParameters<typeof ModelTasks>) => new RememberingTasks(tasks, ...parts),
    })
    .compile();
  const app = testing.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), START_OPTIONS);
  writeToLog(app);
  app.enableShutdownHooks([], { useProcessExit: true });
  await listen(app, config.environment.HOST, config.environment.WORKER_PORT, 'WORKER_PORT');
  return app;
});
