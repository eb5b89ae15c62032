import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '#database';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith, type TestService } from '../../../test/harness/services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { PolledTurnNotifications } from './polled-turn-notifications.ts';
import type { NotificationBus } from './notification-bus.ts';
import { PostgresNotificationBus } from './postgres-notification-bus.ts';
import { PushedTurnNotifications } from './pushed-turn-notifications.ts';
import { RedisNotificationBus } from './redis-notification-bus.ts';
import type { TurnNotifications } from './turn-notifications.ts';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const prefix = `test-${randomBytes(5).toString('hex')}`;

interface Kind {
  services: TestService[];
  create: () => Promise<TestDatabase>;
  open: (database: Database, url: string) => TurnNotifications;
}

/** Notifications with their own bus, which they close. */
class BusTurnNotifications extends PushedTurnNotifications {
  constructor(private readonly ownBus: NotificationBus) {
    super(ownBus);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.ownBus.close();
  }
}

const kinds: Record<string, Kind> = {
  redis: {
    services: ['postgres', 'redis'],
    create: createTestDatabase,
    open: () => new BusTurnNotifications(new RedisNotificationBus(REDIS_URL, prefix)),
  },
  postgres: {
    services: ['postgres'],
    create: createTestDatabase,
    open: (_database, url) => new BusTurnNotifications(new PostgresNotificationBus(url)),
  },
  polled: {
    services: [],
    create: createEmbeddedTestDatabase,
    open: (database) => new PolledTurnNotifications(database),
  },
};

describe.each(Object.entries(kinds))('notifications of turns (%s)', (kind, { services, create, open }) => {
  describeWith(services, kind, () => {
    const orgId = randomUUID();
    let testDatabase: TestDatabase;
    let database: Database;
    let close: () => Promise<void>;
    /** The notifications of the writing process and of the process with listeners. */
    let writer: TurnNotifications;
    let reader: TurnNotifications;
    let seq = 0;

    beforeAll(async () => {
      testDatabase = await create();
      ({ database, close } = await openDatabase(testDatabase.settings));
      writer = open(database, testDatabase.settings.url);
      reader = open(database, testDatabase.settings.url);
    });

    afterAll(async () => {
      await reader?.close();
      await writer?.close();
      await close?.();
      await testDatabase?.drop();
    });

    const tell = (turnId: string, fail = false) =>
      database.forOrg(orgId, async (tx) => {
        seq += 1;
        await tx.executeUnscoped(
          `INSERT INTO turn_events (org_id, turn_id, seq, type, at) VALUES ($1, $2, $3, 'turn.started', now())`,
          [orgId, turnId, seq],
        );
        await writer.announce(tx, turnId);
        if (fail) throw new Error('rolled back');
      });
    /** Watches after the connection has been established. */
    async function watch(turnId: string) {
      const heard = { times: 0 };
      const unwatch = reader.watch(orgId, turnId, () => (heard.times += 1));
      await eventually(async () => {
        await tell(turnId);
        expect(heard.times).toBeGreaterThan(0);
      });
      return { heard, unwatch };
    }

    it('reach a watcher of the turn after the commit', async () => {
      const turnId = randomUUID();
      const { heard, unwatch } = await watch(turnId);
      for (let round = 0; round < 3; round += 1) {
        const before = heard.times;
        await tell(turnId);
        await eventually(async () => expect(heard.times).toBeGreaterThan(before));
      }
      unwatch();
    });

    it('are not sent before the commit or after a rollback', async () => {
      const [quiet, loud] = [randomUUID(), randomUUID()];
      const first = await watch(quiet);
      const second = await watch(loud);
      // When a later notification has arrived, all earlier ones have arrived.
      let [before, loudBefore] = [first.heard.times, second.heard.times];
      await tell(loud);
      await eventually(async () => expect(second.heard.times).toBeGreaterThan(loudBefore));
      [before, loudBefore] = [first.heard.times, second.heard.times];
      await expect(tell(quiet, true)).rejects.toThrow('rolled back');
      await tell(loud);
      await eventually(async () => expect(second.heard.times).toBeGreaterThan(loudBefore));
      expect(first.heard.times).toBe(before);
      first.unwatch();
      second.unwatch();
    });

    it('reach all watchers except one that has stopped', async () => {
      const turnId = randomUUID();
      const first = await watch(turnId);
      const second = await watch(turnId);
      first.unwatch();
      const [gone, stays] = [first.heard.times, second.heard.times];
      await tell(turnId);
      await eventually(async () => expect(second.heard.times).toBeGreaterThan(stays));
      expect(first.heard.times).toBe(gone);
      second.unwatch();
      second.unwatch();
    });
  });
});

describeWith('postgres', 'notifications over a connection that breaks', () => {
  it('resume after a reconnect, and every watcher reads', async () => {
    const testDatabase = await createTestDatabase();
    const { dataSource, close } = await openDatabase(testDatabase.settings);
    const notifications = new BusTurnNotifications(new PostgresNotificationBus(testDatabase.settings.url));
    let heard = 0;
    notifications.watch(randomUUID(), randomUUID(), () => (heard += 1));
    await eventually(async () => expect(heard).toBe(1));
    await dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'turnpike-notifications' AND datname = current_database()`,
    );
    await eventually(async () => expect(heard).toBe(2));
    await notifications.close();
    await close();
    await testDatabase.drop();
  });
});

describeWith('postgres', 'notifications after a failed LISTEN', () => {
  it('leave no connection behind on the server', async () => {
    const testDatabase = await createTestDatabase();
    const { dataSource, close } = await openDatabase(testDatabase.settings);
    const query = Client.prototype.query;
    // A server in recovery accepts the connection and refuses LISTEN.
    let refused = 0;
    jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      if (typeof args[0] !== 'string' || !args[0].startsWith('LISTEN'))
        return Reflect.apply(query, this, args) as never;
      refused += 1;
      return Promise.reject(new Error('cannot execute LISTEN during recovery')) as never;
    });
    const notifications = new BusTurnNotifications(new PostgresNotificationBus(testDatabase.settings.url));
    notifications.watch(randomUUID(), randomUUID(), () => undefined);
    await eventually(async () => expect(refused).toBeGreaterThan(0));
    await eventually(async () => {
      const rows: unknown[] = await dataSource.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'turnpike-notifications' AND datname = current_database()`,
      );
      expect(rows).toEqual([]);
    });
    jest.restoreAllMocks();
    await notifications.close();
    await close();
    await testDatabase.drop();
  });
});

describe('polled notifications', () => {
  it('start a poll only after the previous poll has ended', async () => {
    let asked = 0;
    let answer: () => void = () => undefined;
    const database = {
      asPlatform: () => {
        asked += 1;
        return new Promise((resolve) => (answer = () => resolve([])));
      },
    };
    const notifications = new PolledTurnNotifications(database as unknown as Database);
    const unwatch = notifications.watch(randomUUID(), randomUUID(), () => undefined);
    await eventually(async () => expect(asked).toBe(1));
    const askedAt = performance.now();
    await eventually(async () => expect(performance.now() - askedAt).toBeGreaterThan(350));
    expect(asked).toBe(1);
    answer();
    await eventually(async () => expect(asked).toBe(2));
    unwatch();
    answer();
    await notifications.close();
  });
});
