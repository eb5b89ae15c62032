import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import helmet from '@fastify/helmet';
import { PinoLogger } from 'nestjs-pino';
import type { Config } from '#config';
import {
  httpAdapter,
  ProblemFilter,
  START_OPTIONS,
  takeJsonBodies,
  UnexpectedInput,
  validationPipe,
  writeToLog,
} from '#http';
import { ApiModule } from './api.module.ts';
import { answerBrokenJson } from './mcp/broken-json.ts';
import { takeUploads } from './files/take-uploads.ts';
import { keepWebhookBytes } from './webhooks/webhook-bytes.ts';
import { describeApi } from './openapi.ts';

/** A contact's id in a path: 128 characters, each of at most nine when percent-encoded. */
const MAX_PARAMETER_CHARACTERS = 128 * 9;

/** The page /docs loads the files of Swagger UI, whose styles are inline; nothing else of the api is a page. */
const CONTENT_SOURCES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Builds the api without listening. */
export async function createApi(config: Config): Promise<NestFastifyApplication> {
  const adapter = httpAdapter(config, { maxParameterCharacters: MAX_PARAMETER_CHARACTERS });
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.forRoot(config), adapter, {
    ...START_OPTIONS,
    bodyParser: false,
  });
  takeJsonBodies(app);
  writeToLog(app);
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SOURCES } });
  await takeUploads(app);
  keepWebhookBytes(app);
  app.useGlobalInterceptors(new UnexpectedInput('/v1/'));
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter(await app.resolve(PinoLogger), answerBrokenJson));
  app.enableShutdownHooks([], { useProcessExit: true });
  adapter.getInstance().get('/', (_request, reply) => reply.redirect('/docs'));
  SwaggerModule.setup('docs', app, () => describeApi(app), { jsonDocumentUrl: 'openapi.json' });
  return app;
}
