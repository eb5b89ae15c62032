import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyEmbeddedTemplate, serveEmbedded } from './embedded-template.ts';
import type { TestDatabase } from './test-database.ts';

/** The embedded database in this process, served and migrated as `npm start` does. */
export async function createEmbeddedTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnpike-embedded-'));
  await copyEmbeddedTemplate(folder);
  const served = await serveEmbedded(folder);
  return {
    settings: served.settings,
    drop: async () => {
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
