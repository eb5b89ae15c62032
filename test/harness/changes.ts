import type { DatabaseSettings } from '#config';
import type { Database } from '#database';
import { Changes } from '#queue';
import { SilentNotificationBus } from '../../libs/queue/notifications/notification-bus.ts';
import { PostgresNotificationBus } from '../../libs/queue/notifications/postgres-notification-bus.ts';

/** What a process hears of changes of others, over a connection of its own; the poll alone on the embedded database. */
export function openChanges(
  settings: DatabaseSettings,
  database: Database,
): { changes: Changes; close(): Promise<void> } {
  const bus =
    settings.kind === 'embedded' ? new SilentNotificationBus() : new PostgresNotificationBus(settings.url);
  const changes = new Changes(database, bus, { warn: () => undefined });
  return {
    changes,
    close: async () => {
      await changes.close();
      await bus.close();
    },
  };
}
