import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isStartRunning } from './data-folder.ts';

const samplesFile = z.object({ urls: z.record(z.string(), z.url()) });

const fileIn = (dataFolder: string) => path.join(dataFolder, 'samples.json');

/** Says in the data folder where the sample servers listen, by the variable that names each, for commands beside the start. */
export function announceSamples(dataFolder: string, urls: Record<string, string>): void {
  writeFileSync(fileIn(dataFolder), `${JSON.stringify({ urls })}\n`, { mode: 0o600 });
}

export function withdrawSamples(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/**
 * What a command needs to use the sample servers of the start that runs with that folder, as its apps do. Nothing where
 * none runs, or `given` names a service of its own.
 */
export function sampleVariables(dataFolder: string, given: NodeJS.ProcessEnv): Record<string, string> {
  const urls = isStartRunning(dataFolder) ? announcedIn(dataFolder) : {};
  const unset = Object.entries(urls).filter(([name]) => !given[name]);
  if (unset.length === 0) return {};
  const allowed = [given.HTTP_ALLOW_HOSTS, ...unset.map(([, url]) => new URL(url).host)];
  return { ...Object.fromEntries(unset), HTTP_ALLOW_HOSTS: allowed.filter(Boolean).join(',') };
}

/** A file that is just being written is none yet. */
function announcedIn(dataFolder: string): Record<string, string> {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return {};
  try {
    return samplesFile.parse(JSON.parse(readFileSync(file, 'utf8'))).urls;
  } catch {
    return {};
  }
}
