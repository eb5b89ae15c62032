import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { DatabaseSettings } from '#config';
import { migrate } from '#database';
import { migrations } from '../../migrations/index.ts';
import type { TestDatabase } from './test-database.ts';

const MAX_CONNECTIONS = 50;

/** The embedded database in this process and in memory, served and migrated as `npm start` does it. */
export async function createEmbeddedTestDatabase(): Promise<TestDatabase> {
  const db = await PGlite.create({ extensions: { vector } });
  await db.exec('SET search_path TO public, bullmq');
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: MAX_CONNECTIONS });
  await server.start();
  const port = server.getServerConn().split(':').at(-1);
  const settings: DatabaseSettings = {
    kind: 'embedded',
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    poolSize: 10,
  };
  await migrate(settings, migrations);
  return {
    settings,
    drop: async () => {
      await server.stop();
      await db.close();
    },
  };
}
