import { runningSamples } from './announcement.ts';
import { isStartRunning } from './obstacles.ts';

/**
 * Settings with which a command uses the sample servers of the start that runs with that folder. Empty when no start runs;
 * a service that `given` names is left out.
 */
export function sampleVariables(dataFolder: string, given: NodeJS.ProcessEnv): Record<string, string> {
  const urls = isStartRunning(dataFolder) ? (runningSamples.read(dataFolder)?.urls ?? {}) : {};
  const unset = Object.entries(urls).filter(([name]) => !given[name]);
  if (unset.length === 0) return {};
  const allowed = [given.HTTP_ALLOW_HOSTS, ...unset.map(([, url]) => new URL(url).host)];
  return { ...Object.fromEntries(unset), HTTP_ALLOW_HOSTS: allowed.filter(Boolean).join(',') };
}
