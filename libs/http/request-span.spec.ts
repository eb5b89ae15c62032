import { trace } from '@opentelemetry/api';
import { fastify } from 'fastify';
import { startTracing } from '#telemetry';
import { metricIncreases } from '../../test/harness/metric-increases.ts';
import { traceRequests } from './request-span.ts';

describe('the measurement of requests', () => {
  it('is by pattern, method and status, and a trace, without probes and scrapes', async () => {
    const counted = await metricIncreases();
    const tracing = startTracing({ serviceName: 'test' });
    const traced = new Set<string>();
    const server = fastify();
    traceRequests(server);
    server.addHook('preHandler', async ({ url }) => void (trace.getActiveSpan() && traced.add(url)));
    server.get('/v1/things/:id', async () => 'thing');
    server.get('/health/live', async () => 'ok');
    server.get('/metrics', (_request, reply) => reply.status(401).send());
    const asked = '/v1/things/1 /v1/things/2 /v1/nowhere /v1/elsewhere /health/live /metrics /metrics?x=1';
    for (const url of asked.split(' ')) await server.inject(url);
    const countOf = (labels: string) =>
      counted(`turnpike_http_request_duration_seconds_count{method="GET",${labels}}`);
    expect(await countOf('route="/v1/things/:id",status="200"')).toBe(2);
    expect(await countOf('route="unknown",status="404"')).toBe(2);
    expect(await countOf('route="/health/live",status="200"')).toBe(0);
    expect(await countOf('route="/metrics",status="401"')).toBe(0);
    expect([...traced]).toEqual(asked.split(' ').slice(0, 4));
    await server.close();
    await tracing.shutdown();
  });
});
