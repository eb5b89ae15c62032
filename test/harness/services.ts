/** Outside services that a suite may need. `npm test` detects them and reports the suites that it skipped. */
export type TestService = 'postgres' | 'redis' | 'chromium' | 'promtool' | 'pgbouncer' | 'disk';

/**
 * Set by `npm test`: the available services, separated by commas. If absent (Jest started directly), all services count
 * as available.
 */
const found = process.env.TEST_SERVICES?.split(',');

export const TEST_REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** True for `npm run test:long`, which runs in full what `npm test` runs in part. */
export const isLongRun = process.env.TEST_LONG === '1';

export function hasService(service: TestService): boolean {
  return found?.includes(service) ?? true;
}

/** `describe` for suites that need outside services. If one is missing, the suite is skipped; in CI it fails. */
export function describeWith(services: TestService | TestService[], name: string, suite: () => void): void {
  const missing = [services].flat().filter((service) => !hasService(service));
  if (missing.length === 0) {
    describe(name, suite);
  } else if (process.env.CI === 'true') {
    describe(name, () => {
      it(`needs ${missing.join(' and ')}`, () => {
        throw new Error(`${missing.join(' and ')} not found, and in CI no suite may be skipped`);
      });
    });
  } else {
    describe.skip(`${name} [needs ${missing.join(' and ')}]`, suite);
  }
}
