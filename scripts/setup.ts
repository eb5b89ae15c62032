// npm run setup: creates an org, a platform admin and an API key in the database of an installation.
import { migrate } from '#database';
import { migrations } from '../migrations/index.ts';
import { packs } from '../packs/index.ts';
import { setup } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { UsageError } from './commands/usage.errors.ts';
import { consoleUrl, lineFromStdin } from './console/open-console.ts';
import { operatorConfig } from './operator.ts';
import { demoFilePath, readDemoFile } from './start/demo-file.ts';
import { setUpFirstOrg, type FirstOrg, type FirstOrgOutcome } from './start/first-org.ts';

void runCommand(setup, async ({ options }) => {
  refuseUnknownPacks(options.pack);
  const wanted = { ...options, password: options['password-stdin'] ? await lineFromStdin() : undefined };
  const config = await operatorConfig();
  await migrate(config.database, migrations);
  const report = reportOf(await setUpFirstOrg(config, wanted), options.scopes);
  if (config.database.kind === 'postgres') return report;
  const demo = readDemoFile(demoFilePath(config.environment.DATA_DIR));
  return `${report}\nThe running npm start serves this org. Its console: ${consoleUrl(config.environment, demo)}`;
});

function refuseUnknownPacks(wanted: readonly string[]): void {
  const names = packs.map((pack) => pack.name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`No such pack: ${unknown.join(', ')}. Installed: ${names.join(', ')}.`);
}

/** One line per value. Password and key are shown only once. */
function reportOf({ org, admin, key }: FirstOrgOutcome, scopes: FirstOrg['scopes']): string {
  const made = (created: boolean) => (created ? 'created' : 'exists, unchanged');
  const secret = admin.password ? `, ${admin.created ? '' : 'new '}password ${admin.password}` : '';
  const adminState = admin.created ? made(true) : admin.password ? 'exists' : made(false);
  return [
    `org    ${org.slug} (packs: ${org.packs.join(', ')}): ${made(org.created)}`,
    `admin  ${admin.email} (of the platform: every org): ${adminState}${secret}`,
    key.created
      ? `key    ${key.key}`
      : `key    exists (${key.prefixes.map((prefix) => `${prefix}…`).join(', ')}); --new-key creates one more`,
    ...(key.created && scopes?.includes('admin') !== false
      ? [`Commands such as npm run flags act with it: export TURNPIKE_API_KEY=${key.key}`]
      : []),
    ...(key.created || admin.password ? ['Keep the key and the password: they are shown this once.'] : []),
  ].join('\n');
}
