import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { DatabaseSettings } from '#config';
import { migrate } from '#database';
import { migrations } from '../../migrations/index.ts';
import { migrationsHash } from './migrations-hash.ts';

const CACHE = path.resolve('.cache');
const PREFIX = 'embedded-template-';
const MAX_CONNECTIONS = 50;

/**
 * Creates a data folder of the embedded database with all migrations at `folder`, as a copy of a template. Creating one
 * takes seconds, most of them for PostgreSQL's `initdb` in WebAssembly, so the template is created once per state of
 * `migrations/`.
 */
export async function copyEmbeddedTemplate(folder: string): Promise<void> {
  const template = path.join(CACHE, `${PREFIX}${migrationsHash()}`);
  if (!existsSync(template)) await makeTemplate(template);
  await cp(template, folder, { recursive: true });
}

/** Creates the template aside and moves it into place, so that processes that do this at the same time share one. */
async function makeTemplate(template: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE))
    if (name.startsWith(PREFIX) && name !== path.basename(template))
      await rm(path.join(CACHE, name), { recursive: true, force: true });
  const aside = await mkdtemp(path.join(CACHE, 'making-embedded-template-'));
  const served = await serveEmbedded(aside);
  await migrate(served.settings, migrations);
  await served.close();
  try {
    await rename(aside, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
    await rm(aside, { recursive: true });
  }
}

/** The embedded database in this process, served as `npm start` serves it. */
export async function serveEmbedded(
  folder: string,
): Promise<{ settings: DatabaseSettings; close(): Promise<void> }> {
  const db = await PGlite.create({ dataDir: folder, extensions: { vector } });
  await db.exec('SET search_path TO public, bullmq');
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: MAX_CONNECTIONS });
  await server.start();
  const port = server.getServerConn().split(':').at(-1);
  return {
    settings: { kind: 'embedded', url: `postgres://postgres@127.0.0.1:${port}/postgres`, poolSize: 2 },
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
}
