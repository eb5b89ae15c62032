import { ConfigError, loadConfig, type Config } from '#config';
import { createAdminApp } from './admin-app.ts';

async function main(): Promise<void> {
  const config = loadConfig();
  const { HOST, ADMIN_PORT } = config.environment;
  const app = await createAdminApp(config);
  try {
    await app.listen(ADMIN_PORT, HOST);
  } catch (error) {
    await app.close();
    throw new Error(listenProblem(error, config), { cause: error });
  }
}

function listenProblem(error: unknown, { environment }: Config): string {
  const { HOST, ADMIN_PORT } = environment;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${ADMIN_PORT} is taken by another program. Choose another one with ADMIN_PORT.`;
  return `Port ${ADMIN_PORT} on ${HOST} cannot be opened (${String(code ?? error)}). Choose another one with ADMIN_PORT or HOST.`;
}

main().catch((error: unknown) => {
  // Before there is a logger, and when there cannot be one, the reason still has to reach the operator.
  const known = error instanceof ConfigError || (error instanceof Error && error.cause !== undefined);
  process.stderr.write(`${known ? (error as Error).message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
