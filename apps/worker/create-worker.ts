import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PinoLogger } from 'nestjs-pino';
import type { Config } from '#config';
import { httpAdapter, ProblemFilter, START_OPTIONS, writeToLog } from '#http';
import { WorkerModule } from './worker.module.ts';

/** Builds a worker. Its HTTP server only has health and metrics. It starts to take jobs when it is initialised. */
export async function createWorker(config: Config): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    WorkerModule.forRoot(config),
    httpAdapter(config),
    START_OPTIONS,
  );
  writeToLog(app);
  app.useGlobalFilters(new ProblemFilter(await app.resolve(PinoLogger)));
  app.enableShutdownHooks([], { useProcessExit: true });
  return app;
}
