import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import type { Config } from '#config';
import { httpAdapter, ProblemFilter, START_OPTIONS, takeJsonBodies, validationPipe, writeToLog } from '#http';
import { AdminModule } from './admin.module.ts';
import { answerConditionally } from './http/etag.ts';
import { compressAnswers } from './http/compression.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveApp } from './http/static-files.ts';

/** Limit of one path parameter: keys of calls have up to 500 characters, each up to nine once URL-encoded. */
const MAX_PARAMETER_CHARACTERS = 4_500;

export interface AdminAppOptions {
  /** Folder of the built single-page app; defaults to the one beside the compiled server. */
  webFolder?: string;
}

/** Builds the console's server without listening. */
export async function createAdminApp(
  config: Config,
  options: AdminAppOptions = {},
): Promise<NestFastifyApplication> {
  const adapter = httpAdapter(config, { maxParameterCharacters: MAX_PARAMETER_CHARACTERS });
  const server = adapter.getInstance();
  await setSecurityHeaders(server);
  await server.register(cookie);
  answerConditionally(server);
  compressAnswers(server);
  await serveApp(server, options.webFolder ?? fileURLToPath(new URL('../web', import.meta.url)));
  const app = await NestFactory.create<NestFastifyApplication>(AdminModule.forRoot(config), adapter, {
    ...START_OPTIONS,
    bodyParser: false,
  });
  takeJsonBodies(app);
  writeToLog(app);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter(await app.resolve(PinoLogger)));
  app.enableShutdownHooks([], { useProcessExit: true });
  return app;
}
