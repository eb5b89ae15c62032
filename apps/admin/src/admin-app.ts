import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import type { Config } from '#config';
import {
  answerBeforeClosing,
  ProblemFilter,
  rememberMethods,
  START_OPTIONS,
  takeJsonBodies,
  traceRequests,
  trustProxy,
  UNREADABLE_REQUESTS,
  validationPipe,
  writeToLog,
} from '#http';
import { AdminModule } from './admin.module.ts';
import { answerConditionally } from './http/conditional.ts';
import { compressAnswers } from './http/compressed.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveApp } from './http/static-files.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Of one part of the path: keys of calls are free text of up to 500 characters, and each may be written with nine. */
const MAX_PARAMETER_CHARACTERS = 4_500;

export interface AdminAppOptions {
  /** Where the built single-page app lies; beside the compiled server when absent. */
  webFolder?: string;
}

/** Builds the console's server without listening. */
export async function createAdminApp(
  config: Config,
  options: AdminAppOptions = {},
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    ...UNREADABLE_REQUESTS,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    trustProxy: trustProxy(config.environment.TRUSTED_PROXIES),
    forceCloseConnections: true,
  });
  const server = adapter.getInstance();
  rememberMethods(server);
  answerBeforeClosing(server);
  traceRequests(server);
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
