import { randomUUID } from 'node:crypto';
import type { Transaction } from '#database';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeOnEachBus } from '../notifications/bus.fixture.ts';
import { PolledNotificationBus } from '../notifications/polled-notification-bus.ts';
import type { ChangeTopic } from './change-topics.ts';
import { Changes } from './changes.ts';

/** The poll finds no change before this time. */
const NEVER_MS = 3_600_000;

describeOnEachBus('changes between processes', ({ on, openBus }) => {
  const warnings: string[] = [];
  const logger = { warn: (_context: object, message: string) => void warnings.push(message) };
  /** The process that makes a change, and the process that caches the value. */
  let writer: Changes;
  let reader: Changes;

  function openChanges(
    bus = openBus?.() ?? new PolledNotificationBus(on.database),
    pollMs?: number,
  ): Changes {
    const changes = new Changes(on.database, bus, logger, pollMs);
    on.closings.push(
      () => bus.close(),
      () => changes.close(),
    );
    return changes;
  }

  beforeAll(() => {
    writer = openChanges();
    reader = openChanges();
  });

  const inOrg = (topic: ChangeTopic, fail = false) =>
    on.database.forOrg(randomUUID(), async (tx) => {
      await writer.announce(tx, topic);
      if (fail) throw new Error('rolled back');
    });

  /** A subscriber that is up to date; later refreshes are counted. */
  async function subscribe(changes: Changes, topic: ChangeTopic) {
    const seen = { times: 0 };
    const end = changes.subscribe(topic, () => void (seen.times += 1));
    await eventually(async () => expect(seen.times).toBeGreaterThan(0), SOON_MS);
    return { seen, end };
  }

  it('reach a subscriber without delay, from an org and from the platform', async () => {
    const { seen, end } = await subscribe(reader, 'flags');
    const ways: (() => Promise<void>)[] = [
      () => inOrg('flags'),
      () =>
        on.database.asPlatform('a change of the platform', (tx: Transaction) => writer.announce(tx, 'flags')),
    ];
    for (const change of ways) {
      const before = seen.times;
      await change();
      await eventually(async () => expect(seen.times).toBeGreaterThan(before), SOON_MS);
    }
    end();
  });

  it('are loaded by the process that made them before its call returns', async () => {
    const { seen, end } = await subscribe(writer, 'settings');
    const before = seen.times;
    await inOrg('settings');
    expect(seen.times).toBe(before + 1);
    end();
  });

  it('of a rolled-back transaction or another topic reach no subscriber', async () => {
    const { seen, end } = await subscribe(reader, 'tools');
    const others = await subscribe(reader, 'keys');
    await expect(inOrg('tools', true)).rejects.toThrow('rolled back');
    const before = [seen.times, others.seen.times];
    await inOrg('keys');
    await eventually(async () => expect(others.seen.times).toBe((before[1] ?? 0) + 1), SOON_MS);
    expect(seen.times).toBe(before[0]);
    end();
    others.end();
  });

  it('do not reach an ended subscription', async () => {
    const gone = await subscribe(reader, 'flags');
    const stays = await subscribe(reader, 'flags');
    gone.end();
    const before = [gone.seen.times, stays.seen.times];
    await inOrg('flags');
    await eventually(async () => expect(stays.seen.times).toBeGreaterThan(before[1] ?? 0), SOON_MS);
    expect(gone.seen.times).toBe(before[0]);
    stays.end();
  });

  it('are found by the poll when the notification is lost', async () => {
    const deaf = openChanges(new PolledNotificationBus(on.database));
    const { seen, end } = await subscribe(deaf, 'flags');
    const before = seen.times;
    await inOrg('flags');
    await eventually(async () => expect(seen.times).toBe(before + 1), SOON_MS);
    end();
  });

  if (openBus) {
    it('do not wait for the poll', async () => {
      const eager = openChanges(undefined, NEVER_MS);
      const { seen, end } = await subscribe(eager, 'flags');
      // The connection for notifications may not be open yet.
      await eventually(async () => {
        const before = seen.times;
        await inOrg('flags');
        await eventually(async () => expect(seen.times).toBeGreaterThan(before), 500);
      });
      end();
    });
  }

  it('are retried after a failed refresh', async () => {
    let tries = 0;
    const end = reader.subscribe('models', async () => {
      tries += 1;
      if (tries < 3) throw new Error('away');
    });
    await eventually(async () => expect(tries).toBe(3), SOON_MS);
    expect(warnings).toContain('a change could not be loaded; it will be retried');
    end();
  });
});
