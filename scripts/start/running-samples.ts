import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isStartRunning } from './data-folder.ts';

const samplesFile = z.object({ urls: z.record(z.string(), z.url()) });

const fileIn = (dataFolder: string) => path.join(dataFolder, 'samples.json');

/** Writes the URLs of the sample servers, by their variables, to the data folder, for commands beside the start. */
export function announceSamples(dataFolder: string, urls: Record<string, string>): void {
  writeFileSync(fileIn(dataFolder), `${JSON.stringify({ urls })}\n`, { mode: 0o600 });
}

export function withdrawSamples(dataFolder: string): void {
  rmSync(fileIn(dataFolder), { force: true });
}

/**
 * Settings with which a command uses the sample servers of the start that runs with that folder. Empty when no start runs;
 * a service that `given` names is left out.
 */
export function sampleVariables(dataFolder: string, given: NodeJS.ProcessEnv): Record<string, string> {
  const urls = isStartRunning(dataFolder) ? announcedIn(dataFolder) : {};
  const unset = Object.entries(urls).filter(([name]) => !given[name]);
  if (unset.length === 0) return {};
  const allowed = [given.HTTP_ALLOW_HOSTS, ...unset.map(([, url]) => new URL(url).host)];
  return { ...Object.fromEntries(unset), HTTP_ALLOW_HOSTS: allowed.filter(Boolean).join(',') };
}

/** Empty when there is no file, or one that is not written to its end yet. */
function announcedIn(dataFolder: string): Record<string, string> {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return {};
  try {
    return samplesFile.parse(JSON.parse(readFileSync(file, 'utf8'))).urls;
  } catch {
    return {};
  }
}
