import type { DatabaseSettings } from '#config';
import type { Database } from '#database';
import { Changes } from '#queue';
import { PolledNotificationBus } from '../../libs/queue/notifications/polled-notification-bus.ts';
import { PostgresNotificationBus } from '../../libs/queue/notifications/postgres-notification-bus.ts';

/** The change notifications of a process, over a connection of its own. The embedded database only has polling. */
export function openChanges(
  settings: DatabaseSettings,
  database: Database,
): { changes: Changes; close(): Promise<void> } {
  const bus =
    settings.kind === 'embedded'
      ? new PolledNotificationBus(database)
      : new PostgresNotificationBus(settings.url);
  const changes = new Changes(database, bus, { warn: () => undefined });
  return {
    changes,
    close: async () => {
      await changes.close();
      await bus.close();
    },
  };
}
