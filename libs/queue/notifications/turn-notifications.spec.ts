import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { describeOnEachBus } from './bus.fixture.ts';
import type { NotificationBus } from './notification-bus.ts';
import { PolledNotificationBus } from './polled-notification-bus.ts';
import { PostgresNotificationBus } from './postgres-notification-bus.ts';
import { PushedTurnNotifications } from './pushed-turn-notifications.ts';
import type { TurnNotifications } from './turn-notifications.ts';

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

describeOnEachBus('notifications of turns', ({ on, openBus }) => {
  const orgId = randomUUID();
  /** `writer` belongs to the process that announces, `reader` to the process that watches. */
  let writer: TurnNotifications;
  let reader: TurnNotifications;
  let seq = 0;

  beforeAll(() => {
    const open = () => new BusTurnNotifications(openBus?.() ?? new PolledNotificationBus(on.database));
    [writer, reader] = [open(), open()];
    on.closings.push(
      () => writer.close(),
      () => reader.close(),
    );
  });

  const tell = (turnId: string, fail = false) =>
    on.database.forOrg(orgId, async (tx) => {
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

describeWith('postgres', 'notifications over a connection', () => {
  const on = suiteDatabase();
  const OPEN = `FROM pg_stat_activity WHERE application_name = 'turnpike-notifications' AND datname = current_database()`;
  const notify = () => new BusTurnNotifications(new PostgresNotificationBus(on.settings.url));

  it('resume after a reconnect, and wake every watcher', async () => {
    const notifications = notify();
    let heard = 0;
    for (let watcher = 0; watcher < 50; watcher += 1)
      notifications.watch(randomUUID(), randomUUID(), () => (heard += 0.02));
    await eventually(async () => expect(heard).toBeCloseTo(1));
    expect(await on.dataSource.query(`SELECT 1 ${OPEN}`)).toHaveLength(1);
    await on.dataSource.query(`SELECT pg_terminate_backend(pid) ${OPEN}`);
    await eventually(async () => expect(heard).toBeCloseTo(2));
    await notifications.close();
  });

  it('close their connection after a failed LISTEN', async () => {
    const query = Client.prototype.query;
    // A server in recovery accepts the connection and refuses LISTEN.
    let refused = 0;
    jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      if (typeof args[0] !== 'string' || !args[0].startsWith('LISTEN'))
        return Reflect.apply(query, this, args) as never;
      refused += 1;
      return Promise.reject(new Error('cannot execute LISTEN during recovery')) as never;
    });
    const notifications = notify();
    notifications.watch(randomUUID(), randomUUID(), () => undefined);
    await eventually(async () => expect(refused).toBeGreaterThan(0));
    await eventually(async () => expect(await on.dataSource.query(`SELECT 1 ${OPEN}`)).toEqual([]));
    jest.restoreAllMocks();
    await notifications.close();
  });
});
