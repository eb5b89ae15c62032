import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '#config';
import { createApi } from '../create-api.ts';
import type { TestDatabase } from '../../../test/harness/test-database.ts';

/** The api on the database of a suite, with a queue of its own there; not started. */
export function apiOn({ settings }: TestDatabase): Promise<NestFastifyApplication> {
  return createApi(
    loadConfig({
      DATABASE_URL: settings.url,
      LOG_LEVEL: 'silent',
      QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
    }),
  );
}
