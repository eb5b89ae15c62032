import path from 'node:path';
import cookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_MEDIA_TYPE } from '#contracts';
import type { Config } from '#config';
import { AdminModule } from './admin.module.ts';
import { answerConditionally } from './http/conditional.ts';
import { problemFor, ProblemException } from './http/problems.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveApp } from './http/static-files.ts';

const MAX_BODY_BYTES = 256 * 1024;

export interface AdminAppOptions {
  /** Where the built single-page app lies; beside the compiled server when absent. */
  webFolder?: string;
}

/** The console's server, ready to listen. */
export async function createAdminApp(config: Config, options: AdminAppOptions = {}): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    // An address that cannot be decoded never reaches a route, nor the filter.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      const { problem } = problemFor(new ProblemException(400, 'Bad request', 'The address cannot be read.'));
      void reply.status(problem.status).type(PROBLEM_MEDIA_TYPE).send(JSON.stringify(problem));
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AdminModule.forRoot(config), adapter, {
    bufferLogs: true,
    logger: config.environment.LOG_LEVEL === 'silent' ? false : undefined,
  });
  const server = adapter.getInstance();
  await setSecurityHeaders(server);
  await server.register(cookie);
  answerConditionally(server);
  await serveApp(server, options.webFolder ?? path.join(import.meta.dirname, '../web'));
  app.enableShutdownHooks();
  return app;
}
