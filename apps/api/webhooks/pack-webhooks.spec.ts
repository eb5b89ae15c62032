import { describeWith } from '../../../test/harness/services.ts';
import { useApi } from '../testing/api-of-test.fixture.ts';

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

  it('accepts only JSON of limited size', async () => {
    expect(await post('/webhooks/own/estio/esign', '{', 'application/json')).toBe(400);
    expect(await post('/webhooks/own/estio/esign', 'a=b', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await post('/webhooks/own/estio/esign', JSON.stringify('x'.repeat(300_000)))).toBe(413);
  });
});
