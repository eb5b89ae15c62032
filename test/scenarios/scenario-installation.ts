import { Client } from 'pg';
import type { ScenarioSuite, ServiceUrls } from '#pack-kit';
import { Installation, type Backend } from '../harness/installation.ts';

/** Local stand-ins for outside services run on this machine. */
export const LOCAL_HOSTS = '127.0.0.1,127.0.0.0/8';

/** The stand-ins for the outside services of a suite. */
export interface StandIns {
  urls: ServiceUrls;
  close(): Promise<void>;
}

interface InstallationOptions {
  backend: Backend;
  withConsole: boolean;
  env?: Record<string, string>;
}

/** A freshly seeded installation for the scenarios of some suites, at the clock of the first one. */
export class ScenarioInstallation {
  private constructor(
    readonly turnpike: Installation,
    readonly client: Client,
    readonly standIns: ReadonlyMap<ScenarioSuite, StandIns>,
  ) {}

  static async start(
    suites: readonly ScenarioSuite[],
    { backend, withConsole, env }: InstallationOptions,
  ): Promise<ScenarioInstallation> {
    const [{ anchor, clockAt: CLOCK_AT } = {}] = suites;
    const started = await Promise.all(
      suites.map(async (suite) => [suite, await startServices(suite)] as const),
    );
    try {
      const ofSuites = started.map(([suite, { urls }]) => suite.env?.(urls));
      const turnpike = await Installation.start({
        backend,
        anchor,
        apps: withConsole || suites.some(needsConsole) ? ['api', 'admin'] : ['api'],
        env: Object.assign({ CLOCK_AT, HTTP_ALLOW_HOSTS: LOCAL_HOSTS }, ...ofSuites, env) as typeof env,
      });
      const client = new Client({ connectionString: turnpike.database.url });
      await client.connect();
      return new ScenarioInstallation(turnpike, client, new Map(started));
    } catch (error) {
      for (const [, { close }] of started) await close();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.turnpike.stop();
    for (const { close } of this.standIns.values()) await close();
  }
}

/** Starts the stand-ins for the outside services that a suite names. */
export async function startServices({ services = {} }: ScenarioSuite): Promise<StandIns> {
  const started = await Promise.all(
    Object.entries(services).map(async ([name, start]) => [name, await start()] as const),
  );
  return {
    urls: Object.fromEntries(started.map(([name, { url }]) => [name, url])),
    close: async () => {
      await Promise.all(started.map(([, service]) => service.close()));
    },
  };
}

function needsConsole({ usesConsole, scenarios }: ScenarioSuite): boolean {
  return usesConsole === true || scenarios.some(({ steps }) => steps.some((step) => step.settings));
}
