import { loadConfig } from '#config';
import { listen, runProcess } from '#http';
import { createAdminApp } from './admin-app.ts';

void runProcess(async () => {
  const config = loadConfig();
  const app = await createAdminApp(config);
  await listen(app, config.environment.HOST, config.environment.ADMIN_PORT, 'ADMIN_PORT');
  return app;
});
