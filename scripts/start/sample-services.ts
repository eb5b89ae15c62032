import path from 'node:path';
import type { Pack } from '#pack-kit';
import type { AppSpec } from './app-process.ts';
import { findFreePort } from './ports.ts';

const HOST = '127.0.0.1';

/** Local servers with sample data for the demo orgs of packs, and the settings that lead the apps there. */
export interface SampleServices {
  specs: AppSpec[];
  variables: Record<string, string>;
  /** The URL of each, by the variable of its service. */
  urls: Record<string, string>;
}

/** A server for each pack that brings one and whose outside service is not set; none in production. */
export async function planSampleServices(
  packs: readonly Pack[],
  variables: NodeJS.ProcessEnv,
  production: boolean,
): Promise<SampleServices> {
  const planned: SampleServices = { specs: [], variables: {}, urls: {} };
  const allowed = variables.HTTP_ALLOW_HOSTS ? [variables.HTTP_ALLOW_HOSTS] : [];
  for (const { demo } of production ? [] : packs) {
    const service = demo?.service;
    if (!service || variables[service.setsUrl]) continue;
    const port = await findFreePort();
    const url = `http://${HOST}:${port}${service.urlPath}`;
    planned.specs.push({ name: service.name, entry: path.resolve('dist', service.entry), readyUrl: url });
    allowed.push(`${HOST}:${port}`);
    planned.urls[service.setsUrl] = url;
    Object.assign(planned.variables, { [service.setsUrl]: url, [service.readsPort]: String(port) });
  }
  if (planned.specs.length > 0) planned.variables.HTTP_ALLOW_HOSTS = allowed.join(',');
  return planned;
}
