import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const databaseFile = z.object({ url: z.string() });

const fileIn = (dataFolder: string) => path.join(dataFolder, 'database.json');

/** Writes the URL of the embedded database to the data folder, for commands that run beside the start. */
export function announceDatabase(dataFolder: string, url: string): void {
  writeFileSync(fileIn(dataFolder), `${JSON.stringify({ url })}\n`, { mode: 0o600 });
}

export function withdrawDatabase(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/** The announced URL of the embedded database; undefined without one. The start may have been killed since. */
export function announcedDatabase(dataFolder: string): string | undefined {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return undefined;
  const parsed = databaseFile.safeParse(readJson(file));
  return parsed.success ? parsed.data.url : undefined;
}

/** An incompletely written file counts as absent. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
