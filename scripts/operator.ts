// The operator commands' way to the database of an installation.
import { userInfo } from 'node:os';
import { Module, type INestApplicationContext, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, loadConfig, type Config } from '#config';
import { DatabaseModule } from '#database';
import { IdentityModule, OrgService, type Org } from '#identity';
import { NotificationsModule } from '#queue';
import { LoggingModule } from '#telemetry';
import { refuseUnreachable, refuseUnreachableDatabase } from './start/reachability.ts';
import { runningDatabase } from './start/announcement.ts';
import { StartRefusedError } from './start/start.errors.ts';

/**
 * The configuration of a command: the database of DATABASE_URL, or the embedded one of the `npm start` that runs with
 * this DATA_DIR.
 *
 * @throws StartRefusedError if neither exists.
 */
export async function operatorConfig(variables: NodeJS.ProcessEnv = process.env): Promise<Config> {
  if (variables.DATABASE_URL) {
    const config = loadConfig({ ...variables, LOG_LEVEL: 'silent' });
    await refuseUnreachable(config);
    return config;
  }
  const folder = variables.DATA_DIR || '.data';
  const url = runningDatabase.read(folder)?.url;
  const none = `DATABASE_URL is not set, and no npm start runs with its data in ${folder}. Start it, or name the database.`;
  if (!url) throw new StartRefusedError(none);
  await refuseUnreachableDatabase(`the embedded database of ${folder}`, url);
  return loadConfig({ ...variables, EMBEDDED_DATABASE_URL: url, LOG_LEVEL: 'silent' });
}

/** The name of the user of this process, or the number of one without a name, as in a container. */
export function userName(ask = () => userInfo().username): string {
  try {
    return ask();
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/** Runs `work` with the database, identity, notifications and the services of `imports`, and closes them afterwards. */
export async function withServices<Result>(
  config: Config,
  imports: ModuleMetadata['imports'],
  work: (services: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const all = [
    ConfigModule.forRoot(config),
    LoggingModule.forRoot({ serviceName: 'turnpike-operator' }),
    DatabaseModule,
    NotificationsModule,
    IdentityModule,
    ...(imports ?? []),
  ];
  const services = await NestFactory.createApplicationContext(
    { module: OperatorModule, imports: all },
    { logger: false, abortOnError: false },
  );
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

@Module({})
class OperatorModule {}

/** @throws StartRefusedError if the org does not exist. */
export async function orgNamed(services: INestApplicationContext, slug: string): Promise<Org> {
  const org = await services.get(OrgService).bySlug(slug);
  if (!org) throw new StartRefusedError(`There is no org "${slug}".`);
  return org;
}
