import { fastify } from 'fastify';
import { metricIncreases } from '../../test/harness/metric-increases.ts';
import { traceRequests } from './request-span.ts';

describe('the measurement of requests', () => {
  it('is by pattern, method and status, without probes', async () => {
    const counted = await metricIncreases();
    const server = fastify();
    traceRequests(server);
    server.get('/v1/things/:id', async () => 'thing');
    server.get('/health/live', async () => 'ok');
    for (const url of ['/v1/things/1', '/v1/things/2', '/v1/nowhere', '/v1/elsewhere', '/health/live'])
      await server.inject(url);
    const countOf = (labels: string) =>
      counted(`turnpike_http_request_duration_seconds_count{method="GET",${labels}}`);
    expect(await countOf('route="/v1/things/:id",status="200"')).toBe(2);
    expect(await countOf('route="unknown",status="404"')).toBe(2);
    expect(await countOf('route="/health/live",status="200"')).toBe(0);
    await server.close();
  });
});
