import { Database } from '#database';
import { SecretBox } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { addOrg, useApi } from '../testing/api-of-test.fixture.ts';

describeWith('postgres', 'webhooks of packs', () => {
  const api = useApi();

  const post = async (url: string, payload = '{}', type = 'application/json') =>
    (await api.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).statusCode;

  it.each([
    ['/webhooks/own/estio/nothing', 404],
    ['/webhooks/nobody/estio/esign', 404],
    ['/webhooks/own/nothing/esign', 404],
    [`/webhooks/own/estio/${'x'.repeat(80)}`, 422],
    ['/webhooks/own/estio', 404],
  ])('%s answers %d', async (url, status) => expect(await post(url)).toBe(status));

  it('answers 401 without a valid signature', async () => {
    const url = '/webhooks/own/estio/esign';
    const { statusCode, headers } = await api.app.inject({ method: 'POST', url, payload: {} });
    expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Signature']);
  });

  it('answers the same if its secret cannot be read', async () => {
    const { orgId } = await addOrg(api.app, 'sealed');
    const sealed = new SecretBox('another key').seal('elsewhere', 'secret');
    await api.app
      .get(Database)
      .forOrg(orgId, (tx) =>
        tx.execute(
          `UPDATE orgs SET settings = settings || jsonb_build_object('ESIGN_WEBHOOK_SECRET', $2::text) WHERE id = $1`,
          [sealed],
        ),
      );
    const { statusCode, body } = await api.app.inject({
      method: 'POST',
      url: '/webhooks/sealed/estio/esign',
      payload: {},
    });
    expect(statusCode).toBe(401);
    expect(body).not.toMatch(/ESIGN|SECRETS_KEY/);
  });

  it('accepts only JSON of limited size', async () => {
    expect(await post('/webhooks/own/estio/esign', '{', 'application/json')).toBe(400);
    expect(await post('/webhooks/own/estio/esign', 'a=b', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await post('/webhooks/own/estio/esign', JSON.stringify('x'.repeat(300_000)))).toBe(413);
  });
});
