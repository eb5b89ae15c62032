import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { describeWith, type TestService } from '../../../test/harness/services.ts';
import { suiteDatabase, type SuiteDatabase } from '../../../test/harness/suite-database.ts';
import { TEST_REDIS_URL } from '../../../test/harness/services.ts';
import { uniquePrefix } from '../jobs.fixture.ts';
import type { NotificationBus } from './notification-bus.ts';
import { PostgresNotificationBus } from './postgres-notification-bus.ts';
import { RedisNotificationBus } from './redis-notification-bus.ts';

const KINDS: [kind: string, services: TestService[]][] = [
  ['redis', ['postgres', 'redis']],
  ['postgres', ['postgres']],
  ['polled', []],
];

/** A database, and a function that opens the bus of another process; undefined where processes poll the database. */
interface SuiteBus {
  on: SuiteDatabase;
  openBus: (() => NotificationBus) | undefined;
}

/** A suite on each bus, and on the embedded database, which has none. */
export function describeOnEachBus(name: string, suite: (bus: SuiteBus) => void): void {
  describe.each(KINDS)(`${name} (%s)`, (kind, services) => {
    describeWith(services, kind, () => {
      const on = suiteDatabase(kind === 'polled' ? { create: createEmbeddedTestDatabase } : {});
      const prefix = uniquePrefix();
      const busses: Record<string, () => NotificationBus> = {
        redis: () => new RedisNotificationBus(TEST_REDIS_URL, prefix),
        postgres: () => new PostgresNotificationBus(on.settings.url),
      };
      suite({ on, openBus: busses[kind] });
    });
  });
}
