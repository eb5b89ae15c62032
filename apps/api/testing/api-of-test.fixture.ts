import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '#config';
import type { ApiKeyScope } from '#contracts';
import { Database } from '#database';
import { ApiKeyService, OrgService } from '#identity';
import { createApi } from '../create-api.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';

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

/** The api of a suite: opened before its tests, with an org of the slug `own`, and closed after them. */
export interface ApiOfSuite {
  testDatabase: TestDatabase;
  app: NestFastifyApplication;
  orgId: string;
  /** A key of the org with each scope that needs no user. */
  key: string;
}

/** @param listens whether it takes connections, instead of injected requests alone. */
export function useApi({ listens } = { listens: false }): ApiOfSuite {
  const api = {} as ApiOfSuite;
  beforeAll(async () => {
    api.testDatabase = await createTestDatabase();
    api.app = await apiOn(api.testDatabase);
    if (listens) await api.app.listen(0, '127.0.0.1');
    else await api.app.init();
    await api.app.getHttpAdapter().getInstance().ready();
    Object.assign(api, await addOrg(api.app, 'own'));
  });
  afterAll(async () => {
    await api.app?.close();
    await api.testDatabase?.drop();
  });
  return api;
}

/** Adds an org without a limit of messages, and a key of it. */
export async function addOrg(
  app: NestFastifyApplication,
  slug: string,
): Promise<{ orgId: string; key: string }> {
  const settings = { MESSAGES_PER_MINUTE: '0' };
  const org = { slug, name: slug, packs: ['estio'], defaultPack: 'estio', settings };
  const { id: orgId } = await app.get(OrgService).create(org);
  const scopes: ApiKeyScope[] = ['messages', 'turns', 'contacts', 'mcp'];
  const { key } = await app
    .get(Database)
    .forOrg(orgId, (tx) => app.get(ApiKeyService).create(tx, { name: slug, scopes, userId: null }));
  return { orgId, key };
}
