import type { Config } from '#config';
import { HealthController } from './health.controller.ts';

const withToken = (token?: string) =>
  new HealthController({}, { environment: { METRICS_TOKEN: token } } as Config);

describe('the metrics of a process', () => {
  it('are anybody’s where no token is set', async () => {
    await expect(withToken().metrics()).resolves.toContain('# ');
  });

  it('are told to who sends the token, and to nobody else', async () => {
    const health = withToken('secret');
    await expect(health.metrics('Bearer secret')).resolves.toContain('# ');
    for (const sent of [undefined, '', 'secret', 'Bearer other', 'Bearer secret2'])
      expect(() => health.metrics(sent)).toThrow(
        expect.objectContaining({ status: 401, message: expect.stringContaining('METRICS_TOKEN') }),
      );
  });
});
