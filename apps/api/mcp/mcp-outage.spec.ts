import { RawClient } from '../../../test/e2e/mcp.fixture.ts';
import { whileRefused } from '../../../test/harness/refused-connections.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { useApi } from '../testing/api-of-test.fixture.ts';

describeWith('postgres', 'MCP during a database outage', () => {
  const api = useApi({ listens: true });

  it('answers 503 with Retry-After to a client with a cached key, like every other route', async () => {
    const client = new RawClient(api.key);
    const url = `${await api.app.getUrl()}/mcp`;
    const session = await client.initialize(url);
    const list = () =>
      fetch(url, {
        method: 'POST',
        headers: client.headers(session),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    // This request validates the key, which is then cached for a short time.
    expect((await list()).status).toBe(200);
    const refused = await whileRefused(api.testDatabase, list);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({
      type: 'urn:turnpike:problem:database-unavailable',
      status: 503,
    });
  });
});
