import { loadConfig } from '#config';
import { listen, runProcess } from '#http';
import { createApi } from './create-api.ts';

void runProcess(async () => {
  const config = loadConfig();
  const app = await createApi(config);
  await listen(app, config.environment.HOST, config.environment.API_PORT, 'API_PORT');
  return app;
});
