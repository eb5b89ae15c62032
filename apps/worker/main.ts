import { loadConfig } from '#config';
import { listen, runProcess } from '#http';
import { createWorker } from './create-worker.ts';

void runProcess(async () => {
  const config = loadConfig();
  const app = await createWorker(config);
  await listen(app, config.environment.HOST, config.environment.WORKER_PORT, 'WORKER_PORT');
  return app;
});
