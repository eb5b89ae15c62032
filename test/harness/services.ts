/** Services that a suite may need. `npm test` looks which are there and says which suites it skipped. */
export type TestService = 'postgres' | 'redis' | 'chromium' | 'promtool' | 'disk';

/** Set by `npm test`: the services found, separated by commas. Without it (Jest run by hand) all count as there. */
const found = process.env.TEST_SERVICES?.split(',');

/** `npm run test:long`: all of what `npm test` runs a part of. */
export const isLongRun = process.env.TEST_LONG === '1';

export function hasService(service: TestService): boolean {
  return found?.includes(service) ?? true;
}

/**
 * `describe` for suites that need outside services. Without one of them the suite is
 * skipped, and in CI it fails: there none may be missing.
 */
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
