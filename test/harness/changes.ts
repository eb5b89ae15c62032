import type { DatabaseSettings } from '#config';
import type { Database } from '#database';
import { Changes } from '#queue';
import { SilentNewsBus } from '../../libs/queue/news/news-bus.ts';
import { PostgresNewsBus } from '../../libs/queue/news/postgres-news-bus.ts';

/** What a process hears of changes of others, over a connection of its own; the poll alone on the embedded database. */
export function openChanges(
  settings: DatabaseSettings,
  database: Database,
): { changes: Changes; close(): Promise<void> } {
  const bus = settings.kind === 'embedded' ? new SilentNewsBus() : new PostgresNewsBus(settings.url);
  const changes = new Changes(database, bus, { warn: () => undefined });
  return {
    changes,
    close: async () => {
      await changes.close();
      await bus.close();
    },
  };
}
