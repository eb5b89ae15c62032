import { fastify } from 'fastify';
import { renderMetrics } from '#telemetry';
import { traceRequests } from './request-span.ts';

describe('the measurement of requests', () => {
  it('is by pattern, method and status, without probes', async () => {
    const server = fastify();
    traceRequests(server);
    server.get('/v1/things/:id', async () => 'thing');
    server.get('/health/live', async () => 'ok');
    for (const url of ['/v1/things/1', '/v1/things/2', '/v1/nowhere', '/v1/elsewhere', '/health/live'])
      await server.inject(url);
    const counts = (await renderMetrics())
      .split('\n')
      .filter((line) => line.startsWith('turnpike_http_request_duration_seconds_count'));
    expect(counts).toEqual([
      'turnpike_http_request_duration_seconds_count{method="GET",route="/v1/things/:id",status="200"} 2',
      'turnpike_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 2',
    ]);
    await server.close();
  });
});
