import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CONFIG, type Config } from '#config';
import { HealthController, READINESS_CHECKS } from './health.controller.ts';
import { httpAdapter } from './http-adapter.ts';
import { ProblemFilter } from './problem.filter.ts';

const withToken = (token?: string) =>
  new HealthController({}, { environment: { METRICS_TOKEN: token } } as Config);

describe('the metrics of a process', () => {
  it('are public if no token is set', async () => {
    await expect(withToken().metrics()).resolves.toContain('# ');
  });

  it('require the token if one is set', async () => {
    const health = withToken('secret');
    await expect(health.metrics('Bearer secret')).resolves.toContain('# ');
    for (const sent of [undefined, '', 'secret', 'Bearer other', 'Bearer secret2'])
      expect(() => health.metrics(sent)).toThrow(
        expect.objectContaining({ status: 401, message: expect.stringContaining('METRICS_TOKEN') }),
      );
  });
});

describe('a process that cannot work', () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    class Health {}
    const config = { environment: { METRICS_TOKEN: 'secret' } } as Config;
    const away = () => Promise.reject(new Error('away'));
    const module = {
      module: Health,
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: READINESS_CHECKS, useValue: { database: away } },
      ],
    };
    app = await NestFactory.create<NestFastifyApplication>(module, httpAdapter(config), { logger: false });
    app.useGlobalFilters(new ProblemFilter({ error: () => undefined }));
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app?.close());

  it('reports an optional service that is away without being unready', async () => {
    const checks = {
      database: () => Promise.resolve(),
      queue: { optional: () => Promise.reject(new Error('away')) },
    };
    const health = new HealthController(checks, {} as Config);
    expect(await health.ready()).toEqual({ status: 'degraded', checks: { database: 'up', queue: 'down' } });
  });

  it('sends Retry-After, and names the scheme for its metrics', async () => {
    const url = await app.getUrl();
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
    const metrics = await fetch(`${url}/metrics`);
    expect([metrics.status, metrics.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
