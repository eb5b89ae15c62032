import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OrgService } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { apiOn } from '../testing/api-of-test.fixture.ts';

describeWith('postgres', 'webhooks of packs', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    app = await apiOn(testDatabase);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    await app
      .get(OrgService)
      .create({ slug: 'own', name: 'own', packs: ['estio'], defaultPack: 'estio', settings: {} });
  });

  afterAll(async () => {
    await app?.close();
    await testDatabase?.drop();
  });

  const post = async (url: string, payload = '{}', type = 'application/json') =>
    (await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).statusCode;

  it.each([
    ['/webhooks/own/estio/nothing', 404],
    ['/webhooks/nobody/estio/esign', 404],
    ['/webhooks/own/nothing/esign', 404],
    [`/webhooks/own/estio/${'x'.repeat(80)}`, 422],
    ['/webhooks/own/estio', 404],
  ])('%s answers %d', async (url, status) => expect(await post(url)).toBe(status));

  it('asks for a signature that is right', async () => {
    const url = '/webhooks/own/estio/esign';
    const { statusCode, headers } = await app.inject({ method: 'POST', url, payload: {} });
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Signature']);
  });

  it('takes JSON alone', async () => {
    expect(await post('/webhooks/own/estio/esign', '{', 'application/json')).toBe(400);
    expect(await post('/webhooks/own/estio/esign', 'a=b', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await post('/webhooks/own/estio/esign', JSON.stringify('x'.repeat(300_000)))).toBe(413);
  });
});
